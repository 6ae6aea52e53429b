import Entities
import Services
import TestSupport
import Testing
import VaultSettings

@testable import Importing

@Suite("Joplin's own export format")
struct JoplinReaderTests {
  private let given = GivenSource()

  private func id(_ number: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 32 - text.count) + text
  }

  private func item(_ number: Int, _ text: String, _ fields: String) {
    let body = text.isEmpty ? "" : "\(text)\n\n"
    given.folder.write("in/\(id(number)).md", "\(body)id: \(id(number))\n\(fields)")
  }

  @Test("Notes have their folders, tags, dates and files, in any order of these")
  func whole() throws {
    item(
      1, "Tea\n\nSee [cup](:/\(id(9))) and ![p](:/\(id(8))).\n\nkey: value",
      """
      parent_id: \(id(3))
      created_time: 2020-01-01T00:00:00.000Z
      user_created_time: 2019-05-06T07:08:09.123Z
      user_updated_time: 2021-01-02T03:04:05.000Z
      source_url: https://example.org/tea
      latitude: 0.0000000
      is_todo: 1
      todo_due: 1600000000000
      todo_completed: 0
      markup_language: 1
      type_: 1
      """)
    item(9, "Cup", "parent_id: \(id(2))\nis_todo: 0\ntype_: 1")
    item(2, "Kitchen", "parent_id: \ntype_: 2")
    item(3, "Drinks", "parent_id: \(id(2))\ntype_: 2")
    item(8, "photo.png", "mime: image/png\nfile_extension: png\ntype_: 4")
    item(5, "hot", "type_: 5")
    item(6, "", "note_id: \(id(1))\ntag_id: \(id(5))\ntype_: 6")
    given.folder.write("in/resources/\(id(8)).png", "picture")
    try given.read(JoplinReader())
    let tea = try #require(given.notes.first)
    #expect(given.problems == [])
    #expect(tea.title == "Tea")
    #expect(
      given.text(0)
        == "- [ ] Tea 📅 2020-09-13\n\nSee [cup](:/\(id(9))) and ![p](:/\(id(8))).\n\nkey: value\n")
    #expect(tea.folder == ["Kitchen", "Drinks"])
    #expect(tea.tags == ["hot"])
    #expect(tea.created == Timestamp(seconds: 1_557_126_489))
    #expect(tea.source == "https://example.org/tea")
    #expect(tea.properties.map(\.name) == ["due"])
    #expect(tea.properties.last?.values == ["2020-09-13T12:26:40"])
    #expect(tea.extras == [])
    #expect(given.notes.count == 2)
    #expect(given.files == [id(8): Array("picture".utf8)])
    #expect(given.names == [id(8): "photo.png"])
    #expect(
      JoplinReader().target(of: ImportLink(":/\(id(9))#part"), in: tea)
        == .note(id(9), part: "part"))
    #expect(
      JoplinReader().target(of: ImportLink(":/\(id(9))#gr%C3%BCner-tee"), in: tea)
        == .note(id(9), part: "grüner-tee"))
  }

  @Test("A cycle of folders ends, encrypted or broken items are reported, and the rest is imported")
  func wrong() throws {
    item(1, "In a circle", "parent_id: \(id(2))\ntype_: 1")
    item(2, "A", "parent_id: \(id(3))\ntype_: 2")
    item(3, "B", "parent_id: \(id(2))\ntype_: 2")
    item(4, "Secret", "encryption_applied: 1\ntype_: 1")
    given.folder.write("in/\(id(5)).md", "no facts")
    try given.read(JoplinReader())
    #expect(given.notes.map(\.folder) == [["B", "A"]])
    #expect(given.problems.map(\.of) == ["\(id(5)).md", "\(id(4)).md"])
  }

  @Test("HTML notes are read as HTML")
  func html() throws {
    item(1, "Page\n\n<p>a <b>bold</b> word</p>", "markup_language: 2\ntype_: 1")
    try given.read(JoplinReader())
    #expect(given.text(0) == "a **bold** word\n")
  }

  @Test("Resized pictures are pictures, and links in HTML lead to their targets")
  func resized() throws {
    item(
      2, "Sized\n\nSee <img src=\":/\(id(8))\" alt=\"a [b]\" width=\"20\"/> here",
      "markup_language: 1\ntype_: 1")
    try given.read(JoplinReader())
    var plan = ImportPlan(
      ImportRequest(sources: []), format: .joplin, folder: NotePath("In"))
    plan.files = [
      ImportPlan.File(id: id(8), path: NotePath("In/p.png"), size: 1, isNew: true)
    ]
    let links = ImportLinks(plan, vault: [], form: NewLinkForm())
    let linked = links.linked(given.notes[0].text, at: NotePath("In/Sized.md")) {
      JoplinReader().target(of: $0, in: given.notes[0])
    }
    #expect(String(decoding: linked.bytes, as: UTF8.self) == "See ![[p.png|a b|20]] here\n")
    #expect(linked.problems == [])
  }
}
