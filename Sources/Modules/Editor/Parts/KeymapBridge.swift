import Regex
import TextEngine
import Viper
import Vim

/// Keys of vim and emacs: their machine changes the text, and its effects are applied here.
@MainActor
final class KeymapBridge {
  private let scene: EditorScene
  private let shell: ShellCommands
  private let completion: EditorCompletion
  /// Ends the wait for more keys of a map.
  private var timer: Timer?
  /// The budget of a key that runs in the background.
  private var patience: RegexBudget?
  /// The budget of what is shown about a search, which the next key ends.
  private var aside = RegexBudget(0)
  /// Some two seconds: nothing waits for it.
  private static let mostAside = 1 << 29

  /// Gets the outcome of a line that another note ran here: nil, or why it failed.
  private var lineEnded: (@MainActor (String?) -> Void)?

  /// The answers that a key waits for.
  private var pending: KeyAnswers?

  init(_ scene: EditorScene, _ shell: ShellCommands, _ completion: EditorCompletion) {
    (self.scene, self.shell, self.completion) = (scene, shell, completion)
  }

  func press(_ keys: EditorKeyPress) {
    guard scene.isEditable else { return scene.showState() }
    work(keys)
  }

  /// Takes keys that wait for more as they are, because something else comes.
  func goOn() {
    if timer == nil, scene.state.keys?.waitingText.isEmpty ?? true { return }
    work(.noMore)
  }

  /// Offers the keymap what was found for a typed text, unless a key came in between.
  func complete(_ typed: String, by request: EditorRequest<[String]>) {
    scene.interactor.ask(
      request, then: scene.untilNextKey.only { [weak self] in self?.offer($0, insteadOf: typed) })
  }

  func offer(_ found: [String], insteadOf typed: String) {
    work(.found(found, insteadOf: typed))
  }

  private func work(_ keys: EditorKeyPress) {
    aside.end()
    let outcome = scene.interactor.press(keys)
    timer?.cancel()
    timer = nil
    switch outcome {
    case .done(let effects): show(effects)
    case .refused: refuse()
    case .oneByOne:
      guard case .text(let text) = keys else { return }
      for character in text { press(.key(character == " " ? "Space" : "\(character)")) }
    case .tooLong: wait(for: keys, given: KeyAnswers())
    case .needs(let request, let answers): get(request, answers, for: keys)
    case .overtaken, nil: endLine(EditorWords.wasOvertaken)
    }
  }

  /// Repeats a key in the background: an expensive one, or one whose answer is there. Other keys wait
  /// for it.
  private func wait(for keys: EditorKeyPress, given answers: KeyAnswers) {
    let budget = RegexBudget()
    patience = budget
    scene.wait()
    scene.showMessage(EditorWords.isWorking)
    scene.interactor.press(keys, within: budget, given: answers) { [weak self] outcome in
      guard let self, patience === budget else { return }
      patience = nil
      if case .needs(let request, let answers) = outcome {
        return get(request, answers, for: keys)
      }
      scene.state.message = Message()
      scene.release(following: { self.finish(outcome) })
    }
  }

  /// Gets what a key asked for, and presses the key again.
  private func get(_ request: KeyRequest, _ answers: KeyAnswers, for keys: EditorKeyPress) {
    pending = answers
    shell.answer(request) { [weak self] answer in
      guard let self, pending === answers else { return }
      pending = nil
      answers.add(answer)
      wait(for: keys, given: answers)
    }
  }

  private func finish(_ outcome: KeyOutcome) {
    if case .done(let effects) = outcome { return show(effects) }
    // The held keys were meant for its outcome.
    scene.view?.dropHeldEvents()
    switch outcome {
    case .done, .oneByOne, .needs: break
    case .refused: refuse()
    case .tooLong: warn(EditorWords.takesTooLong)
    case .overtaken: warn(EditorWords.wasOvertaken)
    }
  }

  /// Ends an expensive key, which then has no effect.
  func stop() {
    patience?.end()
    (patience, pending) = (nil, nil)
    endLine(EditorWords.stopped)
  }

  private func refuse() {
    scene.showKeys()
    warn(EditorWords.isReadOnly)
  }

  private func warn(_ message: String) {
    scene.warn(message)
    endLine(message)
  }

  private func show(_ effects: [KeyEffect]) {
    scene.showKeys()
    scene.showRows()
    completion.show(scene.state.keys?.offer)
    if let patience = scene.state.keys?.patience {
      timer = scene.interactor.schedule(after: .milliseconds(patience)) { [weak self] in
        self?.goOn()
      }
    }
    if let report = lineEnded {
      lineEnded = nil
      return report(applyOfLine(effects))
    }
    for effect in effects { take(effect) }
    if let seek = scene.state.keys?.search?.seek { find(seek) }
  }

  private func take(_ effect: KeyEffect) {
    switch effect {
    case .say(let text): scene.showMessage(text)
    case .warn(let text): scene.warn(text)
    case .bell: break
    case .offer(let copied): scene.offer(copied)
    case .scroll(let rows): scene.scroll(by: rows)
    case .align(let part): scene.align(part)
    case .run(let invocation): scene.runCommand(invocation)
    case .list(let title, let rows): show(rows, titled: title)
    case .found(let match): showNumber(of: match)
    }
  }

  // MARK: - Lines that another note runs here

  func run(line: String, then report: @escaping @MainActor (String?) -> Void) {
    guard scene.isEditable, lineEnded == nil, patience == nil, pending == nil else {
      return report(EditorWords.isBusy)
    }
    goOn()
    lineEnded = report
    work(.key(VimMachine.key(running: line)))
  }

  private func endLine(_ problem: String?) {
    let report = lineEnded
    lineEnded = nil
    report?(problem)
  }

  /// Other notes are open as before: only saving is done of the program's commands. Returns a problem.
  private func applyOfLine(_ effects: [KeyEffect]) -> String? {
    if scene.state.keys?.prompt != nil {
      // Its question would wait until the note is shown.
      work(.key("Esc"))
      return EditorWords.onlyEditsAndSaves
    }
    for effect in effects {
      switch effect {
      case .warn(let text): return text
      case .run(let invocation)
      where invocation.argument.isEmpty && Self.saving.contains(invocation.command):
        take(effect)
      case .run, .list: return EditorWords.onlyEditsAndSaves
      case .offer: take(effect)
      case .say, .bell, .scroll, .align, .found: break
      }
    }
    return nil
  }

  private static let saving: Set<CommandID> = ["vim-write", "vim-write-anyway"]

  /// Shows a list. As in vim, a key that means nothing to it closes it and is pressed in the text.
  private func show(_ rows: [String], titled title: String) {
    scene.wireframe.show(list: rows, titled: title) { [weak self] key in
      if let key { self?.press(.key(key)) }
    }
  }

  // MARK: - Searches

  /// Shows where a typed search would go, when it takes longer than a key.
  private func find(_ seek: @escaping KeyDisplay.Search.Seek) {
    aside = RegexBudget(Self.mostAside)
    scene.interactor.ask(
      .target(of: seek, within: aside),
      then: scene.untilNextKey.only { [weak scene] range in
        guard let scene, let range else { return }
        scene.state.keys?.search?.current = range
        scene.state.keys?.cursorOffset = range.lowerBound
        scene.showRows()
      })
  }

  /// Shows the number of the match behind the search: `/word  [3/27]`.
  private func showNumber(of match: FoundMatch) {
    let shown = scene.state.message.text
    let text = shown.isEmpty ? match.text : shown
    scene.showMessage(text)
    aside = RegexBudget(Self.mostAside)
    scene.interactor.ask(
      .number(of: match.finder, within: aside),
      then: scene.untilNextKey.only { [weak scene] number in
        if let number { scene?.showMessage("\(text)  \(number.text)") }
      })
  }
}
