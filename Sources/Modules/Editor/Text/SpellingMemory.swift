package import Services

/// What dictionaries have said of words, for all editors of a vault; and what is wrong with them,
/// reported once, in the editor that asks first.
@MainActor
package final class SpellingMemory {
  let spelling: any NoteSpelling
  private var known: [SpellingLanguages: [String: Bool]] = [:]
  private var reported: Set<String> = []

  /// More words are forgotten, and asked for again.
  private static let most = 100_000

  package init(_ spelling: any NoteSpelling) {
    self.spelling = spelling
  }

  /// For each word that was asked for, whether it is right.
  func words(in languages: SpellingLanguages) -> [String: Bool] { known[languages] ?? [:] }

  func learn(_ words: Set<String>, wrong: Set<String>, in languages: SpellingLanguages) {
    if known[languages]?.count ?? 0 > Self.most { known[languages] = nil }
    for word in words { known[languages, default: [:]][word] = !wrong.contains(word) }
  }

  /// A word was added or is ignored, which may make others right as well.
  func forget() { known = [:] }

  /// Whether it was not reported yet; from now on it is.
  func isNew(_ problem: String) -> Bool { reported.insert(problem).inserted }
}
