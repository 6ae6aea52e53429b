import Synchronization
import Threads

/// Lets any thread end a program that is under way.
package final class ProgramStop: Sendable {
  private let isAsked = Atomic(false)
  private let bell = Bell()

  package init() {}

  package func ask() {
    isAsked.store(true, ordering: .releasing)
    bell.ring()
  }

  package var wasAsked: Bool { isAsked.load(ordering: .acquiring) }

  /// Becomes readable once it is asked.
  var descriptor: Int32 { bell.descriptor }
}
