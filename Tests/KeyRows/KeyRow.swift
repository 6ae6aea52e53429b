/// A text, a cursor and keys, and what another editor made of them.
package protocol KeyRow {
  associatedtype Outcome

  /// The editor that judged it.
  static var judge: String { get }

  init?(_ line: [UInt8])
  var id: String { get }
  var category: String { get }
  var text: String { get }
  /// A line from 1 and a byte in it.
  var cursor: [Int] { get }
  /// As that editor writes them.
  var keys: String { get }
  /// What it says; nil where only the question is there, or where its judgement does not count.
  var wanted: Outcome? { get }
  /// Presses the keys one by one.
  func play() -> Outcome
  /// What of the two is not the same; empty where all is.
  static func differences(_ wanted: Outcome, _ own: Outcome) -> [KeyDifference]
  /// An outcome as members of a JSON object.
  static func members(of outcome: Outcome) -> [String]
}

/// One thing that came out otherwise, as a person reads it.
package struct KeyDifference {
  let name: String
  let wanted: String
  let own: String

  init(_ name: String, _ wanted: String, _ own: String) {
    self.name = name
    self.wanted = wanted
    self.own = own
  }
}
