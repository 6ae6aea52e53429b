import Entities
import FileStore
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import SealedStore

@Suite("Moving notes of an encrypted vault")
struct SealedMovesTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func move(_ from: String, _ to: String) -> NoteMove {
    NoteMove(from: NoteID(from), to: NoteID(to))
  }

  private func expect(_ texts: [String: String], _ location: SourceLocation = #_sourceLocation) {
    let found = (try? bench.sealed.everything()) ?? []
    #expect(
      Dictionary(found.map { ($0.place, $0.text) }, uniquingKeysWith: { $0 + "+" + $1 }) == texts,
      sourceLocation: location)
    #expect(bench.leftovers == [], sourceLocation: location)
    let state = bench.outside.names(in: "state/moves")
    let kept = state.flatMap { bench.outside.names(in: "state/moves/\($0)") }
    #expect(kept.filter { $0 != "lock" } == [], sourceLocation: location)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: [String: String]
    var moves: [(String, String)]
    var after: [String: String]
  }

  static let cases = [
    Case(
      testDescription: "one note, with the links to it",
      before: ["a.md": "see [[a]]", "b.md": "see [[a]] and [[b]]", "c.md": "[[b]]"],
      moves: [("a.md", "x.md")],
      after: ["x.md": "see [[x]]", "b.md": "see [[x]] and [[b]]", "c.md": "[[b]]"]),
    Case(
      testDescription: "two that change places",
      before: ["a.md": "A [[b]]", "b.md": "B", "c.md": "[[a]] [[b]]"],
      moves: [("a.md", "b.md"), ("b.md", "a.md")],
      after: ["b.md": "A [[a]]", "a.md": "B", "c.md": "[[b]] [[a]]"]),
    Case(
      testDescription: "into a folder, with a link to a picture",
      before: ["a.md": "![](pic.png)", "pic.png": "P", "b.md": "[t](a.md)"],
      moves: [("a.md", "f/g/a.md")],
      after: ["f/g/a.md": "![](../../pic.png)", "pic.png": "P", "b.md": "[t](f/g/a.md)"]),
    Case(
      testDescription: "a picture and a folder",
      before: ["a.md": "![](pic.png) [[f/b]]", "pic.png": "P [[b]]", "f/b.md": "![](../pic.png)"],
      moves: [("pic.png", "i/q.png"), ("f/b.md", "g/h/b.md")],
      after: [
        "a.md": "![](i/q.png) [[g/h/b]]", "i/q.png": "P [[b]]", "g/h/b.md": "![](../../i/q.png)",
      ]),
    Case(
      testDescription: "to the same name in other letters",
      before: ["a.md": "A", "b.md": "x"], moves: [("a.md", "A.md")],
      after: ["A.md": "A", "b.md": "x"]),
  ]

  @Test("Moved notes keep their links working", arguments: cases)
  func moves(test: Case) async throws {
    for (place, text) in test.before { try bench.add(place, text) }
    let time = bench.clock.now
    bench.clock.advance(by: .seconds(60))
    let receipt = try await bench.vault.moves.move(test.moves.map { move($0, $1) }, linking: nil)
    expect(test.after)
    #expect(receipt.folders == [])
    // A note that only moved keeps its time.
    for row in await bench.listed()
    where test.before.values.contains(test.after[path(row)] ?? "") {
      #expect(row.modified == time, "\(path(row))")
    }
    #expect(Set(await bench.listed().map(path)).isSubset(of: test.after.keys))
    bench.clock.advance(by: .seconds(60))
    _ = try await bench.vault.moves.undo(receipt)
    expect(test.before)
  }

  @Test("A title follows a rename, and its undo")
  func rename() async throws {
    try bench.add("a.md", "# Old\ntext")
    try bench.add("b.md", "[[a]]")
    let receipt = try await bench.vault.moves.rename(NoteID("a.md"), to: "New", linking: nil)
    expect(["New.md": "# New\ntext", "b.md": "[[New]]"])
    #expect(receipt.rewritten == [NoteID("b.md")])
    #expect(try await bench.vault.notes.summary(of: NoteID("New.md")).title == "New")
    _ = try await bench.vault.moves.undo(receipt)
    expect(["a.md": "# Old\ntext", "b.md": "[[a]]"])
  }

  @Test("Swapping the names of several notes updates links, and undo restores them")
  func rewritesAndMoves() async throws {
    let (old, new) = ("20230101T101010--x__work.md", "20230101T101010--x__job.md")
    let before = [
      old: "#work", "b.md": "see [[20230101T101010--x__work]]", "c.md": "#work [x](\(old))",
    ]
    for (place, text) in before { try bench.add(place, text) }
    let change = { (note: String, name: String?) in
      NoteChange(
        note: NoteID(note), title: note,
        pieces: [
          .init(
            range: 1..<5, old: Array("work".utf8), new: Array("job".utf8), line: 1, context: "work",
            contextRange: 0..<4)
        ], newName: name.map { NoteID($0) })
    }
    let receipt = try await bench.vault.moves.rewrite([change(old, new), change("c.md", nil)])
    let after = [
      new: "#job", "b.md": "see [[20230101T101010--x__job]]", "c.md": "#job [x](\(new))",
    ]
    expect(after)
    #expect(receipt.notes == [NoteID(new), NoteID("c.md")])
    #expect(receipt.linking == [NoteID("b.md")])
    _ = try await bench.vault.moves.undo(receipt)
    expect(before)
    try bench.add(new, "there")
    await #expect(throws: NoteStoreError.self) {
      try await bench.vault.moves.rewrite([change(old, new)])
    }
    expect(before.merging([new: "there"]) { first, _ in first })
  }

  @Test(
    "Obstacles are reported before anything is touched",
    arguments: [
      ("a.md", "b.md"), ("a.md", "B.md"), ("a.md", "../x.md"), ("a.md", ".x.md"), ("a.md", "x"),
      ("a.md", "b.md/x.md"), ("gone.md", "x.md"), ("a.md", "f"),
    ])
  func refused(from: String, to: String) async throws {
    let before = ["a.md": "A", "b.md": "[[a]]", "f/c.md": ""]
    for (place, text) in before { try bench.add(place, text) }
    await #expect(throws: NoteStoreError.self) {
      try await bench.vault.moves.move([move(from, to)], linking: nil)
    }
    expect(before)
  }

  @Test("A note changed while links are rewritten rolls everything back")
  func changedMeanwhile() async throws {
    try bench.add("a.md", "A")
    try bench.add("b.md", "[[a]]")
    let other = bench.another()
    let theirs = try await other.notes.read(NoteID("b.md"))
    let files = SealedWork(paths: SealedPaths(bench.sealed, cache: bench.cache))
    let count = Counter()
    let disk = Disk(
      writeSome: Disk.real.writeSome,
      flush: { _ in
        // First the journal's start record, with its name, then the first new file.
        if count.next() == 3 {
          _ = try? files.save(Array("theirs".utf8), to: NoteID("b.md"), replacing: theirs.stamp)
        }
        return 0
      })
    await #expect(throws: NoteStoreError.changedOutside(NotePath("b.md"))) {
      try await bench.vault(on: disk).moves.move([move("a.md", "x.md")], linking: nil)
    }
    expect(["a.md": "A", "b.md": "theirs"])
  }

  @Test("A disk that fails at any flush leaves everything old or everything new", arguments: 0..<18)
  func brokenDisk(at flush: Int) async throws {
    try bench.add("a.md", "A [[a]]")
    try bench.add("b.md", "[[a]]")
    let count = Counter()
    let disk = Disk(
      writeSome: Disk.real.writeSome, flush: { _ in count.next() == flush ? -EIO : 0 })
    do {
      _ = try await bench.vault(on: disk).moves.move([move("a.md", "x/c.md")], linking: nil)
      #expect(await bench.vault.recover() == [])
      expect(["x/c.md": "A [[c]]", "b.md": "[[c]]"])
    } catch {
      #expect(await bench.vault.recover() == [])
      expect(["a.md": "A [[a]]", "b.md": "[[a]]"])
    }
  }

  @Test("An unreadable journal is left as it is, reported once, and blocks nothing")
  func damagedJournal() async throws {
    try bench.add("a.md", "A")
    _ = try await bench.vault.moves.move([move("a.md", "b.md")], linking: nil)
    let folder = try #require(bench.outside.names(in: "state/moves").first)
    bench.outside.write("state/moves/\(folder)/move", "not closed by us")
    #expect(await bench.vault.recover().count == 1)
    #expect(await bench.vault.recover() == [])
    #expect(bench.outside.names(in: "state/moves/\(folder)") == ["bad-move", "lock"])
    _ = try await bench.vault.moves.move([move("b.md", "c.md")], linking: nil)
    #expect(try bench.sealed.everything().map(\.place) == ["c.md"])
  }

  @Test("Two programs that move notes at the same time wait for each other")
  func together() async throws {
    for number in 0..<8 {
      try bench.add("a\(number).md", "A")
      try bench.add("b\(number).md", "B")
    }
    try bench.add("links.md", (0..<8).map { "[[a\($0)]] [[b\($0)]]\n" }.joined())
    let programs = ["a": bench.vault.moves, "b": bench.another().moves]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (name, moves) in programs {
        group.addTask {
          for number in 0..<8 {
            let move = NoteMove(
              from: NoteID("\(name)\(number).md"), to: NoteID("\(name)\(number) new.md"))
            _ = try await moves.move([move], linking: nil)
          }
        }
      }
      try await group.waitForAll()
    }
    let links = (0..<8).map { "[[a\($0) new]] [[b\($0) new]]\n" }.joined()
    let found = try bench.sealed.everything()
    #expect(found.first { $0.place == "links.md" }?.text == links)
    #expect(found.count == 17)
    #expect(bench.leftovers == [])
  }
}

@Suite("The plan of a move in an encrypted vault")
struct SealedMovePlanTests {
  @Test("A plan is read back as it was written, and refused if any byte differs")
  func file() {
    var plan = SealedMovePlan()
    let facts = SealedFacts(
      inode: 7, size: 9, modified: Timestamp(seconds: -3, nanoseconds: 5),
      changed: Timestamp(seconds: -3, nanoseconds: 5))
    #expect(SealedMovePlan(file: plan.file) == plan)
    plan.steps = [
      .init(
        id: .random(), old: facts, inode: 8, before: NotePath("a b.md"),
        after: NotePath("x/\n.md"))
    ]
    let file = plan.file
    #expect(SealedMovePlan(file: file) == plan)
    for place in file.indices {
      var bent = file
      bent[place] ^= 1
      #expect(SealedMovePlan(file: bent) == nil, "\(place)")
      #expect(SealedMovePlan(file: Array(file[..<place])) == nil, "\(place)")
    }
  }
}
