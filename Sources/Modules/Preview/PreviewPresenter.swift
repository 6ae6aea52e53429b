import Entities
import Markdown
import Pictures
import UseCases
import Viper

/// Shows a note, or none, and remembers the visible part. `+Headings` moves between headings,
/// `+Links` selects and opens links.
@MainActor
final class PreviewPresenter: ScreenPresenter, PreviewPresenting, LifeCycle {
  weak var view: (any StateView<PreviewState>)? { didSet { view?.show(state) } }
  let interactor: any PreviewInteracting
  let wireframe: (any PreviewWireframe)?
  let didChange: @MainActor (NoteID) -> Void
  /// The note to show, whose text may not be loaded yet.
  private(set) var note: NoteID?
  private var beside: [NoteID] = []
  /// The line to show once the note is loaded.
  private var wantedLine: Int?
  /// The note whose text is shown.
  private var shownNote: NoteID?
  var layout: PreviewLayout? { state.layout }
  var text: PreviewText? { layout?.text }
  private(set) var room = PreviewRoom()
  /// The text being edited next to the preview. While it is set, no note is shown.
  private(set) var source: (any PreviewSource)?
  /// The line at the top of the editor.
  private var sourceTop = (line: 0, hiddenBytes: 0)
  private var hasSourceText = false
  var state = PreviewState()
  /// The first visible row before the outline was opened.
  var topBeforeOutline = PreviewPosition()
  private var wasRemoved = false
  private var pictures = ShownPictures()

  func showState() { view?.show(state) }

  init(
    interactor: any PreviewInteracting, wireframe: (any PreviewWireframe)? = nil,
    didChange: @escaping @MainActor (NoteID) -> Void = { _ in }
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.didChange = didChange
    interactor.output = self
  }

  /// Starts out of sight, as it may be below other screens from the beginning.
  func moduleIsReady(_ route: RouteHandle) { interactor.isInSight = false }

  func moduleWillAppear() { interactor.isInSight = true }

  func moduleDidDisappear() { interactor.isInSight = false }

  func moduleWasRemoved() {
    wasRemoved = true
    interactor.end()
  }

  func handle(_ command: PreviewCommand) -> Bool {
    if case .resize(let room) = command { return resize(to: room) }
    if case .outline(let selected) = state.content { return handle(command, inOutline: selected) }
    let hadMessage = !state.message.text.isEmpty
    state.message = Message()
    switch command {
    case .scroll(let rows): scroll(by: rows)
    // A page repeats one row of the page before, so that the eye finds it again.
    case .page(let pages): scroll(by: pages * max(1, room.rows - 1))
    case .toStart: if let layout { move(to: PreviewPosition(index: layout.note.first)) }
    case .toEnd: if let layout { move(to: layout.lastTop) }
    case .walk(let steps): return walk(steps)
    case .open: return open()
    case .heading(let steps): goToHeading(steps)
    case .outline: showOutline()
    case .toggle: toggle()
    case .edit: return editEmbed()
    case .properties: wireframe?.openProperties(of: note)
    case .drawPictures: interactor.allowPictures()
    case .takeBack:
      if !interactor.takeBack() {
        // The holder of the preview may have something to undo.
        if hadMessage { view?.show(state) }
        return false
      }
    case .press(let stop): press(stop)
    case .fold: fold()
    case .reveal(let position): reveal(position)
    case .chooseHeading, .resize: return false
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

  // MARK: - Layout and scrolling

  /// Resizes the text. Scrolling by nothing shows more of the end in a larger window.
  private func resize(to room: PreviewRoom) -> Bool {
    self.room = room
    if let text { layOut(text) }
    if state.content == .text { return handle(.scroll(0)) }
    view?.show(state)
    return true
  }

  /// Lays a text out in the current room.
  func layOut(_ text: PreviewText) {
    var columns = room.columns
    if case .outline = state.content { columns = room.besideOutline ?? columns }
    if let layout, layout.text === text {
      state.layout = layout.resized(columns: columns, height: room.rows)
    } else {
      state.layout = PreviewLayout(text, columns: columns, height: room.rows)
      state.layout?.pictures = pictures.drawn
    }
  }

  private func show(_ text: PreviewText, in state: PreviewState) {
    self.state = state
    layOut(text)
    showState()
    askForPictures()
  }

  func scroll(by rows: Int) {
    if let layout { move(to: layout.scrolled(from: state.top, by: rows)) }
  }

  func move(to position: PreviewPosition) {
    state.top = position
    showState()
    askForPictures()
  }

  /// Scrolls if the row is not visible.
  private func reveal(_ position: PreviewPosition) {
    guard let layout else { return }
    let isInSight = position >= state.top && position <= layout.bottom(from: state.top)
    if !isInSight { move(to: min(position, layout.lastTop)) }
  }

  func move(toLine line: Int, byte: Int = 0) {
    if let layout { move(to: layout.position(ofLine: line, byte: byte)) }
  }

  /// Requests the visible pictures that were not requested yet.
  private func askForPictures() {
    guard let layout, layout.text.mayHavePictures else { return }
    let wishes = pictures.new(layout.pictureWishes(from: state.top))
    if !wishes.isEmpty { interactor.draw(wishes, of: shownNote) }
  }
}

extension PreviewPresenter: PreviewInput {
  func show(_ note: NoteID?, beside: [NoteID], atLine line: Int?) {
    guard !wasRemoved else { return }
    wantedLine = line
    if note == self.note, source == nil {
      if note == shownNote { goToWantedLine() }
      return
    }
    self.note = note
    self.beside = beside
    source = nil
    interactor.load(note, beside: beside)
    // Keep the old text until the new one is loaded: an empty frame in between would flicker.
    if note == nil {
      shownNote = nil
      state = PreviewState()
      showState()
    }
  }

  private func goToWantedLine() {
    if let wantedLine { go(toLine: wantedLine - 1) }
    wantedLine = nil
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
    move(toLine: sourceTop.line, byte: sourceTop.hiddenBytes)
  }

  func noteDidChange(_ note: NoteID) {
    if note == self.note, !wasRemoved { interactor.load(note, beside: beside) }
  }
}

extension PreviewPresenter: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) {
    if !wasRemoved { interactor.vaultDidChange() }
  }
}

extension PreviewPresenter: PreviewInteractorOutput {
  func didLoad(_ text: PreviewText, of note: NoteID) {
    var next = PreviewState(title: text.note.title ?? note.path.stem.text, content: .text)
    next.top.index = text.note.first
    guard note == shownNote else {
      (shownNote, pictures) = (note, ShownPictures())
      show(text, in: next)
      return goToWantedLine()
    }
    // Keep the pictures of the same note until they are drawn again.
    pictures.askAgain()
    let earlier = state
    state = next
    layOut(text.folded(as: earlier.layout?.text))
    if let layout {
      state.top = layout.nearest(to: layout.moved(earlier.top, from: earlier.layout))
      let selected = earlier.selected.map { stop in
        var stop = stop
        stop.index = layout.moved(PreviewPosition(index: stop.index), from: earlier.layout).index
        return stop
      }
      state.selected = [selected, earlier.selected].compactMap(\.self).first(where: layout.has)
    }
    state.message = earlier.message
    showState()
    askForPictures()
  }

  func didFail(_ message: String, of note: NoteID) {
    shownNote = nil
    state = PreviewState(title: note.path.stem.text, content: .problem(message))
    showState()
  }

  func didRead(_ text: PreviewText, of source: any PreviewSource) {
    guard self.source != nil else { return }
    let text = hasSourceText ? text.folded(as: self.text) : text
    hasSourceText = true
    show(text, in: PreviewState(title: source.title, content: .text))
    moveToSource()
  }

  func didDraw(_ picture: DrawnPicture, for wish: PictureRequest, of note: NoteID?) {
    guard !wasRemoved, note == shownNote, pictures.take(picture, for: wish) else { return }
    state.layout?.pictures = pictures.drawn
    showState()
  }

  func didAllowPictures() {
    guard !wasRemoved else { return }
    showMessage(SharedWords.picturesAllowed)
    pictures.askAgain()
    askForPictures()
  }

  func didToggle(_ note: NoteID) {
    if note == self.note { didChange(note) } else { wireframe?.taskDidChange(in: note) }
    noteDidChange(note)
  }

  func didFind(_ part: String, line: Int?) {
    guard let line else {
      return showMessage(PreviewWords.isMissing(part: part), isWarning: true)
    }
    go(toLine: line)
  }
}

extension PreviewPresenter: OwnSubjectReporting {
  var ownSubject: OwnSubject { OwnSubject(note ?? source?.note) }
}
