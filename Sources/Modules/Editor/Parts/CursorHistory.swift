import Entities
import OpenVault
import Services
import TextEngine
import Viper

/// Where the cursor is taken, and the way back: to lines, headings and blocks that links name, and to
/// where the note was left.
@MainActor
final class CursorHistory {
  private let scene: EditorScene
  /// Where links were followed from.
  private var steps: [Step] = []
  /// Where the note is to be opened.
  var wanted: EditorTarget?
  /// Where the cursor was when this note was left a moment ago.
  private(set) var returning: Int?
  private let latest = Latest()
  /// Whether C-o leads back to where the cursor is now.
  private var remembers = true

  private enum Step: Equatable {
    case place(ByteOffset)
    /// From the note beside.
    case beside
  }

  private static let longest = 100

  init(_ scene: EditorScene, returningTo returning: Int?) {
    self.scene = scene
    self.returning = returning
  }

  private var interactor: EditorInteractor { scene.interactor }

  // MARK: - Back

  func remember() { remember(.place(scene.selections.main.head)) }

  private func remember(_ step: Step) {
    steps.append(step)
    if steps.count > Self.longest { steps.removeFirst() }
  }

  func follow(_ edit: Edit) {
    for index in steps.indices {
      if case .place(let place) = steps[index] {
        steps[index] = .place(edit.map(place, bias: .left))
      }
    }
  }

  /// Back to where a link was followed from, in this text or in the note beside; false where no such
  /// place is left.
  func goBack() -> Bool {
    while let step = steps.popLast() {
      switch step {
      case .beside:
        if scene.state.pane == .alone { continue }
        scene.wireframe.focusOtherPane()
        return true
      case .place(let place):
        if place > scene.text.end || place == scene.selections.main.head { continue }
        interactor.closeStep()
        scene.select(place)
        return true
      }
    }
    return false
  }

  // MARK: - There

  func jump(to place: ByteOffset) {
    remember()
    interactor.closeStep()
    scene.select(place)
  }

  func go(to target: EditorTarget) { go(to: target, remembering: true) }

  private func go(to target: EditorTarget, remembering: Bool) {
    stop()
    // A text that is still to be read: once it is there.
    guard interactor.isLoaded else {
      wanted = target
      return
    }
    remembers = remembering
    interactor.find(target, then: latest.still { [weak self] in self?.show(target, at: $0) })
  }

  /// Who moves on does not want to be taken to a part that is still looked for.
  func stop() {
    wanted = nil
    latest.forget()
  }

  private func show(_ target: EditorTarget, at place: ByteOffset?) {
    guard let place else {
      if case .part(let part) = target {
        scene.showMessage("“\(interactor.name)” has no heading or block “\(part)”.")
      }
      return
    }
    if remembers { remember() }
    interactor.closeStep()
    goUp(to: place)
  }

  private func goUp(to place: ByteOffset) {
    interactor.session.selections = Selections(Selection(at: place))
    scene.bringUp(place)
    scene.showRows()
  }

  /// The keys come from the note beside: the way back leads there.
  func reveal(to part: String?) {
    remember(.beside)
    if let part { go(to: .part(part), remembering: false) }
  }

  // MARK: - When it is opened

  /// The note was opened for it: the way back is to where the link stands.
  func goWhereItIsWanted() {
    if let wanted { go(to: wanted, remembering: false) }
  }

  /// The note begins with a text of its own, and the cursor belongs here.
  func begin(at place: ByteOffset) { goUp(to: scene.text.boundary(atOrBefore: place)) }

  /// A note opens where it was left, unless it is opened for something else. Of a long one that place
  /// may be still to be read: nobody who has gone elsewhere meanwhile is taken there.
  func goWhereItWasLeft() {
    guard let left = interactor.leftAt, !scene.state.isPeek, returning == nil, wanted == nil,
      latest.isUnused, scene.selections == Selections(Selection(at: .zero)), scene.page.top == .zero
    else { return }
    let (text, page) = (scene.text, scene.page)
    if left.cursor > text.byteCount, !interactor.isWhole { return }
    let cursor = boundary(left.cursor)
    if cursor == .zero { return }
    interactor.session.selections = Selections(Selection(at: cursor))
    page.scroll(toTop: boundary(left.top), in: text)
    // One that has become shorter is not begun below its top where all of it has room.
    page.fit(height: page.height, in: text)
    scene.bringUp(cursor)
  }

  /// Back to where the cursor was before the note had to be left.
  func returnToCursor() {
    if let returning { goUp(to: boundary(returning)) }
  }

  private func boundary(_ place: Int) -> ByteOffset {
    let text = scene.text
    return text.boundary(atOrBefore: ByteOffset(min(max(0, place), text.byteCount)))
  }

  /// Where this note is left, for the next time.
  var placeToKeep: NotePosition? {
    guard scene.isEditable else { return nil }
    return NotePosition(cursor: scene.selections.main.head.value, top: scene.page.top.value)
  }
}
