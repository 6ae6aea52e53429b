import Entities

/// Which words are right, by the dictionaries of some languages and by a person's own words.
package protocol NoteSpelling: Sendable {
  /// The lists that a word can be added to.
  var lists: [OwnWordList] { get }

  /// Opens dictionaries by their names, as `en_US` or `de`; without a name those of where the person
  /// lives. A note may name its own, by `lang` in its properties: its first bytes are enough for that.
  func languages(
    _ named: [String], ofNote head: [UInt8]
  ) async throws(SpellingError) -> SpellingLanguages

  /// Those of the words that no language has.
  func wrong(_ words: Set<String>, in languages: SpellingLanguages) async -> Set<String>

  /// All words of a note that no language has, with repetitions.
  func wrongWords(of note: [UInt8], in languages: SpellingLanguages) async -> [WrongWord]

  /// What a word may have been meant as, the best first.
  func suggestions(for word: String, in languages: SpellingLanguages) async -> [String]

  /// From now on the word is right.
  func add(_ word: String, to list: OwnWordList) async throws(SpellingError)

  /// The word is right while the program runs.
  func ignore(_ word: String) async
}

/// Languages whose dictionaries are open. A word is right if one of them has it.
package struct SpellingLanguages: Hashable, Sendable {
  package let names: [String]
  /// What belongs to words besides letters, as the first language has it.
  package let signs: String

  package init(names: [String], signs: String) {
    self.names = names
    self.signs = signs
  }
}

package enum OwnWordList: Sendable {
  /// The person's, for all vaults.
  case person
  /// The vault's, for all who work in it.
  case vault
}

package struct WrongWord: Equatable, Sendable {
  package let word: String
  /// Counted from 1, as the column is, in characters.
  package let line: Int
  package let column: Int

  package init(word: String, line: Int, column: Int) {
    self.word = word
    self.line = line
    self.column = column
  }
}

package enum SpellingError: ExplainedError, Equatable, Sendable {
  case noDictionary(String, folders: [String])
  case unreadable(String, reason: String)
  case cannotAdd(String, reason: String)

  package var message: String {
    switch self {
    case .noDictionary(let name, let folders):
      "There is no dictionary for “\(name)”. Debian has it in the package \(Self.package(for: name)); "
        + "looked for in \(folders.joined(separator: ", "))."
    case .unreadable(let path, let reason): "The dictionary \(path) cannot be read: \(reason)."
    case .cannotAdd(let path, let reason): "The word was not added to \(path): \(reason)."
    }
  }

  /// Debian's packages are named by the language, and by the country where there are several.
  private static func package(for name: String) -> String {
    let parts = name.lowercased().split { $0 == "_" || $0 == "-" }
    let language = parts.first.map(String.init) ?? ""
    guard let usual = ["de": "de", "en": "us", "pt": "br"][language] else {
      return "hunspell-\(language)"
    }
    return "hunspell-\(language)-\(parts.count > 1 ? String(parts[1]) : usual)"
  }
}
