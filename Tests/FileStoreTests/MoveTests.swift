import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Moving notes")
struct MoveTests {
  let bench = Bench()
  let state = TemporaryFolder()

  private var moves: FolderMoves { moves(bench.vault) }

  private func moves(_ vault: VaultFolder) -> FolderMoves {
    FolderMoves(vault, journal: state.bytes + Array("/moves".utf8), rewriter: .plainWords)
  }

  private func move(_ from: String, _ to: String) -> NoteMove {
    NoteMove(from: NoteID(from), to: NoteID(to))
  }

  private func write(_ texts: [String: String]) {
    for (name, text) in texts { bench.folder.write(name, text) }
  }

  private func expectTexts(_ texts: [String: String?], _ location: SourceLocation) {
    for (name, text) in texts {
      #expect(bench.folder.text(name) == text, "\(name)", sourceLocation: location)
    }
    #expect(bench.leftovers.isEmpty, sourceLocation: location)
    #expect(state.names(in: "moves") == ["lock"], sourceLocation: location)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: [String: String]
    var moves: [(String, String)]
    var after: [String: String?]
  }

  static let cases = [
    Case(
      testDescription: "one note, with the links to it",
      before: ["a.md": "see [[a]]", "b.md": "see [[a]] and [[b]]", "c.md": "[[b]]"],
      moves: [("a.md", "x.md")],
      after: ["a.md": nil, "x.md": "see [[x]]", "b.md": "see [[x]] and [[b]]", "c.md": "[[b]]"]),
    Case(
      testDescription: "two that change places",
      before: ["a.md": "A [[b]]", "b.md": "B", "c.md": "[[a]] [[b]]"],
      moves: [("a.md", "b.md"), ("b.md", "a.md")],
      after: ["b.md": "A [[a]]", "a.md": "B", "c.md": "[[b]] [[a]]"]),
    Case(
      testDescription: "three in a circle",
      before: ["a.md": "A [[a]]", "b.md": "B [[b]]", "c.md": "C [[c]]"],
      moves: [("a.md", "b.md"), ("b.md", "c.md"), ("c.md", "a.md")],
      after: ["b.md": "A [[b]]", "c.md": "B [[c]]", "a.md": "C [[a]]"]),
    Case(
      testDescription: "one after the other",
      before: ["a.md": "A", "b.md": "B [[a]]", "c.md": "C"],
      moves: [("a.md", "b.md"), ("b.md", "c.md"), ("c.md", "d.md")],
      after: ["a.md": nil, "b.md": "A", "c.md": "B [[b]]", "d.md": "C"]),
    Case(
      testDescription: "the same name in other letters",
      before: ["a.md": "A [[a]]"], moves: [("a.md", "A.md")],
      after: ["a.md": nil, "A.md": "A [[A]]"]),
    Case(
      testDescription: "into folders that are made",
      before: ["a.md": "A", "b.md": "[[a]]"], moves: [("a.md", "x/y/z.md"), ("b.md", "x/b.md")],
      after: ["x/y/z.md": "A", "x/b.md": "[[z]]"]),
  ]

  @Test("All names and all links change together and come back together", arguments: cases)
  func moved(_ example: Case) async throws {
    write(example.before)
    let moves = moves
    let receipt = try await moves.move(
      example.moves.map { move($0.0, $0.1) }, linking: nil)
    expectTexts(example.after, #_sourceLocation)
    #expect(receipt.moves.count == example.moves.count)
    _ = try await moves.undo(receipt)
    expectTexts(example.before.mapValues { $0 }, #_sourceLocation)
    #expect(bench.folder.names() == example.before.keys.sorted())
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var moves: [(String, String)]
  }

  @Test(
    "An impossible move is refused as a whole",
    arguments: [
      Refusal(testDescription: "onto another note", moves: [("a.md", "x.md"), ("b.md", "c.md")]),
      Refusal(testDescription: "onto one in other letters", moves: [("a.md", "C.md")]),
      Refusal(testDescription: "two to one", moves: [("a.md", "x.md"), ("b.md", "x.md")]),
      Refusal(
        testDescription: "two to one in other letters", moves: [("a.md", "x.md"), ("b.md", "X.md")]),
      Refusal(testDescription: "one to two", moves: [("a.md", "x.md"), ("a.md", "y.md")]),
      Refusal(testDescription: "what is not there", moves: [("a.md", "x.md"), ("no.md", "y.md")]),
      Refusal(testDescription: "a folder", moves: [("folder.md", "x.md")]),
      Refusal(testDescription: "out of the vault", moves: [("a.md", "../x.md")]),
      Refusal(testDescription: "from outside", moves: [("../a.md", "x.md")]),
      Refusal(testDescription: "to a hidden name", moves: [("a.md", ".x.md")]),
      Refusal(testDescription: "out of the trash", moves: [(".trash/a.md", "x.md")]),
      Refusal(testDescription: "to what is no note", moves: [("a.md", "x.pdf")]),
      Refusal(testDescription: "below a file", moves: [("a.md", "c.md/x.md")]),
      Refusal(testDescription: "through a link to outside", moves: [("a.md", "out/x.md")]),
      Refusal(
        testDescription: "a link that would lead elsewhere", moves: [("link.md", "x/link.md")]),
      Refusal(
        testDescription: "to a name that is too long",
        moves: [("a.md", String(repeating: "x", count: 253) + ".md")]),
    ])
  func refused(_ example: Refusal) async throws {
    write(["a.md": "A", "b.md": "[[a]]", "c.md": "[[b]]", "folder.md/x.md": "x"])
    bench.folder.link("out", to: state.path)
    bench.folder.link("link.md", to: "c.md")
    let names = bench.folder.names()
    await #expect(throws: NoteStoreError.self) {
      try await moves.move(example.moves.map { move($0.0, $0.1) }, linking: nil)
    }
    expectTexts(["a.md": "A", "b.md": "[[a]]", "c.md": "[[b]]"], #_sourceLocation)
    #expect(bench.folder.names() == names)
  }

  @Test("Links of every kind are updated, and the note's own links still lead to their targets")
  func realLinks() async throws {
    write([
      "a.md": "[b](b.md) and ![](pics/p.png) and [[b]]",
      "b.md": "[[a]], [[a|the a]], ![[a#Part]], [a](a.md#part) and `[[a]]`",
      "deep/c.md": "[a](../a.md) and [[other/a]]", "other/a.md": "another", "pics/p.png": "",
    ])
    bench.folder.link("link.md", to: "b.md")
    let moves = FolderMoves(
      root: bench.folder.bytes, stateFolder: state.bytes,
      vault: VaultID(NotePath(bytes: bench.folder.bytes)), clock: bench.clock)
    let receipt = try await moves.move([move("a.md", "deep/new name.md")], linking: nil)
    let after = [
      "deep/new name.md": "[b](../b.md) and ![](../pics/p.png) and [[b]]",
      "b.md": "[[new name]], [[new name|the a]], ![[new name#Part]], "
        + "[a](deep/new%20name.md#part) and `[[a]]`",
      "deep/c.md": "[a](new%20name.md) and [[other/a]]", "other/a.md": "another",
    ]
    for (name, text) in after { #expect(bench.folder.text(name) == text, "\(name)") }
    #expect(
      receipt.rewritten == [NoteID("deep/new name.md"), NoteID("b.md"), NoteID("deep/c.md")])
    _ = try await moves.undo(receipt)
    #expect(bench.folder.text("deep/c.md") == "[a](../a.md) and [[other/a]]")
    #expect(bench.folder.text("a.md") == "[b](b.md) and ![](pics/p.png) and [[b]]")
    #expect(await moves.recover() == [])
    // A name that no wiki link can hold turns them into other links, and undo restores them.
    let before = try #require(bench.folder.text("b.md"))
    let odd = try await moves.move([move("a.md", "a #1 [x].md")], linking: nil)
    #expect(bench.folder.text("b.md")?.contains("[[a|") == false)
    _ = try await moves.undo(odd)
    #expect(bench.folder.text("b.md") == before)
  }

  @Test("Only the notes known to contain links are searched")
  func linking() async throws {
    write(["a.md": "A", "b.md": "[[a]]", "c.md": "[[a]]"])
    let receipt = try await moves.move([move("a.md", "x.md")], linking: [NoteID("b.md")])
    expectTexts(["x.md": "A", "b.md": "[[x]]", "c.md": "[[a]]"], #_sourceLocation)
    #expect(receipt.rewritten == [NoteID("b.md")])
    #expect(state.mode("moves") == 0o700)
    #expect(state.mode("moves/lock") == 0o600)
  }

  @Test("Undoing a move preserves later edits and a folder that is not empty")
  func undoKeepsEdits() async throws {
    write(["a.md": "A", "b.md": "[[a]]"])
    let receipt = try await moves.move([move("a.md", "x/a2.md")], linking: nil)
    #expect(receipt.folders == [NotePath("x")])
    write(["b.md": "[[a2]] and more", "new.md": "[[a2]]", "x/other.md": ""])
    _ = try await moves.undo(receipt)
    expectTexts(
      ["a.md": "A", "b.md": "[[a]] and more", "new.md": "[[a]]", "x/other.md": ""],
      #_sourceLocation)
  }

  @Test("A read-only note stops the move before it begins")
  func readOnly() throws {
    write(["a.md": "A", "b.md": "[[a]]"])
    bench.folder.setMode("b.md", 0o444)
    let planner = MovePlanner([move("a.md", "x.md")], in: bench.vault)
    let work = try LinkRewriter.plainWords.prepare(planner.moves, nil, bench.vault, nil)
    _ = withoutPrivileges(in: bench.folder) {
      #expect(
        throws: NoteStoreError.notPermitted(NotePath("b.md"), action: "rewrite the links in")
      ) {
        try planner.plan(rewriting: work.notes, by: work.edited)
      }
    }
  }

  @Test("A note changed during link rewriting rolls everything back")
  func changedMeanwhile() async throws {
    write(["a.md": "A", "b.md": "[[a]]", "c.md": "[[a]]"])
    let folder = bench.folder
    let count = SharedCount(0)
    let disk = Disk(
      writeSome: { file, bytes in
        // The first write is the journal's, the second that of `b.md`.
        if count.next() == 2 { folder.write("c.md", "theirs") }
        return Disk.real.writeSome(file, bytes)
      }, flush: { _ in 0 })
    let vault = VaultFolder(root: folder.bytes, clock: bench.clock, disk: disk)
    await #expect(throws: NoteStoreError.changedOutside(NotePath("c.md"))) {
      try await moves(vault).move(
        [move("a.md", "x.md")], linking: [NoteID("b.md"), NoteID("c.md")])
    }
    expectTexts(["a.md": "A", "b.md": "[[a]]", "c.md": "theirs", "x.md": nil], #_sourceLocation)
  }

  @Test("A disk that fails at any flush leaves all old or all new", arguments: 0..<16)
  func brokenDisk(at flush: Int) async throws {
    write(["a.md": "A [[a]]", "b.md": "[[a]]"])
    bench.folder.setModified("b.md", seconds: 77)
    let vault = VaultFolder(
      root: bench.folder.bytes, clock: bench.clock, disk: .breaking(atFlush: flush))
    do {
      _ = try await moves(vault).move([move("a.md", "x/b.md")], linking: nil)
      expectTexts(["a.md": nil, "x/b.md": "A [[b]]", "b.md": "[[b]]"], #_sourceLocation)
    } catch {
      expectTexts(["a.md": "A [[a]]", "x/b.md": nil, "b.md": "[[a]]"], #_sourceLocation)
      #expect(!bench.folder.exists("x"))
      #expect(try bench.vault.read(NoteID("b.md")).stamp.modified.seconds == 77)
    }
  }

  @Test("An interrupted move is finished by the next start", arguments: 0...4)
  func finished(after steps: Int) async throws {
    write(["a.md": "A [[b]]", "b.md": "B", "c.md": "[[a]] [[b]]"])
    let planner = MovePlanner(
      [move("a.md", "b.md"), move("b.md", "a.md"), move("c.md", "d/e.md")], in: bench.vault)
    let rewriter = try LinkRewriter.plainWords.prepare(planner.moves, nil, bench.vault, nil)
    let plan = try planner.plan(rewriting: rewriter.notes, by: rewriter.edited)
    try leave(plan)
    let rename = { (from: String, to: String) in bench.folder.rename(from, to: to) }
    if steps > 0 { bench.folder.makeFolder("d") }
    if steps > 1 { rename("c.md", "d/e.md") }
    if steps > 2 {
      rename("a.md", "t")
      rename("b.md", "a.md")
      rename("t", "b.md")
    }
    // New files replace the texts.
    if steps > 3 {
      write(["t": "[[b]] [[a]]"])
      rename("t", "d/e.md")
    }
    #expect(await moves.recover() == [])
    expectTexts(
      ["b.md": "A [[a]]", "a.md": "B", "c.md": nil, "d/e.md": "[[b]] [[a]]"], #_sourceLocation)
    #expect(await moves.recover() == [])
  }

  private func leave(_ plan: MovePlan) throws {
    let journal = try MoveJournal(state.bytes + Array("/moves".utf8), .real)
    try journal.write(file: plan.file)
  }

  /// The state after a kill during the move from `a.md`, to which `b.md` links, to `x.md`.
  private func leaveHalfMove(ofFileAt place: String) throws {
    let inode = try Posix.facts(Array(bench.folder.path(place).utf8)).inode
    try leave(
      MovePlan(
        moved: [.init(move: move("a.md", "x.md"), inode: inode)],
        rewrites: [
          .init(
            before: NotePath("b.md"), after: NotePath("b.md"), old: Array("[[a]]".utf8),
            new: Array("[[x]]".utf8), modified: Timestamp(seconds: 5))
        ], folders: []))
  }

  @Test("A move that cannot be finished is rolled back and reported")
  func takenBack() async throws {
    write(["a.md": "A", "b.md": "[[a]]", "x.md": "theirs"])
    try leaveHalfMove(ofFileAt: "a.md")
    let said = await moves.recover()
    #expect(said.count == 1)
    #expect(said.allSatisfy { $0.contains("x.md") })
    expectTexts(["a.md": "A", "b.md": "[[a]]", "x.md": "theirs"], #_sourceLocation)
  }

  @Test("A note changed since the kill keeps its text and is reported")
  func leftAlone() async throws {
    write(["x.md": "A", "b.md": "[[a]]"])
    try leaveHalfMove(ofFileAt: "x.md")
    write(["b.md": "edited [[a]]"])
    let said = await moves.recover()
    #expect(said.count == 1)
    #expect(said.allSatisfy { $0.contains("b.md") })
    expectTexts(["x.md": "A", "b.md": "edited [[a]]"], #_sourceLocation)
  }

  @Test("Two programs that move notes at once wait for each other")
  func together() async throws {
    let steps = 0..<20
    for number in steps {
      write(["a\(number).md": "A", "b\(number).md": "B"])
    }
    write(["links.md": steps.map { "[[a\($0)]] [[b\($0)]]\n" }.joined()])
    let programs = ["a": moves, "b": moves]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (name, moves) in programs {
        group.addTask {
          for number in steps {
            let from = NoteID("\(name)\(number).md")
            _ = try await moves.move(
              [NoteMove(from: from, to: NoteID("\(name)\(number) new.md"))], linking: nil)
          }
        }
      }
      try await group.waitForAll()
    }
    let links = steps.map { "[[a\($0) new]] [[b\($0) new]]\n" }.joined()
    expectTexts(["links.md": links, "a7 new.md": "A", "b7 new.md": "B"], #_sourceLocation)
    #expect(bench.folder.names().count == 2 * steps.count + 1)
  }

  @Test("An unreadable journal is set aside, reported once and blocks nothing")
  func damagedJournal() async throws {
    write(["a.md": "A"])
    state.write("moves/move", "notes-tui-move 1\nmove a.md x.md 5\n\n")
    #expect(await moves.recover().count == 1)
    #expect(state.names(in: "moves") == ["bad-move", "lock"])
    #expect(await moves.recover() == [])
    _ = try await moves.move([move("a.md", "x.md")], linking: nil)
    #expect(bench.folder.text("x.md") == "A")
  }
}

extension LinkRewriter {
  /// `[[stem]]` alone, by the simplest means: how a move treats texts does not depend on syntax.
  static let plainWords = LinkRewriter { moves, _, vault, linking in
    let files = FolderFiles(root: vault.root, clock: vault.clock)
    let survey = files.survey(isCancelled: { false })
    let all = survey.entries.filter { !$0.fact.isLink && $0.fact.obstacle == nil }
    let notes = linking ?? all.map { NoteID(survey.path(of: $0)) }.sorted { $0.path < $1.path }
    return Work(notes: notes) { bytes, _ in
      let parts = String(decoding: bytes, as: UTF8.self).split(
        separator: "[[", omittingEmptySubsequences: false)
      let rest = parts.dropFirst().map { part -> String in
        for move in moves where part.hasPrefix(move.from.path.stem.text + "]]") {
          return move.to.path.stem.text + part.dropFirst(move.from.path.stem.text.count)
        }
        return String(part)
      }
      return (Array(([String(parts[0])] + rest).joined(separator: "[[").utf8), false)
    }
  }
}
