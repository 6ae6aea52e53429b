import Files
import Entities
import Services
import TestSupport
import Testing

@testable import FileStore

/// Random use of a store, compared with a dictionary of the expected contents.
@Suite("The store against a model")
struct ModelTests {
  @Test("Thousands of random steps leave exactly what the model holds", arguments: [1, 2, 3])
  func randomSteps(seed: UInt64) async throws {
    // Real flushes would take most of the time and show nothing here.
    var run = ModelRun(
      bench: Bench(disk: Disk(writeSome: Disk.real.writeSome, flush: { _ in 0 })), seed: seed)
    for step in 0..<1_000 {
      try await run.step()
      if step % 100 == 99 { try await run.check() }
    }
    try await run.check()
  }

  @Test("The in-memory store used by other tests keeps the same promises")
  func memory() async throws {
    let store = MemoryNoteStore(["a.md": "# A\nwords", "b.md": "text"])
    let id = NoteID("a.md")
    let content = try await store.read(id)
    let stamp = try await store.save([1], to: id, replacing: content.stamp)
    await #expect(throws: NoteStoreError.changedOutside(id.path)) {
      try await store.save([2], to: id, replacing: content.stamp)
    }
    await store.change(id, to: "theirs")
    await #expect(throws: NoteStoreError.changedOutside(id.path)) {
      try await store.save([2], to: id, replacing: stamp)
    }
    await store.fail(next: .noSpace(id.path))
    await #expect(throws: NoteStoreError.noSpace(id.path)) { try await store.read(id) }
    #expect(try await store.read(id).bytes == Array("theirs".utf8))
    let trashed = try await store.trash(id)
    #expect(try await store.create([], titled: "a", in: NotePath("")).id == id)
    #expect(try await store.restore(trashed) == NoteID("a 2.md"))
    var rows: [NoteID] = []
    for await batch in store.list() { rows += batch.notes.map(\.id) }
    #expect(Set(rows) == [id, NoteID("a 2.md"), NoteID("b.md")])
  }
}

private struct ModelRun {
  let bench: Bench
  private var random: SeededRandom
  private var notes: [NoteID: (bytes: [UInt8], stamp: NoteStamp)] = [:]
  private var trash: [TrashedNote: [UInt8]] = [:]
  private let titles = [
    "A", "a", "e\u{301}", "\u{e9}", "Long title/with?bits", "", "\u{1b}[2J", "%41 -rf", "..",
    String(repeating: "\u{e9}", count: 130),
  ]
  private let folders = ["", "x", "x/y", "Z", "\u{65}\u{301} \u{1f468}"]
  private let outside = TemporaryFolder()
  /// Notes that are never changed, but that are in the way of every step.
  private let fixed: Set<NoteID> = [NoteID("out.md"), NoteID("circle.md"), NoteID("in.md")]

  init(bench: Bench, seed: UInt64) {
    self.bench = bench
    random = SeededRandom(seed: seed)
    outside.write("x.md", "theirs")
    bench.folder.write(".hidden/h.md", "hidden")
    bench.folder.link("out.md", to: outside.path("x.md"))
    bench.folder.link("circle.md", to: "circle.md")
    bench.folder.link("in.md", to: ".hidden/h.md")
    bench.folder.link("loop", to: ".")
    bench.folder.link("outside", to: outside.path)
  }

  mutating func step() async throws {
    bench.clock.advance(by: .milliseconds(7))
    let id = notes.keys.sorted { $0.path < $1.path }.randomElement(using: &random)
    switch (Int.random(in: 0..<10, using: &random), id) {
    case (0...3, let id?): try await save(id)
    case (4...5, let id?):
      let trashed = try await bench.store.trash(id)
      #expect(trash[trashed] == nil)
      trash[trashed] = notes.removeValue(forKey: id)?.bytes
    case (6, _): try await restore()
    case (7, let id?): try await changeOutside(id)
    default: try await create()
    }
  }

  private mutating func bytes() -> [UInt8] {
    (0..<Int.random(in: 0...200, using: &random)).map { _ in .random(in: 0...255, using: &random) }
  }

  private mutating func save(_ id: NoteID) async throws {
    guard let old = notes[id] else { return }
    let new = bytes()
    notes[id] = (new, try await bench.store.save(new, to: id, replacing: old.stamp))
  }

  private mutating func create() async throws {
    let new = bytes()
    let title = titles.randomElement(using: &random) ?? ""
    let folder = folders.randomElement(using: &random) ?? ""
    let (id, stamp) = try await bench.store.create(new, titled: title, in: NotePath(folder))
    #expect(notes[id] == nil)
    notes[id] = (new, stamp)
  }

  private mutating func restore() async throws {
    let lying = trash.keys.sorted { $0.resting < $1.resting }
    guard let trashed = lying.randomElement(using: &random) else { return }
    let id = try await bench.store.restore(trashed)
    #expect(notes[id] == nil)
    let content = try await bench.store.read(id)
    #expect(content.bytes == trash[trashed])
    notes[id] = (content.bytes, content.stamp)
    trash[trashed] = nil
  }

  private mutating func changeOutside(_ id: NoteID) async throws {
    guard let old = notes[id] else { return }
    let theirs = bytes() + [UInt8(random.next() & 0xff)] + Array("theirs".utf8)
    bench.folder.write(id.path.bytes, theirs)
    await #expect(throws: NoteStoreError.changedOutside(id.path)) {
      try await bench.store.save([], to: id, replacing: old.stamp)
    }
    let content = try await bench.store.read(id)
    #expect(content.bytes == theirs)
    notes[id] = (content.bytes, content.stamp)
  }

  func check() async throws {
    #expect(await Set(bench.listed().map(\.id)) == fixed.union(notes.keys))
    #expect(outside.names() == ["x.md"])
    #expect(outside.text("x.md") == "theirs")
    #expect(bench.folder.text("in.md") == "hidden")
    for (id, note) in notes { #expect(bench.folder.read(id.path.bytes) == note.bytes, "\(id)") }
    #expect(try await Set(bench.store.trashed()) == Set(trash.keys))
    for (trashed, bytes) in trash { #expect(bench.folder.read(trashed.resting.bytes) == bytes) }
    for folder in folders + [".trash", ".trash/.origin"] {
      #expect(bench.leftovers(in: folder.isEmpty ? "." : folder).isEmpty)
    }
  }
}
