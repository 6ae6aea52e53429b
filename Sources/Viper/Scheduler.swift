/// Runs actions on the main actor after a delay. Tests advance the time manually.
@MainActor
package protocol Scheduler: AnyObject {
  /// Whether time passes by itself. If a test or a script advances it, nothing essential may wait
  /// for a timer.
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
