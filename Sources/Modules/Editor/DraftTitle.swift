import TextEngine

/// What a note that has no file yet is called: its first line that says something.
enum DraftTitle {
  static func title(of text: TextBuffer) -> String {
    for index in 0..<min(text.lineCount, 50) {
      let line = String(decoding: text.line(index), as: UTF8.self)
      let words = line.drop { $0 == "#" || $0 == " " || $0 == "\t" }
      if !words.isEmpty, words != "---" { return String(words.prefix(120)) }
    }
    return "Untitled"
  }
}
