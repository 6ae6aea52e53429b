import TestSupport
import Testing

@testable import Importing

@Suite("At least 99 of 100 words of 500 random notes arrive in order")
struct ArrivingWordsTests {
  private let given = GivenSource()
  private let notes: [RandomNote]

  init() {
    var random = SeededRandom(seed: Thorough.seed)
    notes = (0..<500).map { RandomNote($0, &random) }
  }

  /// Writes each note as a file whose name sorts in the notes' order, and reads them.
  private func check(
    _ reader: any ImportReader, _ name: (String) -> String,
    at location: SourceLocation = #_sourceLocation, _ file: (String, RandomNote) -> String,
    words: (String) -> String = ArrivedWords.lines
  ) throws {
    var files: [String] = []
    for (number, note) in notes.enumerated() {
      let digits = "\(1000 + number)"
      files.append(file(digits, note))
      given.folder.write("in/\(name(digits))", files[number])
    }
    try expect(files, reader, at: location, words)
  }

  private func expect(
    _ files: [String], _ reader: any ImportReader, at location: SourceLocation,
    _ words: (String) -> String
  ) throws {
    try given.read(reader)
    #expect(given.notes.count == notes.count, sourceLocation: location)
    #expect(given.problems == [], sourceLocation: location)
    let arrived = ArrivedWords(of: files, in: given.notes, words)
    #expect(arrived.count > 5000, sourceLocation: location)
    #expect(arrived.share >= 0.99, "\(arrived.share): \(arrived.lost)", sourceLocation: location)
  }

  @Test("Markdown")
  func markdown() throws {
    try check(MarkdownReader(), { "\($0).md" }) { "# \($1.title)\n\n\($1.body)\n" }
  }

  @Test("Joplin")
  func joplin() throws {
    func id(_ number: String) -> String { String(repeating: "0", count: 28) + number }
    try check(JoplinReader(), { "\(id($0)).md" }) {
      "\($1.title)\n\n\($1.body)\n\nid: \(id($0))\nparent_id: \ntype_: 1"
    }
  }

  /// Lines with a colon at the top are properties.
  @Test("Notion")
  func notion() throws {
    try check(NotionReader(), { "Page \(String(repeating: "a", count: 28))\($0).md" }) {
      "# \($1.title)\n\nFirst.\n\n\($1.body)\n"
    }
  }

  @Test("TextBundle")
  func textBundle() throws {
    for number in notes.indices {
      given.folder.write("in/\(1000 + number).textbundle/info.json", "{\"version\":2}")
    }
    try check(TextBundleReader(), { "\($0).textbundle/text.md" }) { $1.body }
  }

  @Test("TiddlyWiki")
  func tiddlyWiki() throws {
    try check(TiddlyWikiReader(), { "\($0).tid" }) { "title: \($1.title)\ntags: a\n\n\($1.body)" }
  }

  @Test("jrnl")
  func jrnl() throws {
    let entries = notes.map { "[2024-01-31 10:15] \($0.title).\n\($0.body)\n\n" }
    given.folder.write("in/a.txt", entries.joined())
    try expect([entries.joined()], JrnlReader(), at: #_sourceLocation) {
      ArrivedWords.lines($0.replacing("[2024-01-31 10:15]", with: ""))
    }
  }

  @Test("Day One")
  func dayOne() throws {
    let entries = notes.enumerated().map { number, note in
      "{\"uuid\":\"\(number)\",\"creationDate\":\"2024-01-31T10:15:00Z\","
        + "\"text\":\(RandomNote.json("\(note.title)\n\(note.body)"))}"
    }
    let file = "{\"entries\":[\(entries.joined(separator: ","))]}"
    given.folder.write("in/Journal.json", file)
    try expect([file], DayOneReader(), at: #_sourceLocation, ArrivedWords.json)
  }
}
