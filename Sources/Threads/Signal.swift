import CSystem
import Glibc

/// A value that one thread changes and another waits for.
///
/// `@unchecked Sendable`: the value may cross threads, and only `change` and `wait` access it, each
/// with `lock` held.
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

  /// Waits until `body` returns a result. Other threads see the changes that it makes.
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

/// A counting semaphore.
///
/// `@unchecked Sendable`: the pointer never changes, and the calls are safe from several threads at
/// once.
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

/// A wake-up that any thread can ring, for a thread that polls the descriptor.
package final class Bell: Sendable {
  /// Negative if the system has no descriptor to spare.
  package let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

  package init() {}

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Rings the bell. Never waits: if the counter is full, the bell is ringing already.
  package func ring() {
    var once: UInt64 = 1
    while write(descriptor, &once, 8) < 0, errno == EINTR {}
  }

  /// Silences the bell until the next ring. Never waits.
  package func silence() {
    var times: UInt64 = 0
    while read(descriptor, &times, 8) < 0, errno == EINTR {}
  }
}
