import Entities
import TextEngine
import Viper

/// Hands what was pressed, and what its interactor tells, to the part that it concerns.
///
/// All parts work on one `EditorScene`. What a key does: `EditorAction` names the part, else the engine
/// has a command of its name.
@MainActor
final class EditorPresenter {
  let scene: EditorScene
  let find: EditorFind
  let offers: EditorOffers
  let leaving: EditorLeaving
  let trail: CursorHistory
  let links: EditorLinks
  let split: EditorSplit
  let renaming: EditorRenaming
  let conflicts: EditorConflicts
  let gate: EditorOpeningPrompts
  let pasting: EditorPasting
  let pointer: EditorPointer
  let learning: BackgroundHighlighting
  let keying: KeymapBridge
  let spelling: EditorSpelling
  let mistakes: SpellingNavigation
  let selectionWords: EditorSelectionWords
  let filter: EditorFilter
  let macro: EditorMacro

  init(
    interactor: EditorInteractor, wireframe: any EditorWireframe, output: (any EditorOutput)?,
    isPeek: Bool, isReadOnly: Bool = false, returningTo returning: Int? = nil
  ) {
    scene = EditorScene(
      interactor: interactor, wireframe: wireframe, isPeek: isPeek, isReadOnly: isReadOnly)
    find = EditorFind(scene)
    offers = EditorOffers(scene)
    leaving = EditorLeaving(scene, parent: output)
    trail = CursorHistory(scene, returningTo: returning)
    links = EditorLinks(scene, trail, leaving)
    split = EditorSplit(scene, trail)
    renaming = EditorRenaming(scene, leaving)
    conflicts = EditorConflicts(scene, leaving, renaming)
    gate = EditorOpeningPrompts(scene, leaving)
    pasting = EditorPasting(scene)
    pointer = EditorPointer(scene)
    learning = BackgroundHighlighting(scene)
    keying = KeymapBridge(scene, links, leaving, EditorRecents(scene, links))
    spelling = EditorSpelling(scene, offers)
    mistakes = SpellingNavigation(scene, spelling)
    selectionWords = EditorSelectionWords(scene)
    filter = EditorFilter(scene)
    macro = EditorMacro(scene)
    interactor.output = self
    macro.perform = { [weak self] in self?.handle($0) }
    scene.onRelease = { [weak macro] in macro?.goOn() }
    keying.perform = { [weak self] in self?.run($0) }
    offers.perform = { [weak self] in self?.run($0) }
  }

  var interactor: EditorInteractor { scene.interactor }

  /// How the text is shown and typed until the person says otherwise.
  func begin(_ options: EditorOptions) {
    scene.begin(options)
    interactor.session.habits = WritingHabits(options)
    spelling.begin(isOn: options.spells)
  }

  // MARK: - Keys

  /// Does what a key means: one of the editor's own commands, or one of the engine's.
  private func run(_ invocation: Invocation) {
    if scene.state.isPeek { return }
    if let action = EditorAction.named(invocation.command) {
      if invocation.command != .complete { offers.end() }
      return action.run(self, invocation)
    }
    guard interactor.isLoaded else { return scene.showState() }
    scene.run(invocation)
    if interactor.session.machine != nil {
      let remark = interactor.lookAtSelections()
      scene.showKeys()
      if let remark { scene.showMessage(remark, isWarning: true) }
    }
    offers.follow(invocation)
  }

  /// Nothing is offered for what came at once. A bar makes a row of a table where it comes alone.
  private func type(_ text: String) {
    if interactor.session.machine != nil {
      keying.type(text)
    } else {
      var rest = text[...]
      while !rest.isEmpty {
        let part = rest.first == "|" ? rest.prefix(1) : rest.prefix { $0 != "|" }
        run(Invocation(.type, argument: String(part)))
        rest = rest.dropFirst(part.count)
      }
    }
    offers.end()
  }

  func step(_ isDone: Bool, nothing: String) {
    if isDone { scene.showRows() } else { scene.showMessage(nothing) }
  }

  /// Goes on from a daily note to one so many days later.
  func leaveForDay(_ days: Int) {
    leaving.leave { [scene] in
      guard let note = scene.interactor.note else {
        return scene.showMessage("This is not a daily note. Press J in the list to open today's.")
      }
      scene.wireframe.openDailyNote(days, from: note)
    }
  }

  private func commitPeek() {
    guard let route = scene.route, scene.wireframe.commitPeek(route) else { return }
    scene.state.isPeek = false
    leaving.linkAutosave(self)
    scene.showRows()
    scene.askAgain()
  }

  /// Nobody wants the answer any more that is waited for.
  private func stopWaiting() {
    guard interactor.isLoaded else {
      scene.release()
      return leaving.leave()
    }
    find.stop()
    pasting.stop()
    filter.stop()
    macro.stop()
    keying.stop()
    scene.showMessage("Stopped.")
    scene.release()
  }
}

extension EditorPresenter: EditorPresenting {
  var view: (any EditorView)? {
    get { scene.view }
    set { scene.view = newValue }
  }

  func handle(_ command: EditorCommand) {
    if case .room(let columns, let rows) = command {
      scene.room = (columns, rows)
      return scene.fitRoom()
    }
    if command == .touch { return scene.wireframe.takeFocus() }
    scene.state.message = Message()
    trail.stop()
    mistakes.stop()
    guard macro.accepts(command) else { return }
    switch command {
    case .key, .type: break
    default: keying.goOn()
    }
    switch command {
    case .offer, .run, .key, .type: break
    default: offers.end()
    }
    switch command {
    case .run(let invocation): run(invocation)
    case .key(let key):
      keying.press(key)
      // Names are offered where text is typed.
      if scene.state.keys?.cursor == .bar, !scene.state.isWaiting {
        offers.follow(Invocation(.type, argument: key))
      } else {
        offers.end()
      }
    case .type(let text): type(text)
    case .paste(let bytes): pasting.paste(bytes)
    case .press(let place, let selects, let adds):
      pointer.press(place, selects: selects, adds: adds)
    case .drag(let place): pointer.drag(to: place)
    case .scroll(let rows): scene.scroll(by: rows)
    case .bar(let command): find.handle(command)
    case .offer(let command): offers.handle(command)
    case .stopWaiting: stopWaiting()
    case .commit: commitPeek()
    case .close: leaving.close()
    case .room, .touch: break
    }
  }

  func layOut() {
    scene.layOutRows()
    let areRowsNew = scene.pendingShow == .rows
    selectionWords.look()
    scene.show()
    if areRowsNew { spelling.plan() }
    split.scrollPreview()
  }

  var state: EditorState { scene.state }

  func row(at index: Int) -> EditorRow { scene.row(at: index) }
}

extension EditorPresenter: EditorAutosaveDuties {
  func keepUnsavedText() { interactor.keep() }

  func autosave() { leaving.save(inPassing: true) }
}

extension EditorPresenter: EditorInput {
  var isEdited: Bool { interactor.isDirty }
  var note: NoteID? { interactor.noteThatIsThere }
  var holdsLock: Bool { interactor.holdsLock }
  var cursor: Int? { scene.state.isPeek ? nil : scene.selections.main.head.value }

  var headings: @Sendable () -> [EditorHeading] {
    let text = scene.text
    guard text.byteCount <= TextSize.merged else { return { [] } }
    let cursor = text.line(at: min(scene.selections.main.head, text.end))
    return {
      let headings = Outline.of(text).headings
      let current = headings.lastIndex { $0.line <= cursor }
      return headings.indices.map { index in
        let heading = headings[index]
        return EditorHeading(
          title: heading.title, line: heading.line.value + 1, level: heading.level,
          isCurrent: index == current)
      }
    }
  }

  func noteChangedOutside() { interactor.noteChangedOutside() }

  func go(toPart part: String) { trail.go(to: .part(part)) }

  func go(to place: EditorTarget) { trail.go(to: place) }

  func reveal(toPart part: String?) { trail.reveal(to: part) }

  func paneChanged(to pane: PanePosition) {
    scene.state.pane = pane
    scene.showState()
  }

  func saveToLeave(then goOn: @escaping @MainActor () -> Void) {
    keying.goOn()
    leaving.saveToLeave(then: goOn)
  }
}

extension EditorPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    scene.route = route
    leaving.linkAutosave(self)
    scene.showState()
    // What is typed before the text is there is meant for it.
    if !scene.state.isPeek { scene.wait() }
    interactor.open()
  }

  /// It may be removed without asking the editor: nothing typed is lost that way.
  func moduleWasRemoved() {
    keying.goOn()
    interactor.keepNow()
    if let note = interactor.wholeNote, let place = trail.placeToKeep {
      scene.wireframe.left(note, at: place)
    }
    learning.stop()
    spelling.stop()
    filter.stop()
    keying.stop()
    interactor.stop()
  }

  func programWillEnd() -> String? {
    keying.goOn()
    return interactor.keepNow().map(EditorLeaving.lossMessage)
  }
}
