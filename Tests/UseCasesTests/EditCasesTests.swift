import Bytes
import Entities
import OpenVault
import Services
import TestSupport
import Testing
import UseCases

@Suite("Edits of other programs")
struct EditCasesTests {
  private let notes = MemoryNoteStore(["a.md": "one\ntwo two\n- [ ] go\n", "b.md": "b\r\n"])

  private var cases: EditCases {
    EditCases(.inMemory(notes, rewriting: MemoryRewriting(notes)), clock: StillClock())
  }

  private func edits(_ json: String) throws -> [NoteEdit] {
    try NoteEdit.edits(json: #require(JSONReader.value(of: Array(json.utf8))))
  }

  private static let mistakes = [
    (#"7"#, "edits", "must be an object"),
    (#"{"append":"x"}"#, "edits.note", "must be a text"),
    (#"[{"note":""}]"#, "edits[0].note", "must not be empty"),
    (
      #"[{"note":"a"}]"#, "edits[0].append",
      "is wrong: an edit has one of append, replace, write, property and done"
    ),
    (
      #"{"note":"a","append":"x","write":"y"}"#, "edits.write",
      "is wrong: an edit has one of append, replace, write, property and done"
    ),
    (
      #"{"note":"a","version":"1","append":"x"}"#, "edits.version",
      "must be the sixteen digits of a version, or none"
    ),
    (#"{"note":"a","replace":"","with":"y"}"#, "edits.replace", "must not be empty"),
    (#"{"note":"a","replace":"x"}"#, "edits.with", "must be a text"),
    (#"{"note":"a","property":" ","value":1}"#, "edits.property", "must be a name on one line"),
    (
      #"{"note":"a","property":"p"}"#, "edits.value", "is missing; null removes the property"
    ),
    (
      #"{"note":"a","property":"p","value":[[1]]}"#, "edits.value",
      "must be a text, a number, true, false, null or a list of these"
    ),
    (#"{"note":"a","done":0}"#, "edits.done", "must be the number of a line, from 1"),
  ]

  @Test("A mistake in an edit names the member", arguments: mistakes)
  func mistake(json: String, member: String, reason: String) {
    #expect(throws: NoteEditMistake(member, reason)) { try edits(json) }
  }

  private static let changes: [(json: String, note: String, text: String)] = [
    (#"{"note":"a","append":"x"}"#, "a.md", "one\ntwo two\n- [ ] go\nx\n"),
    (#"{"note":"b.md","append":"x"}"#, "b.md", "b\r\nx\r\n"),
    (#"{"note":"a","replace":"one","with":"1"}"#, "a.md", "1\ntwo two\n- [ ] go\n"),
    (#"{"note":"c","version":"none","write":"new"}"#, "c.md", "new"),
    (#"{"note":"a","done":3}"#, "a.md", "one\ntwo two\n- [x] go\n"),
    (
      #"[{"note":"a","append":"x"},{"note":"a","replace":"x","with":"y"}]"#, "a.md",
      "one\ntwo two\n- [ ] go\ny\n"
    ),
    (
      #"[{"note":"a","replace":"one","with":"1"},{"note":"b","append":"x"}]"#, "a.md",
      "1\ntwo two\n- [ ] go\n"
    ),
  ]

  @Test("An edit changes exactly what it names", arguments: changes)
  func change(json: String, note: String, text: String) async throws {
    let edited = try await cases.apply(edits(json))
    #expect(await notes.text(of: NoteID(note)) == text)
    let version = try await notes.read(NoteID(note)).stamp.version
    #expect(edited.contains { $0.note == NoteID(note) && $0.version == version && $0.isChanged })
  }

  @Test("A refused edit carries the facts, and no note of its list is changed")
  func refused() async throws {
    let version = try await notes.read(NoteID("a.md")).stamp.version
    let other = "0000000000000000"
    let rows: [(String, NoteEditFailure)] = [
      (
        #"{"note":"a","version":"\#(other)","append":"x"}"#,
        .store(.unexpected(NotePath("a.md"), version: version, expected: other))
      ),
      (
        #"{"note":"a","version":"none","write":"x"}"#,
        .store(.unexpected(NotePath("a.md"), version: version, expected: "none"))
      ),
      (
        #"{"note":"c","version":"\#(other)","write":"x"}"#,
        .store(.unexpected(NotePath("c.md"), version: "none", expected: other))
      ),
      (
        #"{"note":"a","replace":"three","with":"x"}"#,
        .found(NoteID("a.md"), times: 0, version: version)
      ),
      (
        #"{"note":"a","replace":"two","with":"x"}"#,
        .found(NoteID("a.md"), times: 2, version: version)
      ),
      (#"{"note":"a","done":1}"#, .noTask(NoteID("a.md"), line: 1, version: version)),
      (#"{"note":"c","append":"x"}"#, .missing("c")),
      (#"{"note":"../c","write":"x"}"#, .missing("../c")),
      (
        #"[{"note":"b","append":"x"},{"note":"a","replace":"two","with":"x"}]"#,
        .found(NoteID("a.md"), times: 2, version: version)
      ),
    ]
    for (json, failure) in rows {
      await #expect(throws: failure) { try await cases.apply(edits(json)) }
    }
    #expect(await notes.text(of: NoteID("a.md")) == "one\ntwo two\n- [ ] go\n")
    #expect(await notes.text(of: NoteID("b.md")) == "b\r\n")
    #expect(await notes.text(of: NoteID("c.md")) == nil)
  }
}
