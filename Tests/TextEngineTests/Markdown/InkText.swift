import TextEngine

/// Inks written as words: `strong+marker'**' strong'word'`, each stretch with its bytes.
enum InkText {
  static func written(_ text: String) -> String {
    var highlighter = Highlighter(for: Rope())
    return written(&highlighter, Rope(Array(text.utf8)))
  }

  static func written(_ highlighter: inout Highlighter, _ rope: Rope) -> String {
    highlighter.spans(of: rope.all, in: rope).map { span in
      let words = String(decoding: rope.bytes(in: span.range), as: UTF8.self)
      return span.kinds.inks.map { "\($0)" }.joined(separator: "+")
        + "'\(words.replacing("\n", with: "⏎"))'"
    }.joined(separator: " ")
  }

  /// Only what has this ink.
  static func with(_ ink: Ink, _ text: String) -> [String] {
    let rope = Rope(Array(text.utf8))
    var highlighter = Highlighter(for: rope)
    return highlighter.spans(of: rope.all, in: rope).filter { $0.kinds.contains(ink) }
      .map { String(decoding: rope.bytes(in: $0.range), as: UTF8.self) }
  }
}
