import Regex
import TextEngine
import Viper

/// Keys of vim and emacs: their machine changes the text, and its effects are applied here.
@MainActor
final class KeymapBridge {
  private let scene: EditorScene
  /// Ends the wait for more keys of a map.
  private var timer: Timer?
  /// The budget of a key that runs in the background.
  private var patience: RegexBudget?
  /// The budget of what is shown about a search, which the next key ends.
  private var aside = RegexBudget(0)
  /// Some two seconds: nothing waits for it.
  private static let mostAside = 1 << 29

  init(_ scene: EditorScene) { self.scene = scene }

  func press(_ keys: EditorKeyPress) {
    guard scene.isEditable else { return scene.showState() }
    work(keys)
  }

  /// Takes keys that wait for more as they are, because something else comes.
  func goOn() {
    if timer == nil, scene.state.keys?.waitingText.isEmpty ?? true { return }
    work(.noMore)
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
    case .tooLong: wait(for: keys)
    case .overtaken, nil: break
    }
  }

  /// Repeats an expensive key in the background. Other keys wait for it.
  private func wait(for keys: EditorKeyPress) {
    let budget = RegexBudget()
    patience = budget
    scene.wait()
    scene.showMessage(EditorWords.isWorking)
    scene.interactor.press(keys, within: budget) { [weak self] outcome in
      guard let self, patience === budget else { return }
      patience = nil
      scene.state.message = Message()
      scene.release(following: { self.finish(outcome) })
    }
  }

  private func finish(_ outcome: KeyOutcome) {
    if case .done(let effects) = outcome { return show(effects) }
    // The held keys were meant for its outcome.
    scene.view?.dropHeldEvents()
    switch outcome {
    case .done, .oneByOne: break
    case .refused: refuse()
    case .tooLong: scene.warn(EditorWords.takesTooLong)
    case .overtaken: scene.warn(EditorWords.wasOvertaken)
    }
  }

  /// Ends an expensive key, which then has no effect.
  func stop() {
    patience?.end()
    patience = nil
  }

  private func refuse() {
    scene.showKeys()
    scene.warn(EditorWords.isReadOnly)
  }

  private func show(_ effects: [KeyEffect]) {
    scene.showKeys()
    scene.showRows()
    if let patience = scene.state.keys?.patience {
      timer = scene.interactor.schedule(after: .milliseconds(patience)) { [weak self] in
        self?.goOn()
      }
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
    case .list(let title, let rows):
      scene.showMessage("\(title): \(rows.joined(separator: "  "))")
    case .found(let match): showNumber(of: match)
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
