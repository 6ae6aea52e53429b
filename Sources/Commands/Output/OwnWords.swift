import Cells

/// What the program itself says, as the locale can show it: where that has no letters beyond ASCII, the
/// signs in it are written as other programs write them there. Names and texts of notes are not touched
/// where they are results.
package struct OwnWords: Sendable {
  private let isUTF8: Bool

  /// Where every letter can be shown.
  package static let unchanged = OwnWords(isUTF8: true)

  private init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  /// By the rule that the screen chooses its letters by.
  package init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let name = locale?.prefix { $0 != "@" } ?? "C.UTF-8"
    let parts = name.split(separator: ".", maxSplits: 1)
    isUTF8 =
      parts.count < 2
      ? !["C", "POSIX"].contains(name) : ["utf-8", "utf8"].contains(parts[1].lowercased())
  }

  /// A name or a line of a note, where it is shown to a person: letters that the locale does not have are
  /// spelled out, as ls does.
  func spelledOut(_ text: String) -> String {
    if isUTF8 || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.unicodeScalars.map { $0.isASCII ? String($0) : Cells.escape(for: $0) }.joined()
  }

  package func fit(_ text: String) -> String {
    if isUTF8 || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var fitting = ""
    for scalar in text.unicodeScalars {
      if let sign = Self.signs[scalar] {
        fitting += sign
      } else {
        fitting.unicodeScalars.append(scalar)
      }
    }
    return fitting
  }

  private static let signs: [Unicode.Scalar: String] = [
    "“": "\"", "”": "\"", "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-", "→": "->", "×": "x",
    "·": "-",
  ]
}
