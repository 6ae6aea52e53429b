import Testing

@testable import Scaffold

@Suite("A module's name")
struct ModuleNameTests {
  @Test(
    "A name has every form that a template may need",
    arguments: [
      ("Tags", ["Tags", "tags", "Tags", "tags", "tags", "the tags", "tags", ""]),
      (
        "DailyNotes",
        [
          "DailyNotes", "dailyNotes", "Daily notes", "daily notes", "daily-notes",
          "the daily notes", "daily notes", "",
        ]
      ),
      (
        "URLBar2Go",
        [
          "URLBar2Go", "urlBar2Go", "URL bar2 go", "url bar2 go", "url-bar2-go",
          "the url bar2 go", "url bar2 go", "",
        ]
      ),
    ])
  func forms(name: String, forms: [String]) throws {
    let placeholders = try ModuleName(name).placeholders
    #expect(
      placeholders.map(\.placeholder) == [
        "Name", "name", "Words", "words", "slug", "says", "word", "others",
      ])
    #expect(placeholders.map(\.text) == forms)
  }

  @Test("Its description and other words are written as given")
  func told() throws {
    let name = try ModuleName("Recent", says: "the notes opened last", words: "history, last,")
    #expect(
      name.placeholders.suffix(3).map(\.text)
        == ["the notes opened last", "history", "\"history\", \"last\""])
  }

  @Test(
    "A name that is not valid for a Swift target is refused",
    arguments: ["", "tags", "Daily-Notes", "Daily Notes", "../Tags", "2Go", "Tägs", "A/B", "_A"])
  func refusesOtherNames(name: String) {
    #expect(
      throws: Refusal("“\(name)” is not a module name: use UpperCamelCase, as in NAME=DailyNotes.")
    ) { try ModuleName(name) }
  }

  @Test(
    "A name with a meaning in Swift is refused", arguments: ["Swift", "Import", "Await", "String"])
  func refusesWordsOfSwift(name: String) {
    #expect(throws: Refusal("“\(name)” means something in Swift already: take a longer name.")) {
      try ModuleName(name)
    }
  }
}
