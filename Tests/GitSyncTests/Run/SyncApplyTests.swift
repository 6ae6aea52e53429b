import Entities
import Merging
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("Bringing files from one commit to another")
struct SyncApplyTests {
  private let folder = TemporaryFolder()

  private func apply(
    _ old: [String: String], _ new: [String: String], on files: MemoryFiles,
    step: @escaping SyncStepping = { _ in }
  ) async throws -> SyncApply {
    let state = SyncState(gitFolder: folder.path)
    let lock = try state.lock()
    defer { withExtendedLifetime(lock) {} }
    var apply = SyncApply(
      contents: SyncContents(
        files: files, opener: nil, objects: LfsObjects(gitFolder: folder.path, storage: "lfs")),
      blobs: TextBlobs(),
      names: ("here 1", SideName(usual: "there 2")), state: state,
      progress: { _ in }, step: step)
    try await apply.run(TreeDifference(from: tree(old), to: tree(new)))
    try state.end()
    return apply
  }

  private struct Row: CustomTestStringConvertible {
    var before: String?
    var there: String?
    var after: String?
    var result: String?
    var event: SyncEvent?

    var testDescription: String {
      "\(before ?? "-") → \(after ?? "-"), \(there ?? "-") there"
    }
  }

  private static let path = NotePath("a.md")
  private static let rows: [Row] = [
    Row(before: "a\n", there: "a\n", after: "b\n", result: "b\n"),
    Row(before: nil, there: nil, after: "b\n", result: "b\n"),
    Row(before: "a\n", there: "a\n", after: nil, result: nil),
    Row(before: "a\n", there: "b\n", after: "b\n", result: "b\n"),
    Row(before: "a\n", there: nil, after: nil, result: nil),
    // Removed since the snapshot, but changed in the incoming commit: it stays.
    Row(before: "a\n", there: nil, after: "b\n", result: "b\n"),
    // Typed since the snapshot.
    Row(
      before: "a\n\nb\n", there: "a\n\nb typed\n", after: "new a\n\nb\n",
      result: "new a\n\nb typed\n", event: .changedMeanwhile(path)),
    Row(
      before: "a\n", there: "a typed\n", after: nil, result: "a typed\n",
      event: .deletionOverruled(path)),
    Row(
      before: nil, there: "mine\n", after: "mine\nmore\n", result: "mine\nmore\n",
      event: .changedMeanwhile(path)),
  ]

  @Test("One file, by its state on each side", arguments: rows)
  private func oneFile(_ row: Row) async throws {
    func texts(_ text: String?) -> [String: String] { text.map { ["a.md": $0] } ?? [:] }
    let files = MemoryFiles(texts(row.there))
    let done = try await apply(texts(row.before), texts(row.after), on: files)
    #expect(files.texts == texts(row.result))
    #expect(done.events == (row.event.map { [$0] } ?? []))
  }

  @Test("Lines that both devices wrote are marked, and the note holds both")
  func marks() async throws {
    let files = MemoryFiles(["a.md": "mine\n"])
    let done = try await apply(["a.md": "old\n"], ["a.md": "theirs\n"], on: files)
    let text = try #require(files["a.md"])
    for line in ["<<<<<<< here 1", "mine", "=======", "theirs", ">>>>>>> there 2"] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)")
    }
    #expect(done.marked == [Self.path])
  }

  @Test("Both versions of a binary file survive")
  func binary() async throws {
    let files = MemoryFiles(["p.png": "mine\0", "p (from here 1).png": "taken"])
    let done = try await apply(["p.png": "old\0"], ["p.png": "theirs\0"], on: files)
    #expect(files["p.png"] == "theirs\0")
    #expect(files["p (from here 1) 2.png"] == "mine\0")
    #expect(files["p (from here 1).png"] == "taken")
    #expect(done.events == [.bothKept(NotePath("p.png"), other: NotePath("p (from here 1) 2.png"))])
  }

  @Test("Files and folders swap names, even if a name is in use")
  func filesAndFolders() async throws {
    let files = MemoryFiles(["x/y": "1", "f": "2"])
    _ = try await apply(["x/y": "1", "f": "2"], ["x": "1", "f/g": "2"], on: files)
    #expect(files.texts == ["x": "1", "f/g": "2"])
    let busy = MemoryFiles(["x/y": "1", "x/mine": "m", "f": "typed"])
    let done = try await apply(["x/y": "1", "f": "2"], ["x": "1", "f/g": "2"], on: busy)
    #expect(busy.texts == ["x/mine": "m", "x 2": "1", "f": "typed", "f 2/g": "2"])
    #expect(
      Set(done.events).isSuperset(of: [
        .nameTaken(NotePath("x"), to: NotePath("x 2")),
        .nameTaken(NotePath("f/g"), to: NotePath("f 2/g")),
      ]))
  }

  @Test("A file that is just being written is merged, and one that never rests is reported")
  func changing() async throws {
    let files = MemoryFiles(["a.md": "a\n\nb\n"])
    files.change("a.md", meanwhile: "a\n\nb typed\n")
    _ = try await apply(["a.md": "a\n\nb\n"], ["a.md": "new\n\nb\n"], on: files)
    #expect(files["a.md"] == "new\n\nb typed\n")
    for number in 0..<20 { files.change("a.md", meanwhile: "\(number)\n") }
    await #expect(throws: SyncFailure.alwaysChanging(Self.path)) {
      _ = try await apply(["a.md": "x\n"], ["a.md": "y\n"], on: files)
    }
  }

  private struct Killed: Error {}

  @Test(
    "After a stop at any file the sync resumes there, and text typed in between stays",
    arguments: 0..<6)
  func stopped(_ after: Int) async throws {
    let old = ["a.md": "a\n", "b.md": "b\n", "c.md": "c\n", "old.md": "words\n", "x.md": "x\n"]
    let new = ["a.md": "a\nmore\n", "b.md": "b\nmore\n", "new.md": "words\n", "x.md": "x\nmore\n"]
    let files = MemoryFiles(old)
    let count = StepCount()
    do {
      _ = try await apply(old, new, on: files) { _ in
        if count.next() == after { throw Killed() }
      }
    } catch is Killed {
      // Both on files already written and on those that are not.
      for name in ["a.md", "x.md"] { files[name] = (files[name] ?? "") + "typed \(name)\n" }
      _ = try await apply(old, new, on: files)
    }
    for (name, text) in new {
      let lines = Set((files[name] ?? "").split(separator: "\n"))
      #expect(lines.isSuperset(of: text.split(separator: "\n")), "\(name)")
    }
    if files["a.md"]?.contains("typed") == true {
      #expect(files["a.md"] == "a\nmore\ntyped a.md\n")
      #expect(files["x.md"]?.contains("typed x.md\n") == true)
    }
    #expect(files["old.md"] == nil && files["c.md"] == nil)
  }
}
