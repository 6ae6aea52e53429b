import Entities
import Saving
import TextEngine
import UseCases
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
    scene.changeReport = nil
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

extension EditorPresenter: EditorAutosaveDuties {
  func keepUnsavedText() { interactor.start(.storeDraft) }

  func autosave() { saving.save(inPassing: true, isAsked: false) }
}

extension EditorPresenter: EditorInput {
  var isEdited: Bool { interactor.snapshot.isDirty }
  var note: NoteID? { interactor.snapshot.writtenNote }
  var holdsLock: Bool { interactor.snapshot.holdsLock }
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

  func noteChangedOutside() { interactor.start(.compareWithFile) }

  func go(to target: EditorTarget) { navigation.go(to: target) }

  func reveal(toPart part: String?) { navigation.reveal(to: part) }

  func saveToLeave(isAsked: Bool, then goOn: @escaping @MainActor () -> Void) {
    keymap.goOn()
    saving.saveToLeave(isAsked: isAsked, then: goOn)
  }

  func run(line: String, then report: @escaping @MainActor (String?) -> Void) {
    keymap.run(line: line, then: report)
  }

  func dropToLeave(then goOn: @escaping @MainActor () -> Void) {
    keymap.goOn()
    saving.drop(then: goOn)
  }
}

extension EditorPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    scene.route = route
    saving.linkAutosave(self)
    scene.showState()
    // Keys that come before the text are meant for it.
    if !scene.state.isPeek { scene.wait() }
    interactor.start(.open)
  }

  /// The module may be removed without asking the editor, so what was typed is stored.
  func moduleWasRemoved() {
    keymap.goOn()
    split.releaseKeys(dropping: true)
    interactor.perform(.storeDraft)
    if let note = interactor.snapshot.wholeNote, let position = navigation.position {
      scene.wireframe.left(note, at: position)
    }
    scene.background.stop()
    spelling.stop()
    transfer.stop()
    shell.stop()
    keymap.stop()
    interactor.start(.close)
  }

  var hasUnfinishedWork: Bool { scene.snapshot.isDirty || scene.snapshot.isSaving }

  func programWillEnd() -> String? {
    keymap.goOn()
    return interactor.perform(.storeDraft).problem.map { EditorWords.draftLost(because: $0) }
  }
}

extension EditorPresenter: OwnSubjectReporting {
  var ownSubject: OwnSubject {
    let (snapshot, main) = (interactor.snapshot, scene.selections.main)
    var subject = OwnSubject(
      snapshot.writtenNote, line: scene.text.line(at: min(main.head, scene.text.end)).value + 1)
    if snapshot.isLoaded, !scene.state.isPeek,
      main.range.upperBound.value - main.range.lowerBound.value <= TextSize.merged
    {
      subject.selection = scene.text.bytes(in: main.range)
    }
    subject.isSecret = snapshot.isSecret
    return subject
  }

  func replaceSelection(by text: [UInt8]) -> Bool {
    guard scene.isEditable else { return false }
    if scene.state.keys != nil { keymap.goOn() }
    completion.end()
    interactor.perform(.select(Selections(scene.selections.main)))
    transfer.paste(text)
    return true
  }
}
