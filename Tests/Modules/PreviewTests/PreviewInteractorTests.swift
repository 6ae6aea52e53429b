import Entities
import Services
import Testing
import Viper

@testable import Preview

@MainActor
@Suite("Preview: what is read")
struct PreviewInteractorTests {
  let work = Work()
  let store = ReadingStore()
  let output = RecordingOutput()
  let interactor: PreviewInteractor

  init() {
    interactor = PreviewInteractor(store: store, work: work)
    interactor.output = output
  }

  @Test("A note is read and delivered as lines")
  func loads() async {
    await store.set("a.md", "one\ntwo\n")
    interactor.load(NoteID("a.md"))
    #expect(!work.isIdle)
    await work.whenIdle()
    #expect(output.heard == ["a.md: one|two"])
  }

  @Test("A failure is told in the store's words")
  func fails() async {
    interactor.load(NoteID("gone.md"))
    await work.whenIdle()
    #expect(output.heard == ["gone.md! " + NoteStoreError.notFound(NotePath("gone.md")).message])
  }

  @Test("Of many wishes at once the latest alone is delivered, and those between are never read")
  func latest() async {
    for name in ["a.md", "b.md", "c.md", "d.md"] { await store.set(name, name) }
    for name in ["a.md", "b.md", "c.md", "d.md"] { interactor.load(NoteID(name)) }
    await work.whenIdle()
    #expect(output.heard == ["d.md: d.md"])
    #expect(await store.reads == ["d.md"])
  }

  @Test("A note that is asked for again while it is being read is read again")
  func again() async {
    await store.set("a.md", "old")
    await store.whenReading { [interactor] in
      await MainActor.run { interactor.load(NoteID("a.md")) }
    }
    interactor.load(NoteID("a.md"))
    await work.whenIdle()
    #expect(output.heard == ["a.md: old"])
    #expect(await store.reads == ["a.md", "a.md"])
  }

  @Test("What was prepared is delivered once, and again only if it is different by now")
  func prepared() async {
    await store.set("a.md", "one")
    await store.set("b.md", "two")
    interactor.prepare([NoteID("a.md"), NoteID("b.md"), NoteID("gone.md")])
    await work.whenIdle()
    #expect(output.heard == [])
    #expect(output.prepared == ["one", "two"])
    interactor.load(NoteID("a.md"))
    #expect(output.heard == ["a.md: one"])
    await work.whenIdle()
    #expect(output.heard == ["a.md: one"])
    // Nobody tells that it changed.
    await store.set("b.md", "new")
    interactor.load(NoteID("b.md"))
    await work.whenIdle()
    #expect(output.heard.last == "b.md: new")
    #expect(output.heard.filter { $0.hasPrefix("b.md") }.count <= 2)
  }

  @Test("What is not to be prepared any more, or was forgotten, is read before it is delivered")
  func forgotten() async {
    for name in ["a.md", "b.md", "c.md"] { await store.set(name, name) }
    interactor.prepare([NoteID("a.md"), NoteID("b.md")])
    await work.whenIdle()
    interactor.prepare([NoteID("b.md"), NoteID("c.md")])
    await work.whenIdle()
    #expect(await store.reads == ["a.md", "b.md", "c.md"])
    interactor.forget(NoteID("c.md"))
    for name in ["a.md", "c.md"] {
      interactor.load(NoteID(name))
      #expect(output.heard.last?.hasPrefix(name) != true)
      await work.whenIdle()
      #expect(output.heard.last == "\(name): \(name)")
    }
  }

  @Test("What is kept is what may come next and what is shown, however long the way")
  func bounded() async {
    let names = (0..<40).map { "\($0).md" }
    for name in names { await store.set(name, name) }
    for place in 1..<39 {
      interactor.load(NoteID(names[place]))
      interactor.prepare([NoteID(names[place + 1]), NoteID(names[place - 1])])
      await work.whenIdle()
      #expect(interactor.readyNotes == Set(names[place - 1...place + 1].map { NoteID($0) }))
    }
  }

  @Test("A note that changes while it is read in advance is not shown as it was")
  func changesMeanwhile() async {
    await store.set("a.md", "old")
    await store.afterReading { [interactor, store] in
      await store.set("a.md", "new")
      await MainActor.run { interactor.forget(NoteID("a.md")) }
    }
    interactor.prepare([NoteID("a.md")])
    await work.whenIdle()
    #expect(await store.reads == ["a.md"])
    interactor.load(NoteID("a.md"))
    await work.whenIdle()
    #expect(output.heard == ["a.md: new"])
  }

  @Test("What was read in advance and cannot be read any more is not kept")
  func goesAway() async {
    await store.set("a.md", "text")
    interactor.prepare([NoteID("a.md")])
    await work.whenIdle()
    await store.remove("a.md")
    interactor.load(NoteID("a.md"))
    await work.whenIdle()
    #expect(output.heard.count == 2 && output.heard.last?.hasPrefix("a.md! ") == true)
    #expect(interactor.readyNotes == [])
  }

  @Test("A wish for no note drops what is under way")
  func none() async {
    await store.set("a.md", "text")
    interactor.load(NoteID("a.md"))
    interactor.load(nil)
    await work.whenIdle()
    #expect(output.heard == [])
  }

  @Test("R6 after the end nothing is delivered and nothing begins")
  func ends() async {
    await store.set("a.md", "text")
    interactor.load(NoteID("a.md"))
    interactor.end()
    interactor.load(NoteID("a.md"))
    await work.whenIdle()
    #expect(output.heard == [])
    #expect(work.isIdle)
  }

  @Test(
    "Lines are split at newlines, with either ending",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb\r\n", ["a", "b"]), ("\n\na", ["", "", "a"]),
      ("a\rb", ["a\rb"]),
    ] as [(String, [String])])
  func splits(text: String, lines: [String]) {
    #expect(PreviewText(Array(text.utf8)) == PreviewText(lines: lines, isCut: false))
  }

  @Test("Bytes that are no UTF-8 stay visible in their place")
  func invalidBytes() {
    let text = PreviewText([0x61, 0xff, 0x62, 0x0a, 0xc3])
    #expect(text.lines == ["a\u{fffd}b", "\u{fffd}"])
  }

  @Test("The first 64 KB are shown, cut before a character that would be parted")
  func cut() {
    let whole = [UInt8](repeating: 0x61, count: PreviewText.limit)
    #expect(
      PreviewText(whole)
        == PreviewText(lines: [String(decoding: whole, as: UTF8.self)], isCut: false))
    for (character, parted) in [("é", 1), ("€", 1), ("€", 2), ("😀", 1), ("😀", 2), ("😀", 3)] {
      let start = [UInt8](repeating: 0x61, count: PreviewText.limit - parted)
      let text = PreviewText(start + Array(character.utf8) + [0x62])
      #expect(text.isCut)
      #expect(text.lines == [String(decoding: start, as: UTF8.self)])
    }
    let fitting = [UInt8](repeating: 0x61, count: PreviewText.limit - 3) + Array("€more".utf8)
    #expect(PreviewText(fitting).lines.first?.hasSuffix("a€") == true)
  }
}

/// Notes in memory; it remembers what was read.
actor ReadingStore: NoteStore {
  private var notes: [NoteID: [UInt8]] = [:]
  private(set) var reads: [String] = []
  private var firstReading: (@Sendable () async -> Void)?
  private var firstRead: (@Sendable () async -> Void)?

  /// What happens during the first reading.
  func whenReading(_ body: @escaping @Sendable () async -> Void) { firstReading = body }

  /// What happens once the first reading has its bytes, and before it hands them over.
  func afterReading(_ body: @escaping @Sendable () async -> Void) { firstRead = body }

  func remove(_ name: String) { notes[NoteID(name)] = nil }

  func set(_ name: String, _ text: String) { notes[NoteID(name)] = Array(text.utf8) }

  func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    reads.append(id.path.text)
    if let body = firstReading {
      firstReading = nil
      await body()
    }
    guard let bytes = notes[id] else { throw .notFound(id.path) }
    if let body = firstRead {
      firstRead = nil
      await body()
    }
    let stamp = NoteStamp(
      inode: 1, size: bytes.count, modified: Timestamp(seconds: 0), digest: 0)
    return NoteContent(bytes: bytes, stamp: stamp)
  }

  nonisolated func list() -> AsyncStream<ListingBatch> { AsyncStream { $0.finish() } }

  func summary(of id: NoteID) async throws(NoteStoreError) -> NoteSummary {
    throw .notFound(id.path)
  }

  func save(_ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp)
    async throws(NoteStoreError) -> NoteStamp
  {
    throw .notFound(id.path)
  }

  func create(_ text: any ByteSource, titled title: String, in folder: NotePath)
    async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp)
  {
    throw .notFound(folder)
  }

  func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote { throw .notFound(id.path) }

  func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    throw .notFound(trashed.resting)
  }
}

@MainActor
final class RecordingOutput: PreviewInteractorOutput {
  private(set) var heard: [String] = []
  private(set) var prepared: [String] = []

  func didPrepare(_ text: PreviewText) { prepared.append(text.lines.joined(separator: "|")) }

  func didLoad(_ text: PreviewText, of note: NoteID) {
    heard.append("\(note.path.text): \(text.lines.joined(separator: "|"))")
  }

  func didFail(_ message: String, of note: NoteID) {
    heard.append("\(note.path.text)! \(message)")
  }
}
