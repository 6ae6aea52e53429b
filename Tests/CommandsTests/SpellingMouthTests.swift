import Entities
import Services
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import Editor

/// The misspelled words of a note, in the editor and on the command line.
@MainActor
@Suite("Spelling in every interface")
struct SpellingMouthTests {
  @Test(
    "A missing dictionary gives the same message in every interface",
    arguments: ["milk\n", "---\nlang: xx\n---\nmilk\n"])
  func missing(text: String) async {
    let error = SpellingError.noDictionary("xx", folders: ["/dictionaries"])
    for mouth in Mouth.allCases {
      let (said, wrong) = await mouth.words(of: text, in: text.hasPrefix("-") ? [] : ["xx"])
      #expect(said == error.message, "\(mouth)")
      #expect(wrong.isEmpty, "\(mouth)")
    }
  }

  @Test("Every interface finds the same misspelled words")
  func wrong() async {
    for mouth in Mouth.allCases {
      let (said, wrong) = await mouth.words(of: "teh milk\nbred teh\n", in: [])
      #expect(said == nil && wrong == ["teh", "bred"], "\(mouth)")
    }
  }
}

private enum Mouth: CaseIterable {
  case editor, commandLine

  /// Returns the message of a failure, and the misspelled words.
  @MainActor
  func words(
    of text: String, in languages: [String]
  ) async -> (failure: String?, wrong: Set<String>) {
    let spelling = GivenSpelling(["milk"])
    let notes = MemoryNoteStore(["a.md": text])
    var settings = SettingValues()
    if !languages.isEmpty {
      settings.values[.spellingLanguages] = languages.joined(separator: ", ")
    }
    switch self {
    case .editor:
      let work = Work()
      var services = EditorInteractor.Services(
        store: notes, journal: MemoryJournal(), clock: StillClock(), work: work)
      services.spelling = SpellingMemory(spelling)
      services.writing = WritingRules(
        settings, isOfEncryptedVault: false, foreign: NoForeignSettings())
      let editor = EditorInteractor(opening: .note(NoteID("a.md")), services: services)
      editor.start(.open)
      await work.whenIdle()
      var answer: (failure: String?, wrong: Set<String>) = (nil, [])
      editor.ask(.dictionaries()) { found in
        switch found {
        case .success(let dictionaries):
          let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
          editor.ask(.misspelled(Set(words), by: dictionaries)) { answer.wrong = $0 }
        case .failure(let error): answer.failure = error.message
        }
      }
      await work.whenIdle()
      return answer
    case .commandLine:
      let scene = CommandScene(notes)
      scene.spelling = spelling
      scene.settings = MemorySettings(
        languages.map { "spelling-languages = \($0)\n" }.joined())
      _ = await scene.run("spell", "a", "--words")
      return (
        scene.messages.last?.replacing("notes-tui: ", with: ""), Set(scene.lines)
      )
    }
  }
}
