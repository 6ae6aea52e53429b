package import Services

/// The answers of dictionaries, shared by all editors of a vault. Problems with them are reported once, by
/// the first editor that asks.
@MainActor
package final class SpellingMemory {
  let spelling: any NoteSpelling
  private var known: [SpellingLanguages: [String: Bool]] = [:]
  private var reported: Set<String> = []

  /// With more words than this all are forgotten.
  private static let most = 100_000

  package init(_ spelling: any NoteSpelling) {
    self.spelling = spelling
  }

  /// Whether each known word is right.
  func words(in languages: SpellingLanguages) -> [String: Bool] { known[languages] ?? [:] }

  func learn(_ words: Set<String>, wrong: Set<String>, in languages: SpellingLanguages) {
    if known[languages]?.count ?? 0 > Self.most { known[languages] = nil }
    for word in words { known[languages, default: [:]][word] = !wrong.contains(word) }
  }

  /// Forgets all answers: a new word may make others right too.
  func forget() { known = [:] }

  /// Whether a problem was not reported yet. It counts as reported afterward.
  func isNew(_ problem: String) -> Bool { reported.insert(problem).inserted }
}
