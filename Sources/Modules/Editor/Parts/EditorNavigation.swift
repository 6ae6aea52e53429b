import OpenVault
import TextEngine
import Viper

/// Moves the cursor to lines, headings, blocks and where the note was left, and back again. `+Links` goes
/// to other notes, `+Pointer` handles the mouse.
@MainActor
final class EditorNavigation {
  let scene: EditorScene
  let saving: SavingAndLeaving
  /// The way back: offsets that were left, and the other pane.
  private var steps: [Step] = [] {
    didSet {
      scene.followers[.steps] = steps.isEmpty ? nil : { [weak self] in self?.follow($0) }
    }
  }
  /// Goes where the note is to be opened, once its text is there.
  private(set) var whenLoaded: (() -> Void)?
  /// The cursor when this note was left a moment ago.
  var returning: Int?
  var clicks = PointerClicks()

  private enum Step: Equatable {
    case offset(ByteOffset)
    case otherPane
  }

  private static let longest = 100

  init(_ scene: EditorScene, _ saving: SavingAndLeaving) {
    (self.scene, self.saving) = (scene, saving)
  }

  // MARK: - Back

  func remember() { remember(.offset(scene.selections.main.head)) }

  private func remember(_ step: Step) {
    steps.append(step)
    if steps.count > Self.longest { steps.removeFirst() }
  }

  func follow(_ edit: Edit) {
    steps = steps.map { step in
      guard case .offset(let offset) = step else { return step }
      return .offset(edit.map(offset, bias: .left))
    }
  }

  /// Goes back to where a link was followed from, in this text or in the other pane. Without such an offset
  /// it closes the editor.
  func goBack() {
    while let step = steps.popLast() {
      switch step {
      case .otherPane:
        if scene.state.pane != .alone { return scene.wireframe.focusOtherPane() }
      case .offset(let offset):
        if offset > scene.text.end || offset == scene.selections.main.head { continue }
        return scene.jump(to: offset)
      }
    }
    saving.close()
  }

  // MARK: - There

  func jump(to offset: ByteOffset) {
    remember()
    scene.jump(to: offset)
  }

  /// `remembers`: C-o leads back to where the cursor is now.
  func go(to target: EditorTarget, remembers: Bool = true) {
    guard scene.snapshot.isLoaded else {
      whenLoaded = scene.untilNextKey.still { [weak self] in self?.go(to: target, remembers: false)
      }
      return
    }
    scene.interactor.ask(
      .offset(of: target),
      then: scene.untilNextKey.only { [weak self] in
        self?.show(target, at: $0, remembers: remembers)
      })
  }

  private func show(_ target: EditorTarget, at offset: ByteOffset?, remembers: Bool) {
    guard let offset else {
      if case .part(let part) = target {
        scene.showMessage(EditorWords.noPart(part, in: scene.snapshot.name))
      }
      return
    }
    if remembers { remember() }
    goUp(to: offset)
  }

  private func goUp(to offset: ByteOffset) {
    scene.jump(to: offset)
    scene.bringUp(offset)
  }

  /// The focus comes from the other pane, and the way back leads there.
  func reveal(to part: String?) {
    remember(.otherPane)
    if let part { go(to: .part(part), remembers: false) }
  }

  func askForLine() {
    guard scene.snapshot.isLoaded else { return scene.showState() }
    let line = scene.text.line(at: scene.selections.main.head).value + 1
    scene.wireframe.ask(.line(now: line, of: scene.text.lineCount)) { [weak self] reply in
      if case .typed(let line) = reply { self?.go(toLine: line) }
    }
  }

  /// `12`, or `12:5` for a column.
  private func go(toLine typed: String) {
    let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
    guard let number = parts.first.flatMap({ Int($0.filter { $0 != " " }) }), parts.count <= 2
    else { return scene.showMessage(EditorWords.noLine(typed)) }
    let text = scene.text
    var offset = text.start(of: LineNumber(min(max(number, 1), text.lineCount) - 1))
    if parts.count == 2, let column = Int(parts[1]), column > 1 {
      offset = text.offset(behindCharacters: column - 1, inLineAt: offset)
    }
    scene.jump(to: offset)
  }

  // MARK: - When it is opened

  /// Puts the cursor into the text that a new note begins with.
  func begin(at offset: ByteOffset) { goUp(to: scene.text.boundary(atOrBefore: offset)) }

  /// Goes to where the note was left, unless it was opened at a target. While a long note is still
  /// being read, the person may have moved on: then the cursor stays.
  func goWhereItWasLeft() {
    let snapshot = scene.snapshot
    let (text, page) = (snapshot.text, scene.page)
    guard let left = snapshot.leftAt, !scene.state.isPeek, returning == nil, whenLoaded == nil,
      scene.untilNextKey.isUnused, snapshot.selections == Selections(Selection(at: .zero)),
      page.top == .zero,
      left.cursor <= text.byteCount || snapshot.isWhole
    else { return }
    let cursor = boundary(left.cursor)
    if cursor == .zero { return }
    scene.interactor.perform(.select(Selections(Selection(at: cursor))))
    page.scroll(toTop: boundary(left.top), in: text)
    // A note that became shorter and fits the view is shown from its top.
    page.fit(height: page.height, in: text)
    scene.bringUp(cursor)
  }

  /// Restores the cursor of the note that had to be left.
  func returnToCursor() {
    if let returning { goUp(to: boundary(returning)) }
  }

  private func boundary(_ offset: Int) -> ByteOffset {
    let text = scene.text
    return text.boundary(atOrBefore: ByteOffset(min(max(0, offset), text.byteCount)))
  }

  /// The position to restore next time.
  var position: NotePosition? {
    guard scene.isEditable else { return nil }
    return NotePosition(cursor: scene.selections.main.head.value, top: scene.page.top.value)
  }
}
