/// The limits on the cost of a single value, and of all values of a block or a view together.
///
/// Steps are counted instead of time, so that a query ends at the same row on any computer. A step
/// is about 100 nanoseconds of work.
package final class WorkBudget {
  package enum Exhaustion: String, Error {
    case steps = "this takes too many steps"
    case memory = "this takes too much memory"
    case allSteps = "all rows together take too many steps"
    case allMemory = "all rows together take too much memory"
    case cancelled = "this was stopped"
  }

  /// The limits for a single value.
  static let mostSteps = 200_000
  package static let mostBytes = 16 << 20
  private static let deepest = 500
  /// The number of bytes that cost as much as a step.
  private static let bytesInStep = 64
  /// The number of steps between two checks for cancellation.
  private static let stepsBetweenChecks = 10_000

  private let mostOfAll: Int
  private let mostMemory: Int
  private var (steps, bytes, depth) = (0, 0, 0)
  /// The cost of all values so far, in steps.
  package private(set) var work = 0
  /// The memory of values that are part of the result.
  private var bytesUsed = 0
  private var nextLook = 0
  private var isCancelled = false

  package init(steps: Int, bytes: Int) { (mostOfAll, mostMemory) = (steps, bytes) }

  /// The budget for a block in a note: two seconds of work.
  package static var ofBlock: WorkBudget {
    WorkBudget(steps: mostWorkOfBlock, bytes: 32 << 20)
  }
  static let mostWorkOfBlock = 20_000_000

  /// The budget for a view that the user opened as a whole.
  package static var ofView: WorkBudget { WorkBudget(steps: 400_000_000, bytes: 1 << 30) }

  /// Whether no more values can be evaluated.
  package var isSpent: Bool { work > mostOfAll || bytesUsed > mostMemory || isCancelled }

  package func startValue() { (steps, bytes, depth) = (0, 0, 0) }

  /// Begins a part of a value; returns false if it is nested too deeply. `leave` ends it.
  func enter() -> Bool {
    guard depth < Self.deepest else { return false }
    depth += 1
    return true
  }

  func leave() { depth -= 1 }

  package func spend(_ steps: Int, bytes: Int) throws(Exhaustion) {
    self.steps += steps
    self.bytes += bytes
    work += steps + bytes / Self.bytesInStep
    if work >= nextLook {
      nextLook = work + Self.stepsBetweenChecks
      isCancelled = isCancelled || Task.isCancelled
    }
    if isCancelled { throw .cancelled }
    if self.steps > Self.mostSteps { throw .steps }
    if self.bytes > Self.mostBytes { throw .memory }
    if work > mostOfAll { throw .allSteps }
    if bytesUsed > mostMemory { throw .allMemory }
  }

  /// Charges work that is done for many values together.
  package func spendOnAll(_ steps: Int) throws(Exhaustion) {
    work += steps
    try spend(0, bytes: 0)
  }

  /// Charges the memory of the current value, which becomes part of the result.
  package func chargeResult() throws(Exhaustion) { try keep(bytes: bytes) }

  package func keep(bytes: Int) throws(Exhaustion) {
    bytesUsed += bytes
    if bytesUsed > mostMemory { throw .allMemory }
  }
}
