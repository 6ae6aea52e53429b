import Regex
import TextEngine
import Viper

/// Keys of vim and of emacs: the machine does what concerns the text, the rest is done here.
@MainActor
final class KeymapBridge {
  private let scene: EditorScene
  /// Runs out where keys wait for more of a map.
  private var timer: Timer?
  /// What the key may cost that others wait for.
  private var patience: RegexBudget?

  init(_ scene: EditorScene) { self.scene = scene }

  func press(_ key: String) {
    guard scene.isEditable else { return scene.showState() }
    work(.key(key))
  }

  func type(_ text: String) {
    guard scene.isEditable else { return scene.showState() }
    switch scene.interactor.press(.text(text)) {
    case .done(let effects): show(effects)
    case .oneByOne: for character in text { press(character == " " ? "Space" : "\(character)") }
    case .refused: refuse()
    case .tooLong, .overtaken, nil: break
    }
  }

  /// Keys that wait for more are taken as they are: something else comes.
  func goOn() {
    if timer == nil, scene.state.keys?.waitingText.isEmpty ?? true { return }
    work(.noMore)
  }

  private func work(_ keys: EditorKeyPress) {
    let outcome = scene.interactor.press(keys)
    timer?.cancel()
    timer = nil
    switch outcome {
    case .done(let effects): show(effects)
    case .refused: refuse()
    case .tooLong: wait(for: keys)
    case .oneByOne, .overtaken, nil: break
    }
  }

  /// Does what takes long once more, with patience. What is pressed meanwhile waits for it.
  private func wait(for keys: EditorKeyPress) {
    let budget = RegexBudget()
    patience = budget
    scene.wait()
    scene.showMessage(EditorWords.isSearching)
    scene.interactor.press(keys, within: budget) { [weak self] outcome in
      guard let self, patience === budget else { return }
      patience = nil
      scene.state.message = Message()
      scene.release(following: { self.finish(outcome) })
    }
  }

  private func finish(_ outcome: KeyOutcome) {
    if case .done(let effects) = outcome { return show(effects) }
    // What was pressed behind it was meant for what would have come of it.
    scene.view?.dropHeldEvents()
    switch outcome {
    case .done, .oneByOne: break
    case .refused: refuse()
    case .tooLong: scene.warn(EditorWords.patternIsSlow)
    case .overtaken: scene.warn(EditorWords.searchWasDropped)
    }
  }

  /// Ends what takes long: all is as it was before the key.
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
    }
  }
}
