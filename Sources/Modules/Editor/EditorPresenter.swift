import TextEngine
import Viper

/// Passes commands of the view, and events of the interactor, to the parts that they concern.
///
/// All parts share one `EditorScene`. A key means a command: an `EditorAction`, or one of the engine.
@MainActor
final class EditorPresenter {
  let scene: EditorScene
  let completion: EditorCompletion
  let macro: EditorMacro
  let navigation: EditorNavigation
  let saving: SavingAndLeaving
  let search: EditorSearch
  let spelling: EditorSpelling
  let split: EditorSplit
  let transfer: TextTransfer
  let shell: ShellCommands
  let keymap: KeymapBridge
  let files: EditorFiles
  let changes: EditorNoteChanges

  init(
    interactor: any EditorInteracting, wireframe: any EditorWireframe,
    output: (any EditorOutput)?, isPeek: Bool
  ) {
    scene = EditorScene(interactor: interactor, wireframe: wireframe, isPeek: isPeek)
    completion = EditorCompletion(scene)
    shell = ShellCommands(scene)
    keymap = KeymapBridge(scene, shell, completion)
    macro = EditorMacro(scene)
    saving = SavingAndLeaving(scene, parent: output)
    navigation = EditorNavigation(scene, saving)
    search = EditorSearch(scene)
    spelling = EditorSpelling(scene, completion)
    split = EditorSplit(scene, navigation)
    transfer = TextTransfer(scene)
    files = EditorFiles(scene, saving, navigation)
    changes = EditorNoteChanges(scene, saving)
    interactor.output = self
    macro.perform = { [weak self] in self?.handle($0) }
    scene.onRelease = { [weak macro] in macro?.goOn() }
    scene.runCommand = { [weak self] in self?.run($0) }
  }

  var interactor: any EditorInteracting { scene.interactor }

  func begin(_ options: EditorOptions) {
    scene.begin(options)
    interactor.perform(.adopt(options))
    scene.showKeys()
  }

  // MARK: - Keys

  /// Runs a command of the editor or of the engine.
  private func run(_ invocation: Invocation) {
    if scene.state.isPeek { return }
    // Typed characters, the most frequent of all, need no look into the table.
    if invocation.command != .type, let action = EditorAction.named(invocation.command) {
      if invocation.command != .complete { completion.end() }
      return action.run(self, invocation)
    }
    guard interactor.snapshot.isLoaded else { return scene.showState() }
    scene.run(invocation)
    completion.follow(invocation)
  }

  /// Types without offering names. Each `|` is typed alone, because it may begin a row of a table.
  private func type(_ text: String) {
    if scene.state.keys != nil {
      keymap.press(.text(text))
      if scene.state.offer?.isOfKeymap == true { return }
    } else {
      var rest = text[...]
      while !rest.isEmpty {
        let part = rest.first == "|" ? rest.prefix(1) : rest.prefix { $0 != "|" }
        run(Invocation(.type, argument: String(part)))
        rest = rest.dropFirst(part.count)
      }
    }
    completion.end()
  }

  private func commitPeek() {
    guard let route = scene.route, scene.wireframe.commitPeek(route) else { return }
    scene.state.isPeek = false
    saving.linkAutosave(self)
    scene.showRows()
    scene.askAgain()
  }

  private func stopWaiting() {
    guard interactor.snapshot.isLoaded else {
      scene.release()
      return saving.leave()
    }
    search.stop()
    transfer.stop()
    shell.stop()
    macro.stop()
    keymap.stop()
    scene.showMessage(EditorWords.stopped)
    scene.release()
  }
}

extension EditorPresenter: EditorPresenting {
  var view: (any EditorView)? {
    get { scene.view }
    set { scene.view = newValue }
  }

  func handle(_ command: EditorCommand) {
    if case .room(let columns, let rows, let followsDivider) = command {
      scene.room = (columns, rows, followsDivider)
      return scene.fitRoom()
    }
    if command == .touch { return scene.wireframe.takeFocus() }
    if scene.state.message != Message() { scene.showMessage("") }
    scene.untilNextKey.forget()
    saving.changeReport = nil
    if scene.state.recordsMacro, !macro.accepts(command) { return }
    switch command {
    case .key, .type: break
    default: if scene.state.keys != nil { keymap.goOn() }
    }
    switch command {
    case .offer, .run, .key, .type: break
    default: completion.end()
    }
    switch command {
    case .run(let invocation): run(invocation)
    case .key(let key):
      keymap.press(.key(key))
      // Names are offered where text is typed.
      if scene.state.offer?.isOfKeymap == true { break }
      if scene.state.keys?.cursor == .bar, !scene.state.isWaiting {
        completion.follow(Invocation(.type, argument: key))
      } else {
        completion.end()
      }
    case .type(let text): type(text)
    case .paste(let bytes): transfer.paste(bytes)
    case .press(let cell, let selects, let adds):
      navigation.press(cell, selects: selects, adds: adds)
    case .drag(let cell): navigation.drag(to: cell)
    case .scroll(let rows): scene.scroll(by: rows)
    case .bar(let command): search.handle(command)
    case .offer(let command): completion.handle(command)
    case .stopWaiting: stopWaiting()
    case .commit: commitPeek()
    case .close: saving.close()
    case .divide(let divider, let share): split.divide(divider, share)
    case .room, .touch: break
    }
  }

  func layOut() {
    scene.layOutRows()
    let areRowsNew = scene.pendingShow == .rows
    scene.background.countSelectedWords()
    scene.show()
    if areRowsNew, scene.options.spells { spelling.plan() }
    if scene.state.showsPreview { split.scrollPreview() }
  }

  var state: EditorState { scene.state }

  func row(at index: Int) -> EditorRow { scene.row(at: index) }

  func contentsOfNextKey() -> [KeyContent] { interactor.contentsOfNextKey }
}

extension EditorPresenter: EditorInteractorOutput {
  func handle(_ event: EditorEvent) {
    switch event {
    case .loaded: textWasLoaded()
    case .began(let cursor, let problem):
      if let cursor { navigation.begin(at: cursor) }
      if let problem { scene.warn(problem) }
    case .grew: textGrew()
    case .loadingFailed(let message):
      scene.warn(message)
      scene.release()
    case .leadsOutside(let target): saving.noteLeadsOutside(to: target)
    case .locked(let remark): saving.noteIsLocked(saying: remark)
    case .unlocked: saving.lockedNoteWasOpened()
    case .recoveredTextFound(let time, let count): recoveredTextWasFound(time, differing: count)

    case .saved(let note): saving.textWasSaved(as: note)
    case .renamed(let old): saving.tellParent(old)
    case .savedBeside(let note): saving.textWasSavedBeside(as: note)
    case .savedAs(let note): saving.textWasSaved(asOther: note)
    case .notSavedAs(let problem):
      saving.stay()
      scene.warn(EditorWords.notWritten(because: problem))
    case .wentBack(let outcome): saving.wentBack(outcome)
    case .versionsHaveProblems(let problems):
      // The message that the note is saved remains.
      let shown = scene.state.message.text
      scene.warn((shown.isEmpty ? "" : shown + " ") + EditorWords.versionProblems(problems))
    case .passagesSaved(let note):
      scene.showMessage(EditorWords.passagesSaved(as: note))
      saving.tellParent(note)
    case .nothingToSave: saving.nothingWasSaved()
    case .savingFailed(let message):
      saving.savingFailed(message)
      scene.warn(message)
    case .savingConflicted: saving.noteWasChangedOutside()
    case .storingFailed(let message): saving.storingFailed(message)

    case .conflictFound: scene.warn(EditorWords.conflictFound)
    case .fileRemoved: saving.noteIsGone()
    case .fileMoved(let note):
      scene.showMessage(saving.changeReport ?? EditorWords.moved(to: note))
    case .changed(let change):
      saving.textTookIn(change)
      if let report = saving.changeReport { scene.showMessage(report) }
    case .matchesFile:
      saving.textWasSaved()
      scene.showState()

    case .edited(let edit, let isOwn): textWasEdited(by: edit, isOwn: isOwn)
    case .readToEnd, .wordsCounted: scene.showState()
    }
  }

  // MARK: - Loading

  private func textWasLoaded() {
    navigation.goWhereItWasLeft()
    scene.background.planColors()
    spelling.textWasLoaded()
    scene.showRows()
    split.showPreview()
    navigation.whenLoaded?()
    navigation.returnToCursor()
    scene.release()
  }

  private func textGrew() {
    search.textGrew()
    navigation.goWhereItWasLeft()
    scene.background.planColors()
    split.showPreview()
    if scene.visible.rows.count < scene.page.height {
      scene.updateRows()
    } else {
      scene.showState()
    }
  }

  private func recoveredTextWasFound(_ time: String, differing count: Int) {
    if navigation.returning == nil {
      return saving.recoveredTextWasFound(kept: time, differing: count)
    }
    saving.useRecovered()
    navigation.returnToCursor()
  }

  // MARK: - Editing

  private func textWasEdited(by edit: Edit, isOwn: Bool) {
    if scene.pending == nil { scene.pending = .rows }
    for follow in scene.followers.values { follow(edit) }
    scene.background.planColors(.near)
    if scene.options.spells { spelling.follow(edit, isOwn: isOwn) }
    if scene.state.showsPreview { split.showPreview() }
    if isOwn { saving.textChanged() }
  }
}
