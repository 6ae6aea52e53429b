import Glibc

/// What one thread says and another waits for.
///
/// `@unchecked Sendable`: what it holds may cross threads, and `value` is touched by `change` and both
/// `wait` alone, each with `lock` held.
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

  /// The same for some milliseconds; nil when they are over.
  package func wait<Answer>(milliseconds: Int, _ body: (inout Value) -> Answer?) -> Answer? {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = Int(end.tv_nsec) + milliseconds * 1_000_000
    end = timespec(
      tv_sec: end.tv_sec + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let answer = body(&value) {
        pthread_cond_broadcast(condition)
        return answer
      }
      if pthread_cond_timedwait(condition, lock, &end) != 0 { return body(&value) }
    }
  }
}
