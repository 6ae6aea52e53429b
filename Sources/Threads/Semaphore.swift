import Glibc

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
