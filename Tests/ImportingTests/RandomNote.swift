import TestSupport

/// A note with everything that all programs can store.
struct RandomNote {
  var title: String
  var lines: [String]
  var tags: [String]
  var created: Int64
  var changed: Int64
  var isPinned: Bool
  var isTrashed: Bool
  var file: [UInt8]?

  private static let words = [
    "tea", "sea", "Öl", "日本語", "🎉", "#tag", "*x*", "1.", "-", "+", ">", "[[no]]", "[a](b)", "<b>",
    "&amp;", "`code`", "x_y_z", "~~a~~", "==b==", "$5", "|", "\\", "\"q\"", "'s", "---", "a@b",
    "100%",
    "^up", "%%", "![p](q)", "::", "=", "http://e.org/a_b?c=d&e=f#g",
  ]

  init(_ number: Int, _ random: inout SeededRandom, plain: Bool = false) {
    func words(_ count: ClosedRange<Int>) -> String {
      let all = plain ? Array(Self.words.prefix(5)) + ["and", "more", "of", "it"] : Self.words
      return (0..<Int.random(in: count, using: &random)).map { _ in
        all.randomElement(using: &random) ?? ""
      }.joined(separator: " ")
    }
    title = "Note \(number) " + words(1...3)
    lines = (0..<Int.random(in: 1...8, using: &random)).map { _ in words(1...6) }
    tags = Array(["home", "two-words", "a/b", "日本"].shuffled(using: &random).prefix(2))
    created = Int64.random(in: 1_000_000_000..<1_700_000_000, using: &random)
    changed = created + Int64.random(in: 1..<10_000_000, using: &random)
    isPinned = Bool.random(using: &random)
    isTrashed = Int.random(in: 0..<5, using: &random) == 0
    if Bool.random(using: &random) {
      file =
        (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) } + Array("\(number)".utf8)
    }
  }

  var body: String { lines.joined(separator: "\n") }

  /// A text as a JSON string.
  static func json(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
