import Bytes
package import Entities
import Files
import NoteSyntax
package import Services

/// Spell checking by hunspell. A dictionary is loaded on first use, which takes a tenth of a
/// second, and stays in memory; the actor lets in one call at a time.
package actor DictionarySpelling: NoteSpelling {
  package nonisolated let lists: [OwnWordList]

  private let shelf: DictionaryShelf
  private let locale: String?
  private let files: [OwnWordList: OwnWordFile]
  private var names: [String: String] = [:]
  private var open: [String: HunspellDictionary] = [:]
  private var own = UserDictionary()
  private var ignored = UserDictionary()
  /// Cached results for the languages of the last request.
  private var known: (names: [String], words: [String: Bool]) = ([], [:])

  private static let mostKnown = 200_000
  private static let mostSuggestions = 8
  /// The most words that are offered for a beginning.
  private static let mostWords = 300

  /// Searches `folders` in their order. `locale` is the user's, such as `de_DE.UTF-8`. An encrypted
  /// vault has no word list, because it would be in plain text. A read-only vault gets no new
  /// words.
  package init(
    folders: [String], locale: String?, personWords: NotePath, vaultWords: NotePath? = nil,
    isReadOnly: Bool = false
  ) {
    shelf = DictionaryShelf(folders: folders)
    self.locale = locale
    var files = [OwnWordList.person: OwnWordFile(path: personWords, isOfVault: false)]
    if let vaultWords { files[.vault] = OwnWordFile(path: vaultWords, isOfVault: true) }
    self.files = files
    lists = vaultWords == nil || isReadOnly ? [.person] : [.person, .vault]
  }

  package func languages(
    _ named: [String], ofNote head: [UInt8]
  ) async throws(SpellingError) -> SpellingLanguages {
    readOwnWords()
    let ofNote = ProseWords.languages(of: head.span)
    let wanted = ofNote.isEmpty ? named : ofNote
    let names = wanted.isEmpty ? [try usual()] : try wanted.map(name)
    var signs: String?
    for name in names {
      let dictionary = try dictionary(name)
      signs = signs ?? dictionary.signs
    }
    return SpellingLanguages(names: names, signs: signs ?? "")
  }

  package func wrong(
    _ words: Set<String>, in languages: SpellingLanguages
  ) async -> Set<String> {
    words.filter { !isRight($0, in: languages) }
  }

  package func wrongWords(
    of note: [UInt8], in languages: SpellingLanguages
  ) async -> [WrongWord] {
    var found: [WrongWord] = []
    let reader = WordReader(signs: languages.signs)
    for word in ProseWords.words(of: note.span, by: reader) {
      if isRight(String(decoding: note[word.whole], as: UTF8.self), in: languages) { continue }
      let core = String(decoding: note[word.core], as: UTF8.self)
      if word.core != word.whole, isRight(core, in: languages) { continue }
      let before = note[..<word.core.lowerBound]
      let line = before[(before.lastIndex(of: Byte.lineFeed).map { $0 + 1 } ?? 0)...]
      found.append(
        WrongWord(
          word: core, line: word.line,
          column: String(decoding: line, as: UTF8.self).count + 1))
    }
    return found
  }

  package func suggestions(
    for word: String, in languages: SpellingLanguages
  ) async -> [String] {
    var found: [String] = []
    for name in languages.names {
      for word in open[name]?.suggestions(for: word) ?? [] where !found.contains(word) {
        found.append(word)
      }
    }
    return Array(found.prefix(Self.mostSuggestions))
  }

  package func add(_ word: String, to list: OwnWordList) async throws(SpellingError) {
    try files[list]?.add(word)
    own.insert(word)
  }

  package func ignore(_ word: String) async { ignored.insert(word) }

  package func remove(
    _ word: String, from list: OwnWordList?
  ) async throws(SpellingError) -> Bool {
    guard let list else { return ignored.remove(word) }
    let isRemoved = try files[list]?.remove(word) ?? false
    readOwnWords()
    return isRemoved
  }

  package func words(
    beginning start: String, in languages: SpellingLanguages
  ) async -> [String] {
    var found = Set(files.values.flatMap { $0.words() }.filter { $0.hasPrefix(start) })
    for name in languages.names {
      guard let base = names[name], let dictionary = open[name] else { continue }
      found.formUnion(dictionary.words(beginning: start, base: base).filter(dictionary.has))
    }
    return Array(found.sorted().prefix(Self.mostWords))
  }

  // MARK: - Looking up

  private func isRight(_ word: String, in languages: SpellingLanguages) -> Bool {
    if own.has(word) || ignored.has(word) { return true }
    if known.names != languages.names || known.words.count >= Self.mostKnown {
      known = (languages.names, [:])
    }
    if let known = known.words[word] { return known }
    let isRight = languages.names.contains { open[$0]?.has(word) == true }
    known.words[word] = isRight
    return isRight
  }

  /// Reads the files again, because the user may have edited them.
  private func readOwnWords() {
    own = UserDictionary()
    for file in files.values {
      for word in file.words() { own.insert(word) }
    }
  }

  // MARK: - Finding dictionaries

  private func dictionary(_ name: String) throws(SpellingError) -> HunspellDictionary {
    if let dictionary = open[name] { return dictionary }
    guard let base = names[name] else {
      throw .noDictionary(name, folders: shelf.folders)
    }
    let dictionary = try HunspellDictionary(base: base)
    open[name] = dictionary
    return dictionary
  }

  private func name(_ wanted: String) throws(SpellingError) -> String {
    if let name = DictionaryShelf.name(for: wanted, among: names.keys) { return name }
    // A dictionary may have been installed since.
    names = shelf.names()
    guard let name = DictionaryShelf.name(for: wanted, among: names.keys) else {
      throw .noDictionary(wanted, folders: shelf.folders)
    }
    return name
  }

  /// Returns the dictionary of the user's locale, or another one of the same language; English
  /// without a locale.
  private func usual() throws(SpellingError) -> String {
    let language = String((locale ?? "").prefix { $0 != "." && $0 != "@" })
    let wanted = ["", "C", "POSIX"].contains(language) ? "en_US" : language
    do throws(SpellingError) {
      return try name(wanted)
    } catch {
      guard let other = try? name(String(wanted.prefix { $0 != "_" })) else { throw error }
      return other
    }
  }
}

/// The dictionaries of the system and the user. Maps each name to the path of its two files without
/// `.aff` and `.dic`.
private struct DictionaryShelf: Sendable {
  /// The first folder that has a dictionary wins.
  let folders: [String]

  func names() -> [String: String] {
    var found: [String: String] = [:]
    for folder in folders {
      guard let open = try? Posix.openFolder(Array(folder.utf8)),
        let names = try? Posix.names(in: open.raw)
      else { continue }
      let files = Set(names.compactMap { String(validating: $0, as: UTF8.self) })
      for file in files where file.hasSuffix(".aff") {
        let name = String(file.dropLast(4))
        if files.contains("\(name).dic"), found[name] == nil { found[name] = "\(folder)/\(name)" }
      }
    }
    return found
  }

  /// Finds a dictionary: `en_GB` or `en-gb` means exactly that one, `de` the one of its own country
  /// or else the first. Nil if there is none.
  static func name(for wanted: String, among names: some Collection<String>) -> String? {
    func plain(_ name: String) -> String { name.lowercased().map { $0 == "-" ? "_" : $0 }.joined() }
    let wanted = plain(wanted)
    if let exact = names.first(where: { plain($0) == wanted }) { return exact }
    guard !wanted.isEmpty, !wanted.contains("_") else { return nil }
    let begun = names.filter { plain($0).hasPrefix("\(wanted)_") }.sorted()
    let usual = wanted == "en" ? "en_us" : "\(wanted)_\(wanted)"
    return begun.first { plain($0) == usual } ?? begun.first
  }
}

extension [Character] {
  fileprivate func joined() -> String { String(self) }
}
