import TextEngine
import Viper

/// Records commands, and plays them.
///
/// Commands are recorded, not keys, so that chosen names and searched words are included.
@MainActor
final class EditorMacro {
  private let scene: EditorScene
  private var recorded: [EditorCommand]?
  private var macro: [EditorCommand] = []
  /// The next command to play, and the rounds left.
  private var playing: (next: Int, rounds: Int)?
  /// The text and the cursors at the beginning of the round.
  private var found: (revision: Int, selections: Selections)?
  /// Runs a command as if its key had been pressed.
  var perform: (EditorCommand) -> Void = { _ in }

  private static let mostCommands = 10_000
  static let mostRounds = 9_999

  init(_ scene: EditorScene) { self.scene = scene }

  // MARK: - Recording

  func toggleRecording() {
    guard playing == nil, scene.isEditable else { return scene.showState() }
    guard let commands = recorded else {
      recorded = []
      scene.state.recordsMacro = true
      return scene.showMessage(EditorWords.recordsMacro)
    }
    recorded = nil
    scene.state.recordsMacro = false
    if commands.isEmpty { return scene.showMessage(EditorWords.recordedNothing) }
    macro = commands
    scene.showMessage(EditorWords.macroIsRecorded)
  }

  /// Records a command before it runs. False, with a message, if a macro cannot contain it.
  func accepts(_ command: EditorCommand) -> Bool {
    guard playing == nil, let commands = recorded else { return true }
    switch command {
    case .run(let invocation):
      if Self.own.contains(invocation.command) { return true }
      let isPart =
        EditCommands.knows(invocation.command) && invocation.command != .sortLines
        || Self.parts.contains(invocation.command)
      if !isPart {
        scene.warn(EditorWords.isForNoMacro)
        return false
      }
    case .key, .type, .paste, .bar, .offer: break
    case .touch, .press, .drag, .divide, .scroll, .stopWaiting, .commit, .close, .room: return true
    }
    if commands.count >= Self.mostCommands {
      scene.warn(EditorWords.macroIsFull)
      return false
    }
    recorded?.append(command)
    return true
  }

  private static let own: Set<CommandID> = [.recordMacro, .playMacro, .playMacroTimes]
  /// The editor's own commands that stay on this screen and ask nothing.
  private static let parts: Set<CommandID> = [
    .save, .undo, .redo, .find, .findNext, .findPrevious, .replace, .toggleFold, .closeFold,
    .openFold, .foldAll, .unfoldAll, .complete, .insertDate, .insertTime,
  ]

  // MARK: - Playing

  func askHowOften() {
    guard mayPlay() else { return }
    scene.wireframe.ask(.macroRounds) { [weak self] reply in
      guard case .typed(let text) = reply else { return }
      guard let count = Int(text.filter { $0 != " " }), 1...Self.mostRounds ~= count else {
        self?.scene.showMessage(EditorWords.isNoNumber(text, upTo: Self.mostRounds))
        return
      }
      self?.play(count)
    }
  }

  func play(_ rounds: Int) {
    guard mayPlay() else { return }
    scene.interactor.perform(.beginStep)
    playing = (0, rounds)
    goOn()
  }

  private func mayPlay() -> Bool {
    guard scene.isEditable, playing == nil else {
      scene.showState()
      return false
    }
    if recorded != nil {
      scene.showMessage(EditorWords.macroIsStillRecorded)
      return false
    }
    if macro.isEmpty { scene.showMessage(EditorWords.noMacro) }
    return !macro.isEmpty
  }

  /// Plays until the end, or until an answer has to be waited for.
  func goOn() {
    while let (next, rounds) = playing, !scene.state.isWaiting {
      if next == macro.count {
        let snapshot = scene.snapshot
        let isStuck =
          found.map {
            $0.revision == snapshot.revision && $0.selections == snapshot.selections
          } ?? true
        // After a round without effect the others would have none either.
        if rounds == 1 || isStuck { return end() }
        playing = (0, rounds - 1)
        continue
      }
      if next == 0 { found = (scene.snapshot.revision, scene.selections) }
      playing = (next + 1, rounds)
      perform(macro[next])
      if scene.state.message.isWarning { return end() }
    }
  }

  func stop() { if playing != nil { end() } }

  private func end() {
    playing = nil
    found = nil
    scene.interactor.perform(.endStep)
  }
}
