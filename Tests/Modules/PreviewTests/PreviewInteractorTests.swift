import Entities
import Markdown
import OpenVault
import Pictures
import Services
import TestSupport
import Testing
import Viper

@testable import Preview

@MainActor
@Suite("Preview: reading")
struct PreviewInteractorTests {
  let work = Work()
  let store = ReadingStore()
  let output = RecordingOutput()
  let interactor: PreviewInteractor

  init() {
    interactor = PreviewInteractor(store: store, index: nil, links: nil, work: work)
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

  @Test("Nothing is read while hidden, and the latest request is read once visible again")
  func outOfSight() async {
    for name in ["a.md", "b.md", "c.md"] { await store.set(name, name) }
    interactor.isInSight = false
    interactor.load(NoteID("a.md"))
    interactor.load(NoteID("b.md"))
    await work.whenIdle()
    #expect(await store.reads == [])
    interactor.isInSight = true
    await work.whenIdle()
    #expect(output.heard == ["b.md: b.md"])
    #expect(await store.reads == ["b.md"])
  }

  @Test("A failure is reported in the store's words")
  func fails() async {
    interactor.load(NoteID("gone.md"))
    await work.whenIdle()
    #expect(output.heard == ["gone.md! " + NoteStoreError.notFound(NotePath("gone.md")).message])
  }

  @Test(
    "Only the latest of many simultaneous requests is delivered, and those between are never read")
  func latest() async {
    for name in ["a.md", "b.md", "c.md", "d.md"] { await store.set(name, name) }
    for name in ["a.md", "b.md", "c.md", "d.md"] { interactor.load(NoteID(name)) }
    await work.whenIdle()
    #expect(output.heard == ["d.md: d.md"])
    #expect(await store.reads == ["d.md"])
  }

  @Test("A note requested again while it is being read is read again")
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

  @Test("A neighbor of the last note is delivered at once, and again if its text has changed")
  func beside() async {
    for name in ["a.md", "b.md", "c.md"] { await store.set(name, name) }
    interactor.load(NoteID("a.md"), beside: [NoteID("b.md"), NoteID("gone.md"), NoteID("c.md")])
    await work.whenIdle()
    #expect(output.heard == ["a.md: a.md"])
    #expect(await store.reads == ["a.md", "b.md", "gone.md", "c.md"])
    await store.set("c.md", "new")
    interactor.load(NoteID("b.md"), beside: [NoteID("a.md"), NoteID("c.md")])
    #expect(output.heard == ["a.md: a.md", "b.md: b.md"])
    await work.whenIdle()
    #expect(output.heard == ["a.md: a.md", "b.md: b.md"])
    interactor.load(NoteID("c.md"), beside: [])
    #expect(output.heard.last == "c.md: c.md")
    await work.whenIdle()
    #expect(output.heard.last == "c.md: new")
    // Neighbors of an earlier note are forgotten.
    interactor.load(NoteID("a.md"), beside: [])
    #expect(output.heard.last == "c.md: new")
    await work.whenIdle()
    #expect(output.heard.last == "a.md: a.md")
  }

  @Test("A long note, or one with embeds, is read only on request")
  func notBeside() async {
    await store.set("a.md", "a")
    await store.set("b.md", "![[a]]")
    await store.set("c.md", String(repeating: "words ", count: 20_000))
    let beside = [NoteID("b.md"), NoteID("c.md")]
    interactor.load(NoteID("a.md"), beside: beside)
    await work.whenIdle()
    for note in beside {
      interactor.load(note, beside: beside)
      #expect(output.heard == ["a.md: a"])
    }
    interactor.end()
  }

  @Test("A request for no note cancels the reading")
  func none() async {
    await store.set("a.md", "text")
    interactor.load(NoteID("a.md"))
    interactor.load(nil)
    await work.whenIdle()
    #expect(output.heard == [])
  }

  @Test("R6 nothing is delivered or begun after the end")
  func ends() async {
    await store.set("a.md", "text")
    interactor.load(NoteID("a.md"))
    interactor.end()
    interactor.load(NoteID("a.md"))
    await work.whenIdle()
    #expect(output.heard == [])
    #expect(work.isIdle)
  }

  @Test("The beginning of a very large note is shown, with a remark that it goes on")
  func cut() async {
    await store.set("a.md", String(repeating: "words\n\n", count: 700_000))
    interactor.load(NoteID("a.md"))
    await work.whenIdle()
    let text = output.last
    #expect(text?.bytes.count == RenderedNote.limit)
    #expect(text.map { $0.note.unit(at: $0.note.last).words } == "… Open the note to read on.")
  }

  /// A preview over notes that can be written.
  private func ticking(_ texts: [String: String]) -> (MemoryNoteStore, PreviewInteractor) {
    let store = MemoryNoteStore(texts)
    let interactor = PreviewInteractor(
      store: store, index: nil, links: nil,
      tasks: .of(store), work: work)
    interactor.output = output
    interactor.load(NoteID("a.md"))
    return (store, interactor)
  }

  @Test("A tick changes the file and is reported to the parent, and can be undone")
  func toggles() async {
    let (store, interactor) = ticking(["a.md": "- [ ] one\n- [x] two\n"])
    await work.whenIdle()
    #expect(!interactor.takeBack())
    interactor.toggle(3, of: NoteID("a.md"))
    await work.whenIdle()
    #expect(await store.text(of: NoteID("a.md")) == "- [x] one\n- [x] two\n")
    interactor.load(NoteID("a.md"))
    await work.whenIdle()
    interactor.toggle(13, of: NoteID("a.md"))
    await work.whenIdle()
    #expect(await store.text(of: NoteID("a.md")) == "- [x] one\n- [ ] two\n")
    #expect(interactor.takeBack())
    await work.whenIdle()
    #expect(await store.text(of: NoteID("a.md")) == "- [x] one\n- [x] two\n")
    #expect(output.toggled == ["a.md", "a.md", "a.md"] && !interactor.takeBack())
  }

  @Test("A box that moved is ticked at its new line, and a missing box is left alone")
  func toggleMoved() async {
    let (store, interactor) = ticking(["a.md": "- [ ] one\n"])
    await work.whenIdle()
    await store.change(NoteID("a.md"), to: "new\n- [ ] one\n")
    interactor.toggle(3, of: NoteID("a.md"))
    await work.whenIdle()
    #expect(await store.text(of: NoteID("a.md")) == "new\n- [x] one\n")
    await store.change(NoteID("a.md"), to: "x- [ ] one\n")
    interactor.toggle(3, of: NoteID("a.md"))
    await work.whenIdle()
    #expect(await store.text(of: NoteID("a.md")) == "x- [ ] one\n")
    await store.remove(NoteID("a.md"))
    interactor.toggle(3, of: NoteID("a.md"))
    await work.whenIdle()
    #expect(output.toggled == ["a.md"])
    #expect(output.problems.count == 2)
  }

  @Test(
    "Only the latest state of a text being written is read, and an unchanged state is not reread")
  func source() async {
    interactor.read(FakeSource("one"))
    interactor.read(FakeSource("two"))
    interactor.read(FakeSource("three"))
    await work.whenIdle()
    #expect(output.read.last == "three" && output.read.count <= 2)
  }

  @Test("The latest requested pictures are drawn in their order, and none after the end")
  func pictures() async {
    let painter = PicturePainter(
      files: PictureFiles(["a.png": [1], "b.png": [2]]), drawing: CountingDrawing())
    let interactor = PreviewInteractor(
      store: store, index: nil, links: nil, work: work, findPainter: { painter })
    interactor.output = output
    func wish(_ name: String) -> PictureRequest {
      PictureRequest(picture: RenderedPicture(name, isWiki: true), columns: 9, rows: 9)
    }
    interactor.draw([wish("a.png"), wish("c.png")], of: nil)
    interactor.draw([wish("b.png"), wish("gone.png")], of: nil)
    await work.whenIdle()
    #expect(
      output.drawn == [
        "a.png: 1 rows", "b.png: 1 rows", "gone.png is not in the vault, or cannot be read",
      ])
    interactor.draw([wish("a.png"), wish("b.png")], of: nil)
    interactor.end()
    await work.whenIdle()
    #expect(output.drawn.count == 3 && work.isIdle)
  }

  @Test("No picture is drawn before the person agrees, once for the vault")
  func asked() async {
    let drawing = CountingDrawing()
    let painter = PicturePainter(files: PictureFiles(["a.png": [1]]), drawing: drawing)
    let kept = StoredValue(ListArrangement())
    var choice = PictureConsent.Choice.ask
    func makeInteractor() -> PreviewInteractor {
      let interactor = PreviewInteractor(
        store: store, index: nil, links: nil, work: work, findPainter: { painter },
        consent: { PictureConsent(choice, storedIn: kept) })
      interactor.output = output
      return interactor
    }
    let wish = PictureRequest(
      picture: RenderedPicture("a.png", isWiki: true), columns: 9, rows: 9)
    let interactor = makeInteractor()
    interactor.draw([wish], of: nil)
    await work.whenIdle()
    #expect(output.drawn == ["a.png is not drawn yet: press P in the preview"])
    #expect(drawing.asked == [])
    choice = .no
    interactor.draw([wish], of: nil)
    interactor.allowPictures()
    await work.whenIdle()
    #expect(output.drawn.count == 1 && output.allowed == 0)
    #expect(output.problems == ["Pictures are off: the setting “pictures” is “no”."])
    choice = .ask
    interactor.allowPictures()
    await work.whenIdle()
    #expect(output.allowed == 1 && kept.value().drawsPictures)
    let later = makeInteractor()
    later.draw([wish], of: nil)
    await work.whenIdle()
    #expect(output.drawn.last == "a.png: 1 rows" && drawing.asked.count == 1)
  }

  @Test("With “yes” no vault asks; without a drawing program the screen says what is missing")
  func unasked() async {
    let painter = PicturePainter(files: PictureFiles(["a.png": [1]]), drawing: CountingDrawing())
    let interactor = PreviewInteractor(
      store: store, index: nil, links: nil, work: work, findPainter: { painter },
      consent: { PictureConsent(.yes, storedIn: StoredValue(ListArrangement())) })
    interactor.output = output
    interactor.draw(
      [PictureRequest(picture: RenderedPicture("a.png", isWiki: true), columns: 9, rows: 9)],
      of: nil)
    await work.whenIdle()
    #expect(output.drawn == ["a.png: 1 rows"])
    let poor = PreviewInteractor(store: store, index: nil, links: nil, work: work)
    poor.output = output
    poor.allowPictures()
    #expect(output.problems.last?.contains("the program chafa") == true)
  }

  @Test("A part of the text is found by its name")
  func part() async {
    await store.set("a.md", "words\n# Head\n")
    interactor.load(NoteID("a.md"))
    await work.whenIdle()
    guard let text = output.last else { return #expect(Bool(false), "no text") }
    interactor.find("Head", in: text)
    interactor.find("Gone", in: text)
    await work.whenIdle()
    #expect(output.found.sorted() == ["Gone: nil", "Head: 1"])
  }
}

extension PreviewText {
  /// Its source lines, as the tests here tell texts apart.
  var lines: [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  convenience init(_ text: String, mayHavePictures: Bool = false) {
    let bytes = Array(text.utf8)
    self.init(
      bytes: bytes, note: RenderedNote(bytes),
      headings: NoteParts.headings(of: bytes).map {
        PreviewHeading(level: $0.level, title: $0.title, line: $0.line)
      }, mayHavePictures: mayHavePictures)
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

  func text(of name: String) -> String? {
    notes[NoteID(name)].map { String(decoding: $0, as: UTF8.self) }
  }

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
    guard notes[id] != nil else { throw .notFound(id.path) }
    notes[id] = text.gathered
    return stamp
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

  private(set) var drawn: [String] = []
  func didDraw(_ picture: DrawnPicture, for wish: PictureRequest, of note: NoteID?) {
    switch picture {
    case .cells(let rows): drawn.append("\(wish.picture.target): \(rows.count) rows")
    case .problem(let words): drawn.append("\(wish.picture.target) \(words)")
    }
  }

  func didLoad(_ text: PreviewText, of note: NoteID) {
    last = text
    heard.append("\(note.path.text): \(text.lines.joined(separator: "|"))")
  }

  private(set) var last: PreviewText?
  private(set) var read: [String] = []
  private(set) var toggled: [String] = []
  private(set) var problems: [String] = []
  private(set) var found: [String] = []

  func didRead(_ text: PreviewText, of source: any PreviewSource) {
    read.append(text.lines.joined(separator: "|"))
  }

  func didToggle(_ note: NoteID) { toggled.append(note.path.text) }
  private(set) var allowed = 0
  func didAllowPictures() { allowed += 1 }
  private(set) var embed: PreviewEmbed?
  func mayEdit(_ embed: PreviewEmbed) { self.embed = embed }
  func didTakeBack(_ note: NoteID) { toggled.append("back: \(note.path.text)") }
  func couldNot(_ message: String) { problems.append(message) }
  func didFind(_ part: String, line: Int?) {
    found.append("\(part): \(line.map(String.init) ?? "nil")")
  }

  func didFail(_ message: String, of note: NoteID) {
    heard.append("\(note.path.text)! \(message)")
  }
}
