import KeyRows
import TextEngine

@testable import Emacs

extension EmacsOptions {
  /// The settings with which the rows were judged.
  static var asShipped: EmacsOptions {
    var options = EmacsOptions()
    options.fillColumn = 30
    options.sentencesEndWithTwoBlanks = true
    options.movesByRows = false
    return options
  }
}

/// A text with the machine that its keys go to.
struct EmacsPlay {
  var machine: EmacsMachine
  var text: KeyText
  var effects: [KeyEffect] = []

  /// `|` is the cursor; without one it is at the start.
  init(_ marked: String, options: EmacsOptions = EmacsOptions()) {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let offset = parts.count > 1 ? parts[0].utf8.count : 0
    self.init(parts.joined(), offset: offset, options: options)
  }

  init(_ string: String, offset: Int, options: EmacsOptions) {
    text = KeyText(
      Rope(Array(string.utf8)), selections: Selections(Selection(at: ByteOffset(offset))))
    machine = EmacsMachine(options: options)
  }

  /// Each key gets a text handed over for that key, as in the program.
  mutating func press(_ keys: [String]) {
    for key in keys {
      var given = KeyText(
        text.text, history: text.history, selections: text.selections, format: text.format)
      effects = machine.press(key, in: &given)
      text = given
    }
  }

  mutating func press(_ keys: String) {
    press(EmacsRow.keys(of: keys))
  }

  var string: String { String(decoding: text.text.bytes, as: UTF8.self) }

  /// The text with `|` where the cursor is.
  var marked: String {
    let bytes = text.text.bytes
    return String(decoding: bytes[..<machine.point], as: UTF8.self) + "|"
      + String(decoding: bytes[machine.point...], as: UTF8.self)
  }

  static func after(_ marked: String, _ keys: String) -> String {
    var play = EmacsPlay(marked)
    play.press(keys)
    return play.marked
  }
}
