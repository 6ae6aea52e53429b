import Regex
import Services
import TextEngine
import Viper

/// Keys of vim and of emacs: the machine does what concerns the text, the rest is done here.
@MainActor
final class KeymapBridge {
  private let scene: EditorScene
  private let links: EditorLinks
  private let leaving: EditorLeaving
  private let recents: EditorRecents
  /// Does commands of the editor.
  var perform: (Invocation) -> Void = { _ in }
  /// Runs out where keys wait for more of a map.
  private var timer: Timer?
  /// What the key may cost that others wait for.
  private var patience: RegexBudget?

  init(
    _ scene: EditorScene, _ links: EditorLinks, _ leaving: EditorLeaving, _ recents: EditorRecents
  ) {
    self.scene = scene
    self.links = links
    self.leaving = leaving
    self.recents = recents
  }

  func press(_ key: String) {
    guard scene.isEditable else { return scene.showState() }
    scene.interactor.takeKeys()
    work(isTyping: key.count == 1 && isTyping) { $0.press(key, in: &$1) }
  }

  func type(_ text: String) {
    guard scene.isEditable else { return scene.showState() }
    scene.interactor.takeKeys()
    let outcome = scene.interactor.work(isReadOnly: scene.isReadOnly, isTyping: isTyping) {
      $0.type(text, in: &$1)
    }
    switch outcome {
    case .done(true): show([])
    case .done(false): for character in text { press(character == " " ? "Space" : "\(character)") }
    case .refused: refuse()
    case .tooLong, .overtaken, nil: break
    }
  }

  private var isTyping: Bool { scene.interactor.session.machine?.isTyping == true }

  /// Keys that wait for more are taken as they are: something else comes.
  func goOn() {
    if timer == nil, scene.state.keys?.waitingText.isEmpty ?? true { return }
    work { $0.flushPending(in: &$1) }
  }

  private func work(isTyping: Bool = false, _ work: @escaping KeyWork) {
    let outcome = scene.interactor.work(
      isReadOnly: scene.isReadOnly, isTyping: isTyping, work)
    timer?.cancel()
    timer = nil
    switch outcome {
    case .done(let effects): show(effects)
    case .refused: refuse()
    case .tooLong: wait(for: work)
    case .overtaken, nil: break
    }
  }

  /// Does what takes long once more, with patience. What is pressed meanwhile waits for it.
  private func wait(for work: @escaping KeyWork) {
    let budget = RegexBudget()
    patience = budget
    scene.wait()
    scene.showMessage(EditorScene.searching)
    scene.interactor.work(isReadOnly: scene.isReadOnly, within: budget, work) {
      [weak self] outcome in
      guard let self, patience === budget else { return }
      patience = nil
      scene.state.message = Message()
      if case .done(let effects) = outcome { return scene.release { self.show(effects) } }
      // What was pressed behind it was meant for what would have come of it.
      scene.view?.dropHeldEvents()
      scene.release { self.explain(outcome) }
    }
  }

  private func explain(_ outcome: KeyOutcome<[KeyEffect]>) {
    switch outcome {
    case .done: break
    case .refused: refuse()
    case .tooLong: scene.showMessage("The pattern takes too long.", isWarning: true)
    case .overtaken:
      scene.showMessage(
        "The note or the cursor changed meanwhile. The search was dropped.", isWarning: true)
    }
  }

  /// Ends what takes long: all is as it was before the key.
  func stop() {
    patience?.end()
    patience = nil
  }

  private func refuse() {
    scene.showKeys()
    scene.showMessage("Read-only: the note is not changed.", isWarning: true)
  }

  private func show(_ effects: [KeyEffect]) {
    scene.showKeys()
    scene.showRows()
    if let patience = scene.state.keys?.patience {
      timer = scene.interactor.services.scheduler?.schedule(after: .milliseconds(patience)) {
        [weak self] in self?.goOn()
      }
    }
    for effect in effects { take(effect) }
  }

  private func take(_ effect: KeyEffect) {
    switch effect {
    case .say(let text): scene.showMessage(text)
    case .warn(let text): scene.showMessage(text, isWarning: true)
    case .bell: break
    case .offer(let copied): scene.offer(copied)
    case .scroll(let rows): scene.scroll(by: rows)
    case .align(let part): scene.align(part)
    case .run(let invocation):
      if let command = VimLineCommand(rawValue: invocation.command.name) {
        run(command, invocation.argument)
      } else if let command = EmacsCommand(rawValue: invocation.command.name) {
        run(command)
      } else {
        perform(invocation)
      }
    }
  }

  // MARK: - What vim's lines ask of the program

  /// By the names that the machine has for them.
  enum VimLineCommand: String {
    case write = "vim-write"
    case writeAnyway = "vim-write-anyway"
    case writeQuit = "vim-write-quit"
    case writeQuitAnyway = "vim-write-quit-anyway"
    case quit = "vim-quit"
    case drop = "vim-quit-anyway"
    case edit = "vim-edit"
    case editAnyway = "vim-edit-anyway"
    case tag = "vim-tag"
    case tagAnyway = "vim-tag-anyway"
    case search = "vim-search"
    case help = "vim-help"
    case unmark = "vim-no-highlight"
    case nextNote = "vim-next-note"
    case previousNote = "vim-previous-note"
    case otherNote = "vim-other-note"
    case notes = "vim-notes"
  }

  private func run(_ command: VimLineCommand, _ words: String) {
    switch command {
    case .write, .writeAnyway:
      if !words.isEmpty { return sayNoName(words) }
      leaving.save()
    case .writeQuit, .writeQuitAnyway:
      if !words.isEmpty { return sayNoName(words) }
      leaving.close()
    case .quit:
      if scene.interactor.isDirty {
        return scene.showMessage(
          "Not saved since the last change. :wq saves and closes, :q! drops the changes.",
          isWarning: true)
      }
      leaving.close()
    case .drop:
      if scene.interactor.isDirty, !scene.interactor.dropChanges() {
        return scene.showMessage(
          "The text that was saved last is not known any more. :wq saves and closes.",
          isWarning: true)
      }
      leaving.close()
    case .edit:
      if words.isEmpty { return scene.showMessage(":e takes the name of a note.") }
      links.open(noteNamed: words)
    case .editAnyway:
      guard scene.interactor.dropChanges() else {
        return scene.showMessage("The text that was saved last is not known any more.")
      }
      scene.showRows()
    case .tag, .tagAnyway:
      if words.isEmpty { links.follow() } else { links.open(noteNamed: words) }
    case .search: links.search(for: words)
    case .help: scene.showMessage("F1 shows the keys of this place.")
    case .nextNote: recents.go(1)
    case .previousNote: recents.go(-1)
    case .otherNote: recents.go(toNoteNamed: words)
    case .notes: scene.wireframe.openPalette(typing: "")
    case .unmark:
      scene.marked = nil
      scene.showRows()
    }
  }

  // MARK: - What emacs's keys ask of the program

  enum EmacsCommand: String {
    case palette
    case openNote = "open-note"
    case switchNote = "switch-note"
    case leave
    case middleRow = "middle-row"
  }

  private func run(_ command: EmacsCommand) {
    switch command {
    // Notes are opened by their names there too.
    case .palette, .openNote, .switchNote: scene.wireframe.openPalette(typing: "")
    case .leave: leaving.close()
    case .middleRow: scene.goToMiddleRow()
    }
  }

  private func sayNoName(_ words: String) {
    scene.showMessage(
      "“\(words)”: :w saves the note under its own name. Rename it in the list, with r.",
      isWarning: true)
  }
}
