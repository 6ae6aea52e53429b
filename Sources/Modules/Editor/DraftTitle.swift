import TextEngine

/// What a note that has no file yet is called: its first line that says something.
enum DraftTitle {
  static func title(of text: Rope) -> String {
    for index in 0..<min(text.lineCount, 50) {
      let content = text.content(of: LineNumber(index))
      // A title is short, and a line may be all of a large file.
      let range = content.lowerBound..<min(content.upperBound, content.lowerBound + 1000)
      let line = String(decoding: text.bytes(in: range), as: UTF8.self)
      let words = line.drop { $0 == "#" || $0 == " " || $0 == "\t" }
      if !words.isEmpty, words != "---" { return String(words.prefix(120)) }
    }
    return "Untitled"
  }
}
