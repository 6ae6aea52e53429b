package import Services
import Synchronization

/// What other programs did, as a test says it.
package final class MemoryEvents: FileEvents {
  private let listeners = Mutex<[AsyncStream<FileEvent>.Continuation]>([])

  package init() {}

  package func changes() -> AsyncStream<FileEvent> {
    AsyncStream { continuation in listeners.withLock { $0.append(continuation) } }
  }

  package func tell(_ event: FileEvent) {
    for listener in listeners.withLock({ $0 }) { listener.yield(event) }
  }

  package func mark() { tell(.notes([])) }
}
