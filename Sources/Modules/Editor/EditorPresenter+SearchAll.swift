import Bytes
import Services
import TextEngine

/// From a note to the search of all notes.
extension EditorPresenter {
  /// What is selected is looked for as it stands, the word at the cursor as words begin; without
  /// either the search shows what was looked for last.
  func searchAll() {
    guard interactor.isLoaded, !state.isPeek else { return showState() }
    let text = interactor.text
    let selected = selections.main.range
    let range = selected.isEmpty ? text.wordOrWordBefore(at: selections.main.head) : selected
    let end = min(range.upperBound, range.lowerBound + Self.longestSought)
    let line = text.bytes(in: range.lowerBound..<end).prefix { $0 != UInt8(ascii: "\n") }
    // What was cut within a character is no text at its end.
    let words = String(decoding: line, as: UTF8.self).filter { $0 != "\u{fffd}" }
    if words.unicodeScalars.contains(where: {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }) {
      let query: NoteQuery = selected.isEmpty ? .word(words) : .phrase(words)
      let written = Percent.text(of: query.text.utf8) {
        Percent.isPlain($0) && $0 != UInt8(ascii: "#")
      }
      leave(for: .place("notes://search/\(written)"))
    } else if selected.isEmpty {
      leave(for: .place("notes://search"))
    } else {
      say("There is no letter and no digit in what is selected.")
    }
  }

  /// In bytes: nobody looks for more.
  private static var longestSought: Int { 200 }
}
