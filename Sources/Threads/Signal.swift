import Glibc

/// What one thread says and another waits for.
///
/// `@unchecked Sendable`: what it holds may cross threads, and `value` is touched by `change` and `wait`
/// alone, each with `lock` held.
package final class Signal<Value: Sendable>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(lock)
    condition.deallocate()
    lock.deallocate()
  }

  /// Changes the value and wakes whoever waits for it.
  package func change<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    defer { pthread_cond_broadcast(condition) }
    return body(&value)
  }

  /// Waits until `body` has an answer; what it changes is seen by the others.
  package func wait<Answer>(_ body: (inout Value) -> Answer?) -> Answer {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let answer = body(&value) {
        pthread_cond_broadcast(condition)
        return answer
      }
      pthread_cond_wait(condition, lock)
    }
  }
}
