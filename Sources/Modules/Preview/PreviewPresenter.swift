import Entities
import Markdown
import Viper

/// Shows one note, or none, and remembers which part of it is visible. `+Places` scrolls, `+Links`
/// walks and opens.
@MainActor
final class PreviewPresenter: ScreenPresenter, PreviewPresenting, LifeCycle {
  weak var view: (any PreviewView)? { didSet { view?.show(state) } }
  let interactor: any PreviewInteracting
  let wireframe: (any PreviewWireframe)?
  weak var parent: (any PreviewOutput)?
  /// What is to be shown; its text may still be on its way.
  private(set) var note: NoteID?
  private var beside: [NoteID] = []
  /// Whose text is shown.
  private var shownNote: NoteID?
  var text: PreviewText?
  /// The text that is being written beside; then no note is shown.
  private(set) var source: (any PreviewSource)?
  /// Where that stands in the editor.
  private var sourceTop = (line: 0, hiddenBytes: 0)
  private var hasSourceText = false
  var state = PreviewState()
  /// What stood first before a heading was looked for.
  var topBeforeOutline = PreviewPosition()
  private var wasRemoved = false
  private var pictures = ShownPictures()

  func showState() { view?.show(state) }

  init(
    interactor: any PreviewInteracting, wireframe: (any PreviewWireframe)? = nil,
    output: (any PreviewOutput)? = nil
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    parent = output
    interactor.output = self
  }

  /// It may stand below other screens from the beginning.
  func moduleIsReady(_ route: RouteHandle) { interactor.isInSight = false }

  func moduleWillAppear() { interactor.isInSight = true }

  func moduleDidDisappear() { interactor.isInSight = false }

  func moduleWasRemoved() {
    wasRemoved = true
    interactor.end()
  }

  func handle(_ command: PreviewCommand) -> Bool {
    if case .outline(let selected) = state.content { return handle(command, inOutline: selected) }
    let hadMessage = !state.message.text.isEmpty
    state.message = Message()
    switch command {
    case .scroll(let rows): scroll(by: rows)
    // A page keeps a row of the one before, so that the eye finds its place.
    case .page(let pages): scroll(by: pages * max(1, (view?.visibleRows ?? 1) - 1))
    case .toStart: if let text { move(to: PreviewPosition(place: text.note.first)) }
    case .toEnd: move(to: lastPosition)
    case .walk(let steps): return walk(steps)
    case .open: return open()
    case .heading(let steps): goToHeading(steps)
    case .outline: showOutline()
    case .toggle: toggle()
    case .edit: return editEmbed()
    case .drawPictures: interactor.allowPictures()
    case .takeBack:
      if !interactor.takeBack() {
        // Who holds the preview takes something back then, and says so.
        if hadMessage { view?.show(state) }
        return false
      }
    case .press(let stop): press(stop)
    case .fold: fold()
    case .chooseHeading: return false
    case .fill: wireframe?.fill()
    case .touch: return takeFocus()
    case .leave: return leave()
    }
    if hadMessage, state.message.text.isEmpty { view?.show(state) }
    return true
  }

  func takeFocus() -> Bool {
    wireframe?.takeFocus()
    return wireframe != nil
  }

  /// The text is replaced before the state tells of it: a view may draw between the two.
  private func show(_ text: PreviewText?, _ state: PreviewState) {
    self.text = text
    self.state = state
    view?.reloadRows()
    view?.show(self.state)
    askForPictures()
  }

  /// Those in sight that nobody asked for yet.
  func askForPictures() {
    guard let text, text.mayHavePictures, let view else { return }
    let wishes = pictures.new(view.pictureWishes)
    if !wishes.isEmpty { interactor.draw(wishes, of: shownNote) }
  }

  func picture(_ wish: PictureWish) -> DrawnPicture? { pictures[wish] }
}

extension PreviewPresenter: PreviewInput {
  func show(_ note: NoteID?, beside: [NoteID]) {
    guard note != self.note || source != nil, !wasRemoved else { return }
    self.note = note
    self.beside = beside
    source = nil
    interactor.load(note, beside: beside)
    // Another note's text stays until the new one is there: an empty frame between would flicker.
    if note == nil {
      shownNote = nil
      show(nil, PreviewState())
    }
  }

  func show(_ source: any PreviewSource, from line: Int, hiddenBytes: Int) {
    guard !wasRemoved else { return }
    if note != nil { interactor.load(nil) }
    let isSame = self.source?.isSameText(as: source) == true
    if self.source == nil {
      hasSourceText = false
      pictures = ShownPictures()
    }
    (note, shownNote) = (nil, nil)
    self.source = source
    sourceTop = (line, hiddenBytes)
    if !isSame || !hasSourceText { interactor.read(source) }
    if hasSourceText { moveToSource() }
  }

  private func moveToSource() {
    state.title = source?.title ?? ""
    move(to: position(ofLine: sourceTop.line, byte: sourceTop.hiddenBytes))
  }

  func noteDidChange(_ note: NoteID) {
    if note == self.note, !wasRemoved { interactor.load(note, beside: beside) }
  }
}

extension PreviewPresenter: PreviewInteractorOutput {
  func didLoad(_ text: PreviewText, of note: NoteID) {
    var next = PreviewState(title: note.path.stem.text, content: .text)
    next.top.place = text.note.first
    let text = note == shownNote ? text.folded(as: self.text) : text
    if note == shownNote {
      next.top = kept(state.top, in: text.note)
      if let selected = state.selected, isThere(selected, in: text.note) {
        next.selected = selected
      }
      next.message = state.message
    }
    // The same note's stay until it is known what became of them.
    if note == shownNote { pictures.askAgain() } else { pictures = ShownPictures() }
    shownNote = note
    show(text, next)
  }

  func didFail(_ message: String, of note: NoteID) {
    shownNote = nil
    show(nil, PreviewState(title: note.path.stem.text, content: .problem(message)))
  }

  func didRead(_ text: PreviewText, of source: any PreviewSource) {
    guard self.source != nil else { return }
    let text = hasSourceText ? text.folded(as: self.text) : text
    hasSourceText = true
    show(text, PreviewState(title: source.title, content: .text))
    moveToSource()
  }

  func didDraw(_ picture: DrawnPicture, for wish: PictureWish, of note: NoteID?) {
    guard !wasRemoved, note == shownNote, pictures.take(picture, for: wish) else { return }
    view?.picturesCame()
  }

  func didAllowPictures() {
    guard !wasRemoved else { return }
    showMessage("The pictures of this vault are drawn from now on.")
    pictures.askAgain()
    askForPictures()
  }

  func cannotDrawPictures(_ message: String) { showMessage(message, isWarning: true) }

  func didToggle(_ note: NoteID) {
    parent?.previewDidChange(note)
    noteDidChange(note)
  }

  func couldNotToggle(_ message: String) { showMessage(message, isWarning: true) }

  func didFind(_ part: String, line: Int?) {
    guard let line else { return showMessage("This note has no part “\(part)”.", isWarning: true) }
    go(toLine: line)
  }
}
