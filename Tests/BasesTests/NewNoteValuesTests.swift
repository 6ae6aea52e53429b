import Testing

@testable import Bases

@Suite("New notes for a view")
struct NewNoteValuesTests {
  @Test(
    "A new note takes the values that all filters state plainly, and no more",
    arguments: [
      ("file.hasTag(\"#book\") && file.inFolder(\"Books/New\")", "Books/New #book"),
      ("status == \"to read\"", "status=to read"),
      (
        "{and: ['5 == note.rating', 'read == true', 'file.folder == \"A\"']}",
        "A rating=5 read=true"
      ),
      ("{or: ['status == \"x\"', pages]}", ""), ("{not: ['status == \"x\"']}", ""),
      ("status != \"x\" && pages > 3", ""), ("file.name == \"x\"", ""),
      ("file.hasTag(\"a\", \"b\") && file.hasTag(\"c\")", "#a #c"),
      ("file.tags.contains(\"#x\") && tags.contains(\"y\")", "#x"),
      ("file.folder == \"/\" && file.hasTag(\"x\")", " #x"), ("file.inFolder(\"/\")", ""),
      ("status == \"x\" || file.hasTag(\"y\")", ""), ("status == null", ""), ("nope(", ""),
    ])
  func seeds(_ filter: String, _ wanted: String) {
    let quoted = filter.hasPrefix("{") ? filter : "'\(filter)'"
    let base = BaseFile(Array("views:\n  - {type: table, name: A, filters: \(quoted)}\n".utf8))
    let seed = base.seed(for: base.views[0])
    let words =
      [seed.folder].compactMap(\.self) + seed.tags.map { "#\($0)" }
      + seed.properties.map { "\($0.name)=\($0.text)" }
    #expect(words.joined(separator: " ") == wanted)
  }
}
