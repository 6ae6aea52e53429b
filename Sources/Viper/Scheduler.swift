/// Runs an action on the main actor after a while. Tests turn it by hand.
@MainActor
package protocol Scheduler: AnyObject {
  /// False where a test or a script turns the clock: nothing that must happen may wait for it.
  var runsByItself: Bool { get }
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> Timer
}

/// One scheduled action. Letting go of it does not cancel it.
@MainActor
package struct Timer {
  private let whenCancelled: @MainActor () -> Void

  package init(whenCancelled: @escaping @MainActor () -> Void) {
    self.whenCancelled = whenCancelled
  }

  package func cancel() { whenCancelled() }
}
