import Services
import Testing

@testable import FileStore

@Suite("Only tags and titles change in a note's text")
struct MarkdownTextsTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var adding: [String] = []
    var removing: [String] = []
    var wanted: String
    var testDescription: String { "\(text.debugDescription) + \(adding) - \(removing)" }
  }

  private static let cases = [
    Case(text: "# A\n", adding: ["x"], wanted: "---\ntags:\n  - x\n---\n# A\n"),
    Case(text: "", adding: ["x", "y"], wanted: "---\ntags:\n  - x\n  - y\n---\n"),
    Case(text: "a\r\nb", adding: ["x"], wanted: "---\r\ntags:\r\n  - x\r\n---\r\na\r\nb"),
    Case(
      text: "---\ntags: [a, b] # mine\nz: 1\n---\n", adding: ["c"],
      wanted: "---\ntags: [a, b, c] # mine\nz: 1\n---\n"),
    Case(
      text: "---\ntags:\n- a\n- b\n---\n", adding: ["c"], wanted: "---\ntags:\n- a\n- b\n- c\n---\n"
    ),
    Case(text: "---\ntags: a\n---\n", adding: ["b"], wanted: "---\ntags: [a, b]\n---\n"),
    Case(text: "---\ntags: a, b\n---\n", adding: ["c"], wanted: "---\ntags: [a, b, c]\n---\n"),
    Case(text: "---\nTags: [a]\n---\n", adding: ["b"], wanted: "---\nTags: [a, b]\n---\n"),
    Case(text: "---\ntags: [Old, b]\n---\n", removing: ["old"], wanted: "---\ntags: [b]\n---\n"),
    Case(text: "---\ntags: [a]\nb: 1\n---\n", removing: ["a"], wanted: "---\nb: 1\n---\n"),
    Case(
      text: "---\ntags: [a, b]\n---\n", adding: ["c"], removing: ["a"],
      wanted: "---\ntags: [b, c]\n---\n"),
    Case(text: "---\ntags: [A]\n---\n", adding: ["a"], wanted: "---\ntags: [A]\n---\n"),
    Case(text: "# T\n#here\n", adding: ["Here"], wanted: "# T\n#here\n"),
    Case(text: "---\nx: 1\n---\n", removing: ["a"], wanted: "---\nx: 1\n---\n"),
  ]

  @Test("Tags are added and removed in the form that the list has", arguments: cases)
  private func tags(_ one: Case) throws {
    let text = Array(one.text.utf8)
    let edit = try MarkdownTexts().retagging(text, adding: one.adding, removing: one.removing)
    var (result, done) = ([UInt8](), 0)
    for piece in edit.pieces {
      #expect(Array(text[piece.range]) == piece.old)
      result += text[done..<piece.range.lowerBound] + piece.new
      done = piece.range.upperBound
    }
    result += text[done...]
    #expect(String(decoding: result, as: UTF8.self) == one.wanted)
  }

  private static let sparedCases = [
    Case(
      text: "---\ntags: [a, \"b c\"]\n---\n", adding: ["zz"],
      wanted: "---\ntags: [a, \"b c\", \"zz\"]\n---\n"),
    Case(
      text: "---\ntags: ['b  c', a]\n---\n", adding: ["x", "y"],
      wanted: "---\ntags: ['b  c', a, x, y]\n---\n"),
    Case(
      text: "---\ntags: [a, \"b c\", d]\n---\n", removing: ["b"],
      wanted: "---\ntags: [a, \"c\", d]\n---\n"),
    Case(
      text: "---\ntags: [a, 'b c', d, e]\n---\n", adding: ["x"], removing: ["a", "e", "d"],
      wanted: "---\ntags: ['b c', 'x']\n---\n"),
    Case(
      text: "---\ntags:\n  - \"b c\" # mine\n  - a\n---\n", adding: ["x"], removing: ["a"],
      wanted: "---\ntags:\n  - \"b c\" # mine\n  - \"x\"\n---\n"),
    Case(text: "---\ntags: []\n---\n", adding: ["x", "y"], wanted: "---\ntags: [x, y]\n---\n"),
  ]

  @Test("Values of other tags are written unchanged (vaults 8)", arguments: sparedCases)
  private func spared(_ one: Case) throws { try tags(one) }

  @Test(
    "A value that is not a list of tags is refused, not rewritten (vaults 8)",
    arguments: ["tags: {{date}}", "tags: {a: b}", "tags: [a, [b]]", "tags: |\n  a b"])
  func noList(_ line: String) {
    #expect(throws: NoteTextProblem.self) {
      try MarkdownTexts().retagging(
        Array("---\n\(line)\n---\n".utf8), adding: ["zz"], removing: [])
    }
  }

  @Test("A tag in the body stays and is reported")
  func staying() throws {
    let text = Array("---\ntags: [a, b]\n---\n#A again\n".utf8)
    let edit = try MarkdownTexts().retagging(text, adding: [], removing: ["a", "b"])
    #expect(edit.staying == ["a"])
  }

  @Test(
    "Unreadable front matter is not written",
    arguments: ["---\ntags: [a\n---\n", "---\n{\"tags\": [\"a\"]}\n---\n"])
  func broken(_ text: String) {
    #expect(throws: NoteTextProblem.self) {
      try MarkdownTexts().retagging(Array(text.utf8), adding: ["x"], removing: [])
    }
  }

  @Test("UTF-16 is left alone")
  func wide() {
    #expect(throws: NoteTextProblem.self) {
      try MarkdownTexts().retagging([0xff, 0xfe, 0x41, 0], adding: ["x"], removing: [])
    }
  }
}
