import Entities
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Links in a vault")
struct LinkTests {
  let bench = Bench()
  let outside = TemporaryFolder()

  @Test("Saving a note that is a link inside the vault writes to its target")
  func inside() async throws {
    bench.folder.write("deep/real.md", "old")
    bench.folder.link("link.md", to: "deep/real.md")
    let id = NoteID("link.md")
    let content = try await bench.store.read(id)
    let stamp = try await bench.store.save(Array("new".utf8), to: id, replacing: content.stamp)
    #expect(bench.folder.text("deep/real.md") == "new")
    #expect(bench.folder.mode("link.md") == 0o777)
    #expect(try await bench.store.read(id).stamp == stamp)
    #expect(bench.leftovers(in: "deep").isEmpty)
  }

  @Test("A note that links outside is listed, but not read or written without consent")
  func toOutside() async throws {
    outside.write("x.md", "theirs")
    bench.folder.link("link.md", to: outside.path("x.md"))
    let id = NoteID("link.md")
    #expect(
      await bench.listed().map(\.obstacle) == [.outside])
    let error = NoteStoreError.linkLeadsOutside(id.path, target: outside.path("x.md"))
    await #expect(throws: error) { try await bench.store.read(id) }
    let stamp = NoteStamp(inode: 0, size: 6, modified: bench.clock.now, digest: 0)
    await #expect(throws: error) { try await bench.store.save([], to: id, replacing: stamp) }
    #expect(outside.text("x.md") == "theirs")
    var byte: UInt8 = 0
    #expect(throws: NoteStoreError.notAFile(id.path, kind: "a link to a file outside the vault")) {
      try withUnsafeMutableBytes(of: &byte) { try bench.files.read(id, into: $0) }
    }
  }

  @Test("A link outside is written through after consent, as long as its target is the same")
  func agreed() async throws {
    outside.write("x.md", "theirs")
    outside.write("y.md", "others")
    bench.folder.link("link.md", to: outside.path("x.md"))
    let id = NoteID("link.md")
    await bench.store.followLink(of: id, to: outside.path("x.md"))
    let content = try await bench.store.read(id)
    _ = try await bench.store.save(Array("ours".utf8), to: id, replacing: content.stamp)
    #expect(outside.text("x.md") == "ours")
    #expect(outside.names() == ["x.md", "y.md"])
    #expect(bench.folder.names() == ["link.md"])
    bench.folder.remove("link.md")
    bench.folder.link("link.md", to: outside.path("y.md"))
    let error = NoteStoreError.linkLeadsOutside(id.path, target: outside.path("y.md"))
    await #expect(throws: error) { try await bench.store.read(id) }
    // There was no consent for another link.
    bench.folder.link("other.md", to: outside.path("x.md"))
    await #expect(throws: NoteStoreError.self) { try await bench.store.read(NoteID("other.md")) }
  }

  @Test("Broken and circular links are listed with their problem")
  func trouble() async throws {
    bench.folder.link("broken.md", to: "nowhere.md")
    bench.folder.link("circle.md", to: "circle.md")
    let rows = await bench.listed().sorted { $0.id.path < $1.id.path }
    #expect(
      rows.map(\.obstacle?.words) == [
        "is a link to a file that is not there", "is a link that leads back to itself",
      ])
    #expect(try await bench.store.summary(of: NoteID("broken.md")).obstacle == rows[0].obstacle)
    await #expect(
      throws: NoteStoreError.notAFile(
        NotePath("broken.md"), kind: "a link to a file that is not there")
    ) {
      try await bench.store.read(NoteID("broken.md"))
    }
  }

  @Test("Links to folders are not followed, which avoids circles and outside files")
  func folders() async throws {
    outside.write("x.md", "theirs")
    bench.folder.write("in/a.md", "mine")
    bench.folder.link("in/up", to: "..")
    bench.folder.link("out", to: outside.path)
    bench.folder.link("out.md", to: outside.path)
    #expect(await bench.listed().map(\.id) == [NoteID("in/a.md")])
  }

  @Test("Nothing is created in an outside folder, however it is reached")
  func createOutside() async throws {
    bench.folder.link("out", to: outside.path)
    for folder in ["out", "out/new"] {
      let path = NotePath("\(folder)/T.md")
      await #expect(
        throws: NoteStoreError.failed(
          path, action: "create", reason: "its folder is a link to outside the vault")
      ) {
        try await bench.store.create([], titled: "T", in: NotePath(folder))
      }
    }
    #expect(outside.names().isEmpty)
  }

  @Test("Trashing a link trashes the link and not its target")
  func trash() async throws {
    bench.folder.write("real.md", "text")
    bench.folder.link("link.md", to: "real.md")
    let trashed = try await bench.store.trash(NoteID("link.md"))
    #expect(bench.folder.text("real.md") == "text")
    #expect(!bench.folder.exists("link.md"))
    #expect(try await bench.store.restore(trashed) == NoteID("link.md"))
    #expect(bench.folder.text("link.md") == "text")
  }

  @Test("A vault whose folder is reached through a link works like any other")
  func rootIsLink() async throws {
    bench.folder.write("a.md", "# A")
    outside.link("vault", to: bench.folder.path)
    let store = FolderStore(root: outside.path("vault"), clock: bench.clock)
    let content = try await store.read(NoteID("a.md"))
    _ = try await store.save(Array("# B".utf8), to: NoteID("a.md"), replacing: content.stamp)
    var titles: [String] = []
    for await batch in store.list() { titles += batch.notes.map(\.title) }
    #expect(titles == ["B"])
  }
}
