/// Runs actions on the main actor after a delay. Tests advance the time manually.
@MainActor
package protocol Scheduler: AnyObject {
  /// False if a test or a script advances the time: nothing essential may wait for a timer then.
  var runsByItself: Bool { get }
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> Timer
}

/// A scheduled action. Releasing the timer does not cancel it.
@MainActor
package struct Timer {
  private let whenCancelled: @MainActor () -> Void

  package init(whenCancelled: @escaping @MainActor () -> Void) {
    self.whenCancelled = whenCancelled
  }

  package func cancel() { whenCancelled() }
}
