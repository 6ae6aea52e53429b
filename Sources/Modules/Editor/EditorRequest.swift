import Bytes
import Comparing
import Entities
import Regex
import Services
import TextEngine
import UseCases
import VaultSettings
import Viper

/// Something that is read, searched or written elsewhere, with the type of its answer.
///
/// ```swift
/// interactor.ask(.recentNotes) { notes in … }
/// ```
struct EditorRequest<Answer> {
  /// What a fake tells requests apart by.
  let name: String
  let start: @MainActor (EditorInteractor, @escaping @MainActor (Answer) -> Void) -> Void
}

// MARK: - In this text

extension EditorRequest where Answer == ByteOffset? {
  /// Where a line or a part begins, once the text was read to its end.
  static func offset(of target: EditorTarget) -> Self {
    Self(name: "offset of \(target)") { $0.find(target, then: $1) }
  }
}

extension EditorRequest where Answer == Result<TextSearch.Step?, SearchTrouble> {
  static func match(
    of search: TextSearch, _ way: EditorSearchWay, scope: Range<ByteOffset>?,
    within budget: RegexBudget
  ) -> Self {
    Self(name: "match \(way)") { $0.find(search, way, scope: scope, within: budget, then: $1) }
  }
}

extension EditorRequest where Answer == Result<TextSearch.Replaced, SearchTrouble> {
  /// What replacing all matches comes to.
  static func replacement(
    of search: TextSearch, with new: Replacement, inside parts: [Range<ByteOffset>]?,
    within budget: RegexBudget
  ) -> Self {
    Self(name: "replacement") {
      $0.replaceAll(search, with: new, inside: parts, within: budget, then: $1)
    }
  }
}

extension EditorRequest where Answer == MatchCounter? {
  /// Nil where the count was ended, or the text changed meanwhile.
  static func count(_ counter: MatchCounter, within budget: RegexBudget) -> Self {
    Self(name: "count") { $0.count(counter, within: budget, then: $1) }
  }
}

extension EditorRequest where Answer == Int? {
  static func words(in ranges: [Range<ByteOffset>]) -> Self {
    Self(name: "words") { $0.countWords(in: ranges, then: $1) }
  }
}

extension EditorRequest where Answer == String {
  /// What a note without a file would be called; empty while it has no text. It is answered at once.
  static var draftName: Self { Self(name: "draft name") { $1($0.draftName) } }
}

extension EditorRequest where Answer == [DifferenceLine] {
  /// Between the text and what the person is asked about.
  static var difference: Self { Self(name: "difference") { $0.findDifference(then: $1) } }
}

// MARK: - Of other notes

extension EditorRequest where Answer == [EditorCandidate] {
  static func candidates(for completion: Completion) -> Self {
    Self(name: "candidates") { $0.findCandidates(for: completion, then: $1) }
  }
}

extension EditorRequest where Answer == EditorFoundNotes {
  static func notes(named name: String, in home: LinkHome?) -> Self {
    Self(name: "notes named \(name)") { $0.findNotes(name, in: home, then: $1) }
  }
}

extension EditorRequest where Answer == [NoteID] {
  static var recentNotes: Self { Self(name: "recent notes") { $0.readRecents(then: $1) } }
}

extension EditorRequest where Answer == Result<(note: NoteID, link: String), any Error> {
  /// Makes a note of a part of the text.
  static func extraction(of part: NoteExtraction) -> Self {
    Self(name: "extraction") { $0.extract(part, then: $1) }
  }
}

// MARK: - Of dictionaries

/// The dictionaries of a note, and what is known of words by them.
struct EditorDictionaries {
  let languages: SpellingLanguages
  let reader: WordReader
  fileprivate let memory: SpellingMemory

  var names: String { languages.names.joined(separator: ", ") }

  /// For each word that was asked for, whether it is right.
  @MainActor var known: [String: Bool] { memory.words(in: languages) }
}

/// Why dictionaries could not be opened.
struct EditorDictionaryProblem: Error {
  let message: String
  /// It was not reported to the person before.
  let isNew: Bool
}

extension EditorRequest where Answer == Result<EditorDictionaries, EditorDictionaryProblem> {
  static var dictionaries: Self {
    Self(name: "dictionaries") { interactor, deliver in
      guard let memory = interactor.services.spelling else { return }
      interactor.openLanguages { result in
        deliver(
          result.map {
            EditorDictionaries(languages: $0, reader: WordReader(signs: $0.signs), memory: memory)
          }.mapError {
            let message = $0.explanation
            return EditorDictionaryProblem(message: message, isNew: memory.isNew(message))
          })
      }
    }
  }
}

extension EditorRequest where Answer == Set<String> {
  /// Those of the words that are misspelled.
  static func misspelled(_ words: Set<String>, by dictionaries: EditorDictionaries) -> Self {
    Self(name: "misspelled of \(words.sorted())") {
      $0.lookUp(words, in: dictionaries.languages, then: $1)
    }
  }
}

extension EditorRequest where Answer == [String] {
  static func suggestions(for word: String, by dictionaries: EditorDictionaries) -> Self {
    Self(name: "suggestions for \(word)") {
      $0.findSuggestions(for: word, in: dictionaries.languages, then: $1)
    }
  }
}

extension EditorRequest where Answer == String? {
  /// Adds a word to a list, or until the program ends; answers with why it could not be added.
  static func addition(of word: String, to list: OwnWordList?) -> Self {
    Self(name: "addition of \(word)") { $0.accept(word, in: list, then: $1) }
  }
}

// MARK: - Outside the vault

extension EditorRequest where Answer == String {
  /// Offers a text to other programs; answers only where that failed.
  static func offering(_ text: Rope) -> Self {
    Self(name: "offering") { $0.offerToClipboard(text, fail: $1) }
  }
}

extension EditorRequest where Answer == [UInt8]? {
  /// What other programs copied; nil where that is no text.
  static var clipboard: Self { Self(name: "clipboard") { $0.readClipboard(then: $1) } }
}

extension EditorRequest where Answer == Result<[UInt8], any Error> {
  /// What a command of the shell makes of a text.
  static func filtered(_ text: [UInt8], by command: String, until stop: FilterStop) -> Self {
    Self(name: "filtered by \(command)") { interactor, deliver in
      guard let filter = interactor.services.system.filter else { return }
      interactor.scope.run(
        { try await filter.filter(text, by: command, until: stop) }, then: deliver)
    }
  }
}

extension EditorRequest where Answer == Result<FileAttaching.Attached, any Error> {
  /// Copies a file into the vault.
  static func attachment(of path: String, to note: NoteID) -> Self {
    Self(name: "attachment of \(path)") { interactor, deliver in
      guard let attaching = interactor.services.system.attaching else { return }
      interactor.scope.run(
        { try await attaching.attach(attaching.outside.path(typed: path), to: note) },
        then: deliver)
    }
  }
}
