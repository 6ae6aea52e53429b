package import Synchronization

/// Does random things to texts in the engine, and compares each time with plain models. All that
/// happens follows from a seed.
package enum Fuzzer {
  /// What does not agree, and the fewest steps found that lead there.
  package struct Failure: Sendable {
    package let seed: UInt64
    package let problem: String
    package let steps: [Int]
    /// What those steps did, one a line.
    package let story: [String]
  }

  /// What is being run, for the report when the process ends in the middle.
  package static let seed = Atomic<UInt64>(0)
  package static let step = Atomic<Int>(0)

  /// How many steps a seed has.
  package static func stepCount(of seed: UInt64) -> Int { FuzzSetting(seed: seed).steps }

  /// Runs a seed, or some of its steps; nil where all agrees.
  package static func run(seed: UInt64, only steps: [Int]? = nil) -> Failure? {
    let steps = steps ?? Array(0..<stepCount(of: seed))
    guard let last = firstFailure(seed, steps) else { return nil }
    let few = fewest(of: Array(steps[...last])) { firstFailure(seed, $0) != nil }
    return failure(seed, few)
  }

  /// Which of the steps ends in a disagreement.
  private static func firstFailure(_ seed: UInt64, _ steps: [Int]) -> Int? {
    var session = FuzzSession(seed: seed)
    Self.seed.store(seed, ordering: .relaxed)
    for (index, step) in steps.enumerated() {
      Self.step.store(step, ordering: .relaxed)
      if session.run(step: step) != nil { return index }
    }
    return nil
  }

  private static func failure(_ seed: UInt64, _ steps: [Int]) -> Failure? {
    var session = FuzzSession(seed: seed)
    var story: [String] = []
    for step in steps {
      let before = session.model
      let problem = session.run(step: step)
      let change = before == session.model ? "" : ", then \(shown(session.model))"
      story.append("\(step): \(session.lastStep)\(change)")
      if let problem { return Failure(seed: seed, problem: problem, steps: steps, story: story) }
    }
    return nil
  }

  private static func shown(_ bytes: [UInt8]) -> String {
    let text = bytes.prefix(300).map { byte in
      byte >= 0x20 && byte < 0x7f
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
    }
    return "\(bytes.count) bytes: \(text.joined())\(bytes.count > 300 ? "…" : "")"
  }

  /// Leaves out what is not needed for a failure: halves first, then single steps.
  package static func fewest(of steps: [Int], tries: Int = 2_000, _ fails: ([Int]) -> Bool) -> [Int]
  {
    var (steps, tries) = (steps, tries)
    var size = max(1, steps.count / 2)
    while tries > 0 {
      var start = 0
      var isShorter = false
      while start < steps.count, tries > 0 {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        tries -= 1
        if !fewer.isEmpty, fails(fewer) {
          steps = fewer
          isShorter = true
        } else {
          start += size
        }
      }
      if size == 1, !isShorter { break }
      size = max(1, size / 2)
    }
    return steps
  }
}
