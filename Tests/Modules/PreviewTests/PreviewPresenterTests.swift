import Entities
import Markdown
import Pictures
import Services
import Testing
import VaultSettings
import Viper

@testable import Preview

@MainActor
@Suite("Preview: the shown note and the visible part")
struct PreviewPresenterTests {
  let interactor = FakeInteractor()
  let view = FakeView()
  let wireframe = FakeWireframe()
  let presenter: PreviewPresenter
  let note = NoteID("daily/diary.md")

  init() {
    presenter = PreviewPresenter(
      interactor: interactor, wireframe: wireframe, didChange: wireframe.didChange)
    presenter.view = view
    resize()
  }

  private func resize(rows: Int = 4) {
    _ = presenter.handle(.resize(PreviewRoom(rows: rows, columns: 60)))
  }

  /// A note of so many items of a list, each in so many rows of a line each.
  private func load(_ count: Int, of note: NoteID? = nil, rows: Int = 1) {
    let rest = String(repeating: "\\\n  more", count: rows - 1)
    let text = (0..<count).map { "- line \($0)\(rest)\n" }.joined()
    presenter.didLoad(PreviewText(text), of: note ?? self.note)
  }

  private func load(text: String) { presenter.didLoad(PreviewText(text), of: note) }

  /// The words of the unit in the first row, and which row of it that is.
  private var top: String {
    guard let note = presenter.text?.note else { return "" }
    let words = note.unit(at: view.state.top.index).words.replacing(" more", with: "")
    return "\(words) \(view.state.top.row)"
  }

  private func words(_ unit: Int) -> String {
    presenter.text?.note.unit(at: UnitIndex(part: 0, unit: unit)).words ?? ""
  }

  @Test("A covered preview reads nothing")
  func covered() {
    presenter.moduleDidDisappear()
    #expect(!interactor.isInSight)
    presenter.moduleWillAppear()
    #expect(interactor.isInSight)
  }

  @Test("At first there is no note")
  func nothing() {
    #expect(view.state == PreviewState())
    #expect(interactor.heard == [])
  }

  @Test("A note is loaded once, and its lines are rows of the data source")
  func shows() {
    presenter.show(note)
    presenter.show(note)
    #expect(interactor.heard == ["load daily/diary.md"])
    load(3)
    #expect(view.state.title == "diary")
    #expect(view.state.content == .text)
    #expect(words(2) == "line 2")
  }

  @Test("From any position near the end it scrolls to the last page and back")
  func scrollsToEnd() {
    for rows in 1...3 {
      for count in 1..<9 {
        load(count, of: NoteID("\(rows) \(count).md"), rows: rows)
        let units = presenter.text?.note.parts.map(\.units.count).reduce(0, +) ?? 0
        let most = max(0, units * rows - 4)
        var row = 0
        for step in [1, 2, -1, 5, -2, 9, 9, 9, -3, 1, -9, -9] {
          _ = presenter.handle(.scroll(step))
          row = min(max(0, row + step), most)
          let top = view.state.top
          let before = presenter.text?.note.parts[..<top.index.part].map(\.units.count).reduce(0, +)
          #expect(((before ?? 0) + top.index.unit) * rows + top.row == row)
        }
      }
    }
  }

  @Test("The old text stays until the new text is there, but an empty selection shows at once")
  func keepsOld() {
    presenter.show(note)
    load(3)
    presenter.show(NoteID("other.md"))
    #expect(words(2) == "line 2")
    presenter.show(nil)
    #expect(view.state == PreviewState())
    #expect(interactor.heard.last == "load nothing")
  }

  @Test("A warning is still a warning after the note is read again")
  func warningStays() {
    presenter.show(note)
    load(3)
    presenter.couldNot("It is gone.")
    load(4)
    #expect(view.state.message.text == "It is gone." && view.state.message.isWarning)
  }

  @Test("An error fills the pane until the next note replaces it")
  func fails() {
    presenter.show(note)
    presenter.didFail("It is gone.", of: note)
    #expect(view.state.content == .problem("It is gone."))
    #expect(presenter.text == nil)
    load(1, of: NoteID("other.md"))
    #expect(view.state.content == .text)
  }

  @Test("A change to the shown note reads it again at the same position; other changes do not")
  func changes() {
    presenter.show(note)
    load(20)
    presenter.scroll(by: 7)
    presenter.noteDidChange(NoteID("other.md"))
    presenter.noteDidChange(note)
    #expect(interactor.heard.filter { $0.hasPrefix("load") }.count == 2)
    load(20)
    #expect(top == "line 7 0")
    load(4)
    #expect(top == "line 3 0")
    load(20, of: NoteID("other.md"))
    #expect(top == "line 0 0")
  }

  @Test(
    "Scrolling moves by rows of the pane and stops at the ends",
    arguments: [
      ([PreviewCommand.scroll(1)], 0, 1),
      ([.scroll(2)], 0, 2),
      ([.scroll(3)], 1, 0),
      ([.scroll(8), .scroll(-1)], 2, 1),
      ([.scroll(-4)], 0, 0),
      ([.page(1)], 1, 0),
      ([.page(2), .page(-1)], 1, 0),
      ([.toEnd], 8, 2),
      ([.scroll(500)], 8, 2),
      ([.toEnd, .scroll(-500)], 0, 0),
      ([.toEnd, .toStart], 0, 0),
    ])
  func scrolls(commands: [PreviewCommand], line: Int, row: Int) {
    // Ten lines of three rows each in a pane of four rows.
    load(10, rows: 3)
    for command in commands { #expect(presenter.handle(command)) }
    #expect(top == "line \(line) \(row)")
  }

  @Test("A text being written is read again after a change, and shown from the editor's top line")
  func source() {
    presenter.show(note)
    load(3)
    let source = FakeSource("one\n\ntwo\n\nthree")
    presenter.show(source, from: 2, hiddenBytes: 0)
    #expect(interactor.heard == ["load daily/diary.md", "load nothing", "read"])
    #expect(words(0) == "line 0", "the old text stays until the new one is read")
    presenter.didRead(PreviewText(source.text), of: source)
    #expect(view.state.title == "draft" && top == "two 1")
    presenter.show(source, from: 4, hiddenBytes: 0)
    #expect(interactor.heard.count == 3 && top == "three 1")
    presenter.show(FakeSource("one, two"), from: 99, hiddenBytes: 5)
    #expect(interactor.heard.last == "read" && interactor.heard.count == 4)
    #expect(!presenter.handle(.open))
    #expect(presenter.handle(.toggle) && view.state.message.text.contains("being edited"))
    presenter.show(note)
    load(2)
    #expect(words(1) == "line 1")
    presenter.moduleWasRemoved()
    presenter.show(source, from: 0, hiddenBytes: 0)
    #expect(words(1) == "line 1")
  }

  @Test("Links and boxes are walked in order, and after the last one the keys go back")
  func walks() {
    load(text: "[[One]] and [two](b.md)\n\n- [ ] box [[Three]]\n")
    var stops: [PreviewStop?] = []
    while presenter.handle(.walk(1)) { stops.append(view.state.selected) }
    let (first, second) = (UnitIndex(part: 0, unit: 0), UnitIndex(part: 0, unit: 1))
    #expect(
      stops == [
        PreviewStop(index: first, link: 0), PreviewStop(index: first, link: 1),
        PreviewStop(index: second, link: PreviewStop.box), PreviewStop(index: second, link: 0),
      ])
    #expect(view.state.selected == nil)
    #expect(presenter.handle(.walk(-1)) && view.state.selected == stops[3])
    #expect(presenter.handle(.walk(-1)) && view.state.selected == stops[2])
    #expect(presenter.handle(.leave) && view.state.selected == nil)
    #expect(!presenter.handle(.open), "nothing is selected")
  }

  @Test(
    "A link leads to a note, to a part or to a footnote, or says that it is outside",
    arguments: [
      ("[[A note#Part]]", "open notes://editor/A%20note#Part"),
      (
        "[a](b%20c.md#d)",
        "open notes://editor/b%20c.md#d"
      ), ("[a](notes://help)", "open notes://help"),
      ("[[#Part]]", "find Part"), ("[a](#part)", "find part"),
      ("<https://x.y>", "show https://x.y"),
      ("[a]()", "This link has no target."),
    ])
  func opens(text: String, does: String) {
    load(text: text)
    #expect(presenter.handle(.walk(1)) && presenter.handle(.open))
    #expect((wireframe.heard + interactor.heard + [view.state.message.text]).contains(does))
  }

  @Test("The selected box is ticked, or else the first visible one")
  func ticks() {
    presenter.show(note)
    load(text: "words\n\n- [ ] one\n- [x] two\n")
    #expect(presenter.handle(.toggle))
    #expect(interactor.heard.last == "toggle 10 of daily/diary.md")
    #expect(presenter.handle(.walk(1)) && presenter.handle(.walk(1)) && presenter.handle(.open))
    #expect(interactor.heard.last == "toggle 20 of daily/diary.md")
    presenter.didToggle(note)
    #expect(wireframe.changed == ["daily/diary.md"])
    #expect(interactor.heard.last == "load daily/diary.md")
    presenter.couldNot("It is gone.")
    #expect(view.state.message.text == "It is gone." && view.state.message.isWarning)
    #expect(presenter.handle(.takeBack) && interactor.heard.last == "take back")
    interactor.canTakeBack = false
    #expect(!presenter.handle(.takeBack))
    load(text: "no box")
    #expect(presenter.handle(.toggle) && view.state.message.text == "No task is on the screen.")
  }

  @Test("Headings are visited one by one or from the outline")
  func headings() {
    load(text: "# A\n\nwords\n\n## B\n\nwords\n\n# C\n\nmore\n\nmore\n\nmore\n\nmore\n")
    #expect(presenter.handle(.heading(1)) && top == "B 1")
    #expect(presenter.handle(.heading(1)) && top == "C 1")
    #expect(presenter.handle(.heading(1)) && view.state.message.text == "No heading below.")
    #expect(presenter.handle(.heading(-1)) && top == "B 1")
    #expect(presenter.handle(.outline) && view.state.content == .outline(selected: 1))
    #expect(presenter.handle(.scroll(-5)) && view.state.content == .outline(selected: 0))
    #expect(presenter.handle(.scroll(2)) && presenter.handle(.open))
    #expect(view.state.content == .text && top == "C 1")
    #expect(presenter.handle(.outline) && presenter.handle(.leave))
    #expect(view.state.content == .text)
    load(text: "none")
    #expect(presenter.handle(.outline) && view.state.message.text == "This note has no headings.")
    #expect(presenter.handle(.heading(-1)))
  }

  @Test("A requested part is shown, and a missing one is reported")
  func parts() {
    load(20)
    presenter.didFind("x", line: 5)
    #expect(top == "line 5 0")
    presenter.didFind("x", line: nil)
    #expect(view.state.message.text == "This note has no heading or block “x”.")
  }

  @Test("Esc returns the keys to the preview's parent")
  func leaves() {
    load(1)
    wireframe.isHeld = true
    #expect(presenter.handle(.leave) && wireframe.heard == ["leave"])
    wireframe.isHeld = false
    #expect(!presenter.handle(.leave))
  }

  @Test("A larger window moves the end back into view")
  func grows() {
    load(10)
    #expect(presenter.handle(.toEnd) && top == "line 6 0")
    resize(rows: 8)
    #expect(top == "line 2 0")
  }

  @Test("Scrolling does nothing without a note or with a short one")
  func short() {
    presenter.scroll(by: 3)
    #expect(view.state.top == PreviewPosition())
    load(2)
    presenter.scroll(by: 3)
    #expect(presenter.handle(.toEnd) && top == "line 0 0")
  }

  @Test("R6 a removed preview ends its interactor and asks for nothing more")
  func removed() {
    presenter.show(note)
    presenter.moduleWasRemoved()
    presenter.show(NoteID("other.md"))
    presenter.noteDidChange(note)
    #expect(interactor.heard == ["load daily/diary.md", "end"])
  }
}

@MainActor
final class FakeInteractor: PreviewInteracting {
  var isInSight = true
  weak var output: (any PreviewInteractorOutput)?
  private(set) var heard: [String] = []
  func load(_ note: NoteID?, beside: [NoteID]) {
    heard.append("load \(note?.path.text ?? "nothing")")
  }
  func read(_ source: any PreviewSource) { heard.append("read") }
  func toggle(_ byte: Int, of note: NoteID) { heard.append("toggle \(byte) of \(note.path.text)") }
  func toggle(_ task: RowOrigin) {
    heard.append("toggle line \(task.line) of \(task.note.path.text)")
  }
  func vaultDidChange() { heard.append("ask again") }
  func takeBack() -> Bool {
    heard.append("take back")
    return canTakeBack
  }
  var canTakeBack = true
  func find(_ part: String, in text: PreviewText) { heard.append("find \(part)") }
  func draw(_ wishes: [PictureRequest], of note: NoteID?) {
    heard.append("draw \(wishes.map(\.picture.target)) of \(note?.path.text ?? "a text")")
  }
  func prepareToEdit(_ embed: String, in text: PreviewText) { heard.append("edit \(embed)") }
  func didEdit(_ embed: PreviewEmbed) { heard.append("edited \(embed.name)") }
  func allowPictures() { heard.append("allow pictures") }
  func end() { heard.append("end") }
}

@MainActor
final class FakeWireframe: PreviewWireframe {
  private(set) var heard: [String] = []
  private(set) var changed: [String] = []
  var isHeld = false

  func follow(link address: String, in home: LinkHome?) {
    heard.append("open \(address)" + (home?.folderOfNew.map { " in “\($0.text)”" } ?? ""))
  }
  func open(_ note: NoteID, atLine line: Int) {
    heard.append("open line \(line) of \(note.path.text)")
  }
  func open(address: String) { heard.append("show \(address)") }
  func fill() { heard.append("fill") }
  func takeFocus() { heard.append("focus") }

  func leave() -> Bool {
    if isHeld { heard.append("leave") }
    return isHeld
  }

  func openProperties(of note: NoteID?) { heard.append("properties of \(note?.path.text ?? "")") }

  func edit(_ embed: PreviewEmbed, saved: @escaping @MainActor () -> Void) {
    heard.append("edit \(embed.name) of \(embed.note.path.text)")
    self.saved = saved
    self.embed = embed
  }

  private(set) var embed: PreviewEmbed?

  private(set) var saved: (@MainActor () -> Void)?

  func taskDidChange(in note: NoteID) { changed.append("\(note.path.text) elsewhere") }

  func didChange(_ note: NoteID) { changed.append(note.path.text) }
}

@MainActor
final class FakeView: StateView {
  private(set) var state = PreviewState(title: "never shown")
  func show(_ state: PreviewState) { self.state = state }
}

/// A text that is being written.
struct FakeSource: PreviewSource {
  var title = "draft"
  var note: NoteID? { NoteID("draft.md") }
  let text: String

  init(_ text: String) { self.text = text }

  func bytes(atMost limit: Int) -> [UInt8] { Array(text.utf8.prefix(limit)) }

  func isSameText(as other: any PreviewSource) -> Bool {
    (other as? FakeSource)?.text == text
  }
}
