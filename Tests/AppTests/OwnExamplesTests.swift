import Entities
import Glibc
import OpenVault
import OwnCommands
import TestSupport
import Testing
import UseCases

@testable import App

@MainActor
@Suite("The examples in Resources/Commands")
struct OwnExamplesTests {
  private let folder = TemporaryFolder()
  private let notes = MemoryNoteStore([
    "a.md": "# Apples\n- [ ] go \"now\"\nWhat is red? :: A rose\n",
    "Board.md": "---\nkanban-plugin: board\n---\n## Doing\n- [ ] paint\n- [x] done\n",
  ])

  private nonisolated static let examples = [
    "boards", "calendar", "citation", "flashcards", "git-log", "local-model", "pandoc", "publish",
    "scans", "tick",
  ]

  private func bytes(_ name: String) throws -> [UInt8] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen("/\(root)/Resources/Commands/\(name)", "r"), "no example \(name)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }

  private func file(_ name: String) throws -> OwnCommandFile {
    OwnCommandFile(try bytes(name), path: name)
  }

  @Test(
    "Each can be copied as it is: its fields are right and its keys are free", arguments: examples)
  func readable(name: String) throws {
    for keymap in KeymapName.allCases {
      let keys = OwnKeys(try file(name), in: Screens.keyTables, keymap: keymap)
      #expect(keys.file.problems == [])
      #expect(!keys.file.commands.isEmpty)
    }
  }

  @Test("All examples together have no name and no key twice")
  func together() throws {
    var all: [UInt8] = []
    for name in Self.examples { all += try bytes(name) + [0x0a] }
    let keys = OwnKeys(
      OwnCommandFile(all, path: "all"), in: Screens.keyTables, keymap: .default)
    #expect(keys.file.problems == [])
  }

  // MARK: - Running

  /// A program that Debian's base lacks, as a shell script.
  private func program(_ name: String, _ script: String) {
    folder.write("bin/\(name)", "#!/bin/sh\n\(script)\n")
    chmod(folder.path("bin/\(name)"), 0o755)
  }

  private func run(
    _ example: String, _ name: String, answers: [String: String] = [:], selection: String? = nil
  ) async throws -> (cases: OwnCommandCases, result: OwnResult) {
    for note in ["a.md", "Board.md"] {
      folder.write("vault/\(note)", await notes.text(of: NoteID(note)) ?? "")
    }
    let path = "\(folder.path)/bin:/usr/bin:/bin"
    let home = folder.path
    let cases = OwnCommandCases(
      .inMemory(notes, rewriting: MemoryRewriting(notes)), in: NotePath(folder.path("vault")),
      isEncrypted: false, program: OwnProgram(environment: { ["PATH": path, "HOME": home][$0] }),
      clock: StillClock())
    let command = try #require(try file(example).named(name))
    var subject = OwnSubject(NoteID("a.md"))
    subject.selection = selection.map { Array($0.utf8) }
    return (cases, try await cases.run(command, on: subject, answers: answers))
  }

  @Test("Marked notes go to a program, rows come back, and the chosen tasks are ticked")
  func ticks() async throws {
    let (cases, result) = try await run("tick", "tick")
    guard case .rows(let rows) = result.answer, case .edits(let edits)? = rows.first?.action else {
      throw OwnFactError(fact: "rows", reason: .missing)
    }
    #expect(rows.map(\.label) == ["go now"])
    _ = try await cases.apply([edits], of: "tick", seen: result.seen)
    #expect(await notes.text(of: NoteID("a.md"))?.contains("- [x] go \"now\"\n") == true)
  }

  @Test("Boards lists open cards, and flashcards show their answers")
  func rows() async throws {
    #expect(
      try await run("boards", "boards").result.answer
        == .rows([OwnChoice(label: "Doing: paint", action: .open("Board.md", line: 5))]))
    #expect(
      try await run("flashcards", "review").result.answer
        == .rows([OwnChoice(label: "What is red?", action: .message("A rose"))]))
  }

  @Test("A citation is chosen from a .bib file and becomes the selection")
  func cites() async throws {
    folder.write("references.bib", "@book{knuth97,\n  title = {x}\n}\n@Article{ lamport94 ,\n}\n")
    let (cases, result) = try await run("citation", "cite", answers: ["source": "knuth97"])
    #expect(result.answer == .selection(Array("[@knuth97]".utf8)))
    let command = try #require(try file("citation").named("cite"))
    guard case .lines(let words) = command.asks[0].kind else { return }
    #expect(
      try await cases.choices(from: words, in: command, on: OwnSubject(), answers: [:])
        == ["knuth97", "lamport94"])
  }

  private nonisolated static let messages: [(String, String, [String: String], String, String)] = [
    ("calendar", "week", [:], "khal", "list now 7d"),
    ("calendar", "fetch-calendar", [:], "vdirsyncer", "sync"),
    (
      "git-log", "git-log", [:], "git",
      "-C V log --follow --format=%ad %an: %s --date=short -- V/a.md"
    ),
    ("local-model", "ask-model", ["question": "Why?"], "ollama", "run llama3.2 Why?"),
    ("pandoc", "pandoc", ["file": "n.odt"], "pandoc", "-s -o n.odt V/a.md"),
    ("publish", "publish", ["sure": "yes"], "hugo", "--quiet"),
    ("scans", "pdf-text", ["pdf": "/x.pdf"], "pdftotext", "-layout /x.pdf -"),
    (
      "scans", "ocr", ["pdf": "/x.pdf"], "ocrmypdf",
      "--quiet --force-ocr --output-type none --sidecar - /x.pdf -"
    ),
  ]

  @Test("The others start their program with the right words", arguments: messages)
  func starts(
    example: String, name: String, answers: [String: String], program: String, words: String
  ) async throws {
    folder.write("site/content/keep", "")
    self.program(program, "echo \"$*\" > \"$HOME/words\"; echo out")
    let result = try await run(example, name, answers: answers, selection: "text").result
    let expected = words.replacing("V", with: folder.path("vault"))
    #expect(folder.text("words") == expected + "\n")
    #expect(result.answer != .selection([]))
  }
}
