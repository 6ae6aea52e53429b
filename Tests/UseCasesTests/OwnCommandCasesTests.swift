import Bytes
import Entities
import OpenVault
import OwnCommands
import Services
import Synchronization
import TestSupport
import Testing
import UseCases

@Suite("The use case of a person's own commands")
struct OwnCommandCasesTests {
  private let notes = MemoryNoteStore([
    "a.md": "# Apples\n- [ ] go\n", "b c.md": "pears\n", "secret.md.age": "x",
  ])

  private func cases(
    _ program: FakeOwnProgram, isEncrypted: Bool = false
  ) -> OwnCommandCases {
    OwnCommandCases(
      .inMemory(notes, rewriting: MemoryRewriting(notes)), in: NotePath("/v"),
      isEncrypted: isEncrypted, program: program, clock: StillClock())
  }

  private func command(_ fields: String) throws -> OwnCommand {
    let file = OwnCommandFile(Array("name = x\n\(fields)\n".utf8), path: "/c")
    #expect(file.problems == [])
    return try #require(file.commands.first)
  }

  private static let starts: [(String, [String], String)] = [
    ("run = x {path} {title}", ["x", "/v/a.md", "Apples"], ""),
    ("run = x {paths} {vault} ~/y", ["x", "/v/a.md", "/v/b c.md", "/v", "/home/ada/y"], ""),
    ("run = x {line} {selection}\ngets = selection", ["x", "2", "go; rm"], "go; rm"),
    ("run = x\ngets = text", ["x"], "# Apples\n- [ ] go\n"),
  ]

  @Test("A program gets what its command names", arguments: starts)
  func start(fields: String, words: [String], input: String) async throws {
    let program = FakeOwnProgram("")
    var subject = OwnSubject { [NoteID("a.md"), NoteID("b c.md")] }
    (subject.line, subject.selection) = (2, Array("go; rm".utf8))
    _ = try await cases(program).run(try command(fields), on: subject)
    var start = OwnProgramStart(words.map { Array($0.utf8) }, vault: Array("/v".utf8))
    start.input = Array(input.utf8)
    #expect(program.started == [start])
  }

  @Test("Rows and notes are JSON with the fields of the command line")
  func rows() async throws {
    let program = FakeOwnProgram("")
    _ = try await cases(program).run(
      try command("run = x\ngets = row"), on: OwnSubject(NoteID("a.md"), line: 2, text: "go"))
    let input = String(decoding: program.started[0].input, as: UTF8.self)
    #expect(input.hasPrefix(#"{"path":"a.md","title":"Apples","modified":"#))
    #expect(input.hasSuffix(#""obstacle":null,"line":2,"text":"go"}"# + "\n"))
    _ = try await cases(program).run(
      try command("run = x\ngets = notes"), on: OwnSubject { [NoteID("a.md"), NoteID("b c.md")] })
    let all = String(decoding: program.started[1].input, as: UTF8.self)
    #expect(all.hasPrefix(#"[{"path":"a.md""#))
    #expect(all.contains(#"{"path":"b c.md","title":"#))
  }

  private static let refusals: [(String, Bool, String, OwnCommandFailure)] = [
    ("run = x", true, "a.md", .encrypted("x")),
    ("run = x {path}\nencrypted = yes", true, "a.md", .revealing("x", "path")),
    (
      "run = x {f}\nask = f line \"?\" \"{title}\"\nencrypted = yes", true, "a.md",
      .revealing("x", "title")
    ),
    ("run = x", false, "secret.md.age", .encrypted("x")),
    (
      "run = x {selection}", false, "a.md",
      .fact("x", OwnFactError(fact: "selection", reason: .missing))
    ),
    ("run = x\ngets = selection", false, "a.md", .noSelection("x")),
    ("run = x {line}", false, "a.md", .fact("x", OwnFactError(fact: "line", reason: .missing))),
  ]

  @Test("A command that cannot run says why, and starts nothing", arguments: refusals)
  func refused(
    fields: String, isEncrypted: Bool, note: String, failure: OwnCommandFailure
  ) async throws {
    let program = FakeOwnProgram("")
    let command = try command(fields)
    await #expect(throws: failure) {
      try await cases(program, isEncrypted: isEncrypted).run(command, on: OwnSubject(NoteID(note)))
    }
    #expect(program.started == [])
  }

  @Test("In an encrypted vault, the text goes by the pipe")
  func encrypted() async throws {
    let program = FakeOwnProgram("")
    _ = try await cases(program, isEncrypted: true).run(
      try command("run = x {vault}\ngets = text\nencrypted = yes"), on: OwnSubject(NoteID("a.md")))
    #expect(program.started[0].words == [Array("x".utf8), Array("/v".utf8)])
    #expect(program.started[0].input == Array("# Apples\n- [ ] go\n".utf8))
  }

  @Test("Edits are made together, and refused where the note was changed after the start")
  func edits() async throws {
    let json = #"[{"note":"a.md","done":2},{"note":"b c","append":"more"}]"#
    let cases = cases(FakeOwnProgram(json))
    let result = try await cases.run(
      try command("run = x\ngives = edits"), on: OwnSubject { [NoteID("a.md")] })
    guard case .edits(let edits) = result.answer else {
      throw OwnFactError(fact: "", reason: .missing)
    }
    let changed = try await cases.apply([edits], of: "x", seen: result.seen)
    #expect(changed.map(\.note) == [NoteID("a.md"), NoteID("b c.md")])
    #expect(await notes.text(of: NoteID("a.md")) == "# Apples\n- [x] go\n")
    #expect(await notes.text(of: NoteID("b c.md")) == "pears\nmore\n")
    await #expect {
      try await cases.apply([edits], of: "x", seen: result.seen)
    } throws: { error in
      if case OwnCommandFailure.refused("x", .store(.unexpected)) = error { true } else { false }
    }
    #expect(await notes.text(of: NoteID("b c.md")) == "pears\nmore\n")
  }

  @Test("An edit that makes no sense names its member")
  func badEdit() async {
    await #expect(
      throws: OwnCommandFailure.edit("x", NoteEditMistake("edits[0].note", "must be a text"))
    ) {
      try await cases(FakeOwnProgram("")).apply([.array([.object([:])])], of: "x", seen: [:])
    }
  }

  @Test("What a program failed with is the command's failure")
  func failing() async throws {
    let program = FakeOwnProgram("", error: .failed("x", code: 3, "no"))
    let command = try command("run = x")
    await #expect(throws: OwnCommandFailure.program("x", .failed("x", code: 3, "no"))) {
      try await cases(program).run(command, on: OwnSubject())
    }
  }
}
