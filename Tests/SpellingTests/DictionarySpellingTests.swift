import Services
import TestSupport
import Testing

@testable import Spelling

@Suite("Spelling by dictionaries")
struct DictionarySpellingTests {
  private let small = SmallDictionary()

  @Test("Words missing from the dictionary are reported with line and column")
  func wrongWords() async throws {
    let text = "# Milk\nI don't bred `code` breads\nä milc I don’t\n"
    #expect(try await small.wrong(text) == ["2:9 bred", "3:1 ä", "3:3 milc"])
  }

  @Test("With several languages a word needs to be in one, and the first defines what a word is")
  func languages() async throws {
    let text = "Brot and milk, z.B. Brott."
    #expect(
      try await small.wrong(text, in: ["en_US", "de"])
        == ["1:6 and", "1:16 z", "1:18 B", "1:21 Brott"])
    #expect(try await small.wrong(text, in: ["de-de", "en"]) == ["1:6 and", "1:21 Brott"])
  }

  @Test("A note's own languages override the configured ones")
  func ofNote() async throws {
    #expect(try await small.wrong("---\nlang: de\n---\nBrot milk\n", in: ["en_US"]) == ["4:6 milk"])
  }

  private static let locales: [(String?, String)] = [
    (nil, "en_US"), ("C.UTF-8", "en_US"), ("POSIX", "en_US"), ("de_AT.UTF-8", "de_DE"),
    ("de_DE@euro", "de_DE"),
  ]

  @Test("Without a configured language the locale decides", arguments: locales)
  func locale(locale: String?, wanted: String) async throws {
    let languages = try await small.spelling(locale: locale).languages([], ofNote: [])
    #expect(languages.names == [wanted])
  }

  @Test("A missing dictionary is reported with its package, and found once it is installed")
  func missing() async throws {
    let spelling = small.spelling(locale: "pt_PT.UTF-8")
    await #expect(throws: SpellingError.self) { try await spelling.languages([], ofNote: []) }
    let folders = [small.folder.path("none"), small.folder.path("dictionaries")]
    let error = SpellingError.noDictionary("pt_PT", folders: folders)
    #expect(error.message.contains("in the package hunspell-pt-pt; looked for in /"))
    #expect(SpellingError.noDictionary("fr_FR", folders: []).message.contains(" hunspell-fr;"))
    #expect(SpellingError.noDictionary("de", folders: []).message.contains(" hunspell-de-de;"))
    small.add("pt_PT", words: ["leite"])
    #expect(try await spelling.languages([], ofNote: []).names == ["pt_PT"])
  }

  @Test("A dictionary with an unknown character set or without its word list is refused")
  func unreadable() async throws {
    small.add("xx_XX", words: [], encoding: "EBCDIC")
    await #expect(throws: SpellingError.self) {
      try await small.spelling().languages(["xx_XX"], ofNote: [])
    }
  }

  @Test("A misspelled word has suggestions")
  func suggestions() async throws {
    let spelling = small.spelling()
    let languages = try await spelling.languages(["en_US", "de_DE"], ofNote: [])
    #expect(await spelling.suggestions(for: "mlik", in: languages).first == "milk")
    #expect(await spelling.suggestions(for: "Brott", in: languages).contains("Brot"))
    let long = String(repeating: "x", count: 10_000)
    #expect(await spelling.suggestions(for: long, in: languages) == [])
    #expect(await spelling.wrong([long, "milk"], in: languages) == [long])
  }

  @Test("Personal words are correct, even at the start of a sentence and in capitals")
  func ownWords() async throws {
    small.folder.write("vault/.notes-tui/words", "zettel\n\n  Obsidian \r\n")
    small.folder.write("config/words", "tui")
    let text = "zettel Zettel ZETTEL zEttel Obsidian OBSIDIAN obsidian Tui"
    #expect(
      try await small.wrong(text).map { $0.split(separator: " ")[1] } == ["zEttel", "obsidian"])
  }

  @Test("An added word is listed once and is correct from then on")
  func add() async throws {
    let spelling = small.spelling()
    small.folder.write("config/words", "first")
    try await spelling.add("bred", to: .person)
    try await spelling.add("bred", to: .person)
    try await spelling.add("ähm", to: .vault)
    #expect(small.folder.text("config/words") == "first\nbred\n")
    #expect(small.folder.text("vault/.notes-tui/words") == "ähm\n")
    #expect(try await small.wrong("bred ähm gone", by: spelling) == ["1:10 gone"])
    // Another run of the program reads the added words.
    #expect(try await small.wrong("bred ähm gone") == ["1:10 gone"])
    await spelling.ignore("gone")
    #expect(try await small.wrong("bred ähm Gone", by: spelling) == [])
    #expect(try await small.wrong("gone") == ["1:1 gone"])
  }

  @Test("A word that is removed from a list is wrong again; the other lines stay")
  func remove() async throws {
    let spelling = small.spelling()
    small.folder.write("config/words", "first\nbred\n\nlast\n")
    #expect(try await small.wrong("bred", by: spelling) == [])
    #expect(try await spelling.remove("bred", from: .person))
    #expect(small.folder.text("config/words") == "first\n\nlast\n")
    #expect(try await small.wrong("bred last", by: spelling) == ["1:1 bred"])
    #expect(try await !spelling.remove("bred", from: .person))
    #expect(try await !spelling.remove("bred", from: .vault))
    await spelling.ignore("bred")
    #expect(try await small.wrong("bred", by: spelling) == [])
    #expect(try await spelling.remove("bred", from: nil))
    #expect(try await small.wrong("bred", by: spelling) == ["1:1 bred"])
  }

  @Test("Words that begin in a way come from the dictionaries and from own lists")
  func beginning() async throws {
    let spelling = small.spelling()
    small.folder.write("config/words", "milkshake\nother\n")
    let languages = try await spelling.languages(["en_US", "de_DE"], ofNote: [])
    #expect(await spelling.words(beginning: "mil", in: languages) == ["milk", "milkshake"])
    #expect(await spelling.words(beginning: "Bro", in: languages) == ["Brot"])
    #expect(await spelling.words(beginning: "zzz", in: languages) == [])
  }

  @Test("An encrypted vault stores no words in plain text, and a read-only list is not extended")
  func lists() async throws {
    #expect(small.spelling().lists == [.person, .vault])
    #expect(small.spelling(isEncrypted: true).lists == [.person])
    #expect(small.spelling(isReadOnly: true).lists == [.person])
  }

  @Test("A word that cannot be added is reported")
  func cannotAdd() async throws {
    small.folder.write("vault", "a file")
    await #expect(throws: SpellingError.self) {
      try await small.spelling().add("bred", to: .vault)
    }
  }

  @Test("Dictionaries that are loaded at the same time know capital letters")
  func loadedTogether() async throws {
    let base = small.folder.path("dictionaries/en_US")
    // Without the lock, some fifty rounds fail, if no other test has a dictionary meanwhile.
    for _ in 0..<1_000 {
      let areKnown = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 { group.addTask { try HunspellDictionary(base: base).has("Milk") } }
        return try await group.reduce(true) { $0 && $1 }
      }
      #expect(areKnown)
    }
  }
}
