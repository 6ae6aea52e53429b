package import Services

/// A dictionary of the given words, which blanks part.
package actor GivenSpelling: NoteSpelling {
  package nonisolated let lists: [OwnWordList]
  private var right: Set<String>
  private let meant: [String: [String]]
  private let languages: [String]
  package private(set) var added: [String] = []
  package private(set) var asked: [Set<String>] = []

  package init(
    _ right: Set<String>, meant: [String: [String]] = [:], languages: [String] = ["en_US"],
    lists: [OwnWordList] = [.person, .vault]
  ) {
    self.right = right
    self.meant = meant
    self.languages = languages
    self.lists = lists
  }

  package func languages(
    _ named: [String], ofNote head: [UInt8]
  ) async throws(SpellingError) -> SpellingLanguages {
    var wanted = named.isEmpty ? [languages.first ?? ""] : named
    let text = String(decoding: head, as: UTF8.self)
    if text.hasPrefix("---\nlang: ") { wanted = [String(text.dropFirst(10).prefix { $0 != "\n" })] }
    for name in wanted where !languages.contains(name) {
      throw .noDictionary(name, folders: ["/dictionaries"])
    }
    return SpellingLanguages(names: wanted, signs: "")
  }

  package func wrong(_ words: Set<String>, in languages: SpellingLanguages) async -> Set<String> {
    asked.append(words)
    return words.subtracting(right)
  }

  package func wrongWords(
    of note: [UInt8], in languages: SpellingLanguages
  ) async -> [WrongWord] {
    var found: [WrongWord] = []
    let lines = String(decoding: note, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      for word in line.split(separator: " ") where !right.contains(String(word)) {
        let column = line.distance(from: line.startIndex, to: word.startIndex)
        found.append(WrongWord(word: String(word), line: index + 1, column: column + 1))
      }
    }
    return found
  }

  package func suggestions(
    for word: String, in languages: SpellingLanguages
  ) async -> [String] { meant[word] ?? [] }

  package func add(_ word: String, to list: OwnWordList) async throws(SpellingError) {
    guard word != "refused" else { throw .cannotAdd("/words", reason: "the disk is full") }
    added.append("\(list) \(word)")
    right.insert(word)
  }

  package func ignore(_ word: String) async { right.insert(word) }

  package func remove(
    _ word: String, from list: OwnWordList?
  ) async throws(SpellingError) -> Bool {
    guard word != "refused" else { throw .cannotAdd("/words", reason: "the disk is full") }
    return right.remove(word) != nil
  }

  package func words(
    beginning start: String, in languages: SpellingLanguages
  ) async -> [String] { right.filter { $0.hasPrefix(start) }.sorted() }
}
