import Synchronization

/// Counts steps, for a test that stops at one of them.
final class StepCount: Sendable {
  private let count = Mutex(0)

  /// From 0.
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count - 1
    }
  }
}
