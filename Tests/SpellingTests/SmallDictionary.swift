import Entities
import Services
import TestSupport

@testable import Spelling

/// Dictionaries of a few words, and own words, in a folder of a test's own.
struct SmallDictionary {
  let folder = TemporaryFolder()

  init() {
    add(
      "en_US", words: ["milk", "bread/S", "I", "don't"],
      rules: "ICONV 1\nICONV ’ '\nSFX S Y 1\nSFX S 0 s .\n")
    add("de_DE", words: ["Brot", "Milch", "z.B."], signs: "ß-.")
  }

  func add(
    _ name: String, words: [String], rules: String = "", signs: String = "0123456789’",
    encoding: String = "UTF-8"
  ) {
    folder.write(
      "dictionaries/\(name).aff",
      "SET \(encoding)\nWORDCHARS \(signs)\nTRY abcdefghijklmnopqrstuvwxyz\n\(rules)")
    folder.write(
      "dictionaries/\(name).dic", "\(words.count)\n" + words.map { $0 + "\n" }.joined())
  }

  func spelling(
    locale: String? = nil, isEncrypted: Bool = false, isReadOnly: Bool = false
  ) -> DictionarySpelling {
    DictionarySpelling(
      folders: [folder.path("none"), folder.path("dictionaries")], locale: locale,
      personWords: NotePath(folder.path("config/words")),
      vaultWords: isEncrypted ? nil : NotePath(folder.path("vault/.notes-tui/words")),
      isReadOnly: isReadOnly)
  }

  /// The wrong words of a text, each with where it stands.
  func wrong(
    _ text: String, in names: [String] = [], by spelling: DictionarySpelling? = nil
  ) async throws -> [String] {
    let spelling = spelling ?? self.spelling()
    let note = Array(text.utf8)
    let languages = try await spelling.languages(names, ofNote: note)
    return await spelling.wrongWords(of: note, in: languages).map {
      "\($0.line):\($0.column) \($0.word)"
    }
  }
}
