import Emacs
import KeyRows
import TextEngine

/// A text with several cursors, to which keys go as in the program.
struct EmacsCursorsPlay {
  var machines: KeyMachines
  var text: KeyText
  var effects: [KeyEffect] = []

  /// `|` is a cursor each; the first is the main one.
  init(_ marked: String) {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    var offsets: [Int] = []
    for part in parts.dropLast() { offsets.append((offsets.last ?? 0) + part.utf8.count) }
    self.init(parts.joined(), at: offsets)
  }

  init(_ string: String, at offsets: [Int], main: Int = 0) {
    var options = EmacsOptions()
    options.movesByRows = false
    options.mostMacroKeys = 200
    machines = KeyMachines(EmacsMachine(options: options))
    let cursors = offsets.map { Selection(at: ByteOffset($0)) }
    text = KeyText(
      Rope(Array(string.utf8)),
      selections: Selections(cursors, main: main) ?? Selections(Selection(at: .zero)))
  }

  mutating func press(_ keys: String) { for key in EmacsRow.keys(of: keys) { press(key: key) } }

  mutating func press(key: String) {
    var given = KeyText(
      text.text, history: text.history, selections: text.selections, format: text.format)
    effects = machines.press(key, in: &given)
    text = given
  }

  var string: String { String(decoding: text.text.bytes, as: UTF8.self) }
  var heads: [Int] { text.selections.all.map(\.head.value) }
  var mainHead: Int { text.selections.main.head.value }

  var marked: String {
    var bytes = text.text.bytes
    for head in heads.reversed() { bytes.insert(UInt8(ascii: "|"), at: head) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func after(_ marked: String, _ keys: String) -> String {
    var play = EmacsCursorsPlay(marked)
    play.press(keys)
    return play.marked
  }
}
