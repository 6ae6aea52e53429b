package import Regex
package import TextEngine

/// A text with several cursors, to which keys go as in the program.
package struct CursorsPlay {
  package var machines: KeyMachines
  package var text: KeyText
  /// What the next keys may cost together; nil is enough for each.
  package var budget: RegexBudget?
  package private(set) var effects: [KeyEffect] = []
  /// The program's names of keys that are written as the other editor writes them.
  private let names: @Sendable (String) -> [String]

  /// `|` is a cursor each; the first is the main one.
  package init(
    _ machine: some KeyMachine, _ marked: String, names: @escaping @Sendable (String) -> [String]
  ) {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    var offsets: [Int] = []
    for part in parts.dropLast() { offsets.append((offsets.last ?? 0) + part.utf8.count) }
    self.init(machine, parts.joined(), at: offsets, main: 0, names: names)
  }

  package init(
    _ machine: some KeyMachine, _ string: String, at offsets: [Int], main: Int,
    names: @escaping @Sendable (String) -> [String]
  ) {
    machines = KeyMachines(machine)
    self.names = names
    let cursors = offsets.map { Selection(at: ByteOffset($0)) }
    text = KeyText(
      Rope(Array(string.utf8)),
      selections: Selections(cursors, main: main) ?? Selections(Selection(at: .zero)))
  }

  package mutating func press(_ keys: String) { for key in names(keys) { press(key: key) } }

  package mutating func press(key: String) {
    var given = KeyText(
      text.text, history: text.history, selections: text.selections, format: text.format)
    if let budget { given.budget = budget }
    effects = machines.press(key, in: &given)
    text = given
  }

  package var string: String { String(decoding: text.text.bytes, as: UTF8.self) }
  package var heads: [Int] { text.selections.all.map(\.head.value) }
  package var mainHead: Int { text.selections.main.head.value }

  /// The text with `|` where the cursors are.
  package var marked: String {
    var bytes = text.text.bytes
    for head in heads.reversed() { bytes.insert(UInt8(ascii: "|"), at: head) }
    return String(decoding: bytes, as: UTF8.self)
  }

  package func after(_ keys: String) -> String {
    var play = self
    play.press(keys)
    return play.marked
  }
}
