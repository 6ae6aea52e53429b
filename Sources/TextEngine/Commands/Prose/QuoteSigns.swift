/// The quotes that a language prints; those of French have narrow blanks inside.
package struct QuoteSigns: Equatable, Sendable {
  var open: String
  var close: String
  /// Of what is said within what is said.
  var innerOpen: String
  var innerClose: String

  private static let byLanguage: [(languages: String, signs: String)] = [
    ("cs de is lt sk sl", "„ “ ‚ ‘"), ("hr pl", "„ ” ‚ ’"), ("ro", "„ ” « »"), ("hu", "„ ” » «"),
    ("fi sv", "” ” ’ ’"), ("da", "» « › ‹"), ("nb nn no", "« » ‘ ’"), ("el es it pt", "« » “ ”"),
    ("be ru uk", "« » „ “"), ("fr", "«\u{202f} \u{202f}» “ ”"),
    ("de_ch fr_ch it_ch", "« » ‹ ›"), ("pt_br", "“ ” ‘ ’"),
  ]

  /// Those of English. Each command has signs, and seldom asks for them.
  package static let usual = QuoteSigns(language: "en")

  /// By a language's code, as `de` or `de_CH`; those of English for one that is not in the table.
  package init(language: String) {
    let code = language.lowercased().replacing("-", with: "_")
    let found = [code, String(code.prefix { $0 != "_" })].lazy.compactMap { name in
      Self.byLanguage.first { $0.languages.split(separator: " ").contains { $0 == name } }
    }.first
    let signs = (found?.signs ?? "“ ” ‘ ’").split(separator: " ").map(String.init)
    (open, close, innerOpen, innerClose) = (signs[0], signs[1], signs[2], signs[3])
  }
}
