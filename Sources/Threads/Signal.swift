import CSystem
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

  /// Changes the value and wakes all waiters.
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

/// How often something is there to be taken; taking waits until it is.
///
/// `@unchecked Sendable`: the pointer never changes, and the calls are made for several threads at once.
package final class Semaphore: @unchecked Sendable {
  private let raw: UnsafeMutablePointer<sem_t>

  package init(_ count: UInt32 = 0) {
    raw = .allocate(capacity: 1)
    sem_init(raw, 0, count)
  }

  deinit {
    sem_destroy(raw)
    raw.deallocate()
  }

  package func give() { sem_post(raw) }

  package func take() {
    while sem_wait(raw) != 0, errno == EINTR {}
  }
}

/// Any thread rings it, and the one that polls its descriptor wakes.
package final class Bell: Sendable {
  /// Below zero where the system has none to spare.
  package let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

  package init() {}

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Never waits: a full one rings already.
  package func ring() {
    var once: UInt64 = 1
    while write(descriptor, &once, 8) < 0, errno == EINTR {}
  }

  /// Until it is rung again. Never waits.
  package func silence() {
    var times: UInt64 = 0
    while read(descriptor, &times, 8) < 0, errno == EINTR {}
  }
}
