import Entities
import Files
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Folders and attachments move along with the links to them")
struct FolderMoveTests {
  let bench = Bench()
  let state = TemporaryFolder()

  private var moves: FolderMoves {
    FolderMoves(
      bench.vault, journal: state.bytes + Array("/moves".utf8),
      rewriter: .links(identified: { _ in [] }))
  }

  private func move(_ from: String, _ to: String) -> NoteMove {
    NoteMove(from: NoteID(from), to: NoteID(to))
  }

  private static let before = [
    "a.md": "![[pic.png]] ![p](img/pic.png) [[Work/plan]] [w](Work/deep/b.md)",
    "img/pic.png": "\u{89}PNG [[plan]] ![p](pic.png)",
    "map.canvas":
      #"{"nodes":[{"id":"1","type":"file","file":"img/pic.png"},{"id":"2","x":1,"file":"Work/plan.md"}]}"#,
    "Work/plan.md": "![](../img/pic.png) [[Work/deep/b]] [up](../a.md)",
    "Work/deep/b.md": "[[plan]] ![](own.png)",
    "Work/deep/own.png": "own", "Work/deep/t.base": "filters: file.inFolder(\"Work\")\n",
  ]

  private func writeAll() {
    for (name, text) in Self.before { bench.folder.write(name, text) }
  }

  private func expect(_ texts: [String: String], _ location: SourceLocation = #_sourceLocation) {
    for (name, text) in texts {
      #expect(bench.folder.text(name) == text, "\(name)", sourceLocation: location)
    }
    #expect(bench.leftovers.isEmpty, sourceLocation: location)
  }

  @Test("A picture is renamed, and its contents are not read as links")
  func attachment() async throws {
    writeAll()
    let moves = moves
    let receipt = try await moves.move(
      [move("img/pic.png", "files/the one.png")], linking: [NoteID("a.md"), NoteID("Work/plan.md")])
    expect([
      "files/the one.png": Self.before["img/pic.png"] ?? "",
      "a.md": "![[the one.png]] ![p](files/the%20one.png) [[Work/plan]] [w](Work/deep/b.md)",
      "Work/plan.md": "![](../files/the%20one.png) [[Work/deep/b]] [up](../a.md)",
      "map.canvas":
        #"{"nodes":[{"id":"1","type":"file","file":"files/the one.png"},{"id":"2","x":1,"file":"Work/plan.md"}]}"#,
    ])
    #expect(receipt.rewritten.map(\.path.text) == ["Work/plan.md", "a.md", "map.canvas"])
    #expect(await moves.clear([NotePath("img")]).isEmpty)
    _ = try await moves.undo(receipt)
    expect(Self.before)
    #expect(bench.folder.text("files/the one.png") == nil)
  }

  @Test("A folder's files all move with it and all come back")
  func folder() async throws {
    writeAll()
    bench.folder.write("Work/.hidden", "x")
    bench.folder.write("Works/other.md", "x")
    let moves = moves
    let files = try await moves.files(in: NotePath("Work"))
    #expect(
      files.map(\.text) == [
        "Work/deep/b.md", "Work/deep/own.png", "Work/deep/t.base", "Work/plan.md",
      ])
    let wanted = files.map { file in
      NoteMove(from: NoteID(file), to: NoteID("Old/2026" + file.text.dropFirst(4)))
    }
    let receipt = try await moves.move(wanted, linking: nil)
    expect([
      "a.md": "![[pic.png]] ![p](img/pic.png) [[Old/2026/plan]] [w](Old/2026/deep/b.md)",
      "Old/2026/plan.md": "![](../../img/pic.png) [[Old/2026/deep/b]] [up](../../a.md)",
      "Old/2026/deep/b.md": "[[plan]] ![](own.png)", "Old/2026/deep/own.png": "own",
      "map.canvas":
        #"{"nodes":[{"id":"1","type":"file","file":"img/pic.png"},{"id":"2","x":1,"file":"Old/2026/plan.md"}]}"#,
    ])
    #expect(await moves.clear([NotePath("Work"), NotePath("Work/deep")]) == [NotePath("Work")])
    #expect(bench.folder.text("Work/.hidden") == "x")
    _ = try await moves.undo(receipt)
    expect(Self.before)
  }

  @Test(
    "A move refuses to turn a note into an attachment or an attachment into a note",
    arguments: [
      ("a.md", "a.png"), ("img/pic.png", "img/pic.md"), ("img/pic.png", "img/.pic.png"),
      ("img/pic.png", "Work/deep/own.png"), ("img/no.png", "img/x.png"),
    ])
  func refuses(from: String, to: String) async throws {
    writeAll()
    await #expect(throws: NoteStoreError.self) {
      _ = try await moves.move([move(from, to)], linking: nil)
    }
    expect(Self.before)
  }
}
