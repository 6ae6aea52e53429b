import Entities

/// Checks words against the dictionaries of some languages and the user's own words.
package protocol NoteSpelling: Sendable {
  /// The lists that a word can be added to.
  var lists: [OwnWordList] { get }

  /// Opens dictionaries by names such as `en_US` or `de`, or those of the user's locale if none is
  /// named. A note may name others in its property `lang`: its first bytes are enough for that.
  func languages(
    _ named: [String], ofNote head: [UInt8]
  ) async throws(SpellingError) -> SpellingLanguages

  /// Returns the words that no language contains.
  func wrong(_ words: Set<String>, in languages: SpellingLanguages) async -> Set<String>

  /// Returns all words of a note that no language contains, with repetitions.
  func wrongWords(of note: [UInt8], in languages: SpellingLanguages) async -> [WrongWord]

  /// Returns suggestions for a misspelled word, the best first.
  func suggestions(for word: String, in languages: SpellingLanguages) async -> [String]

  /// Adds the word to a list; it is correct from then on.
  func add(_ word: String, to list: OwnWordList) async throws(SpellingError)

  /// Accepts the word while the program runs.
  func ignore(_ word: String) async

  /// Removes the word from a list, or no longer accepts it. Returns false if it was not there.
  func remove(_ word: String, from list: OwnWordList?) async throws(SpellingError) -> Bool

  /// Returns words that begin so, from the own lists and the dictionaries, in alphabetical order.
  func words(beginning start: String, in languages: SpellingLanguages) async -> [String]
}

/// Languages with open dictionaries. A word is correct if one of them contains it.
package struct SpellingLanguages: Hashable, Sendable {
  package let names: [String]
  /// The characters other than letters that may be in words, from the first language.
  package let signs: String

  package init(names: [String], signs: String) {
    self.names = names
    self.signs = signs
  }
}

package enum OwnWordList: Sendable {
  /// The user's words, for all vaults.
  case person
  /// The vault's words, for all who work in it.
  case vault
}

package struct WrongWord: Equatable, Sendable {
  package let word: String
  /// Both are counted from 1; the column is in characters.
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
  case cannotRemove(String, reason: String)

  package var message: String {
    switch self {
    case .noDictionary(let name, let folders):
      "There is no dictionary for “\(name)”. Debian has it in the package \(Self.package(for: name)); "
        + "looked for in \(folders.joined(separator: ", "))."
    case .unreadable(let path, let reason): "The dictionary \(path) cannot be read: \(reason)."
    case .cannotAdd(let path, let reason): "The word was not added to \(path): \(reason)."
    case .cannotRemove(let path, let reason):
      "The word was not removed from \(path): \(reason)."
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
