import Entities
import Services
import TextEngine
import Viper
import Vim

/// Gives text to shell commands and brings in what they write: M-!, and what vim's keys ask for. Keys
/// are held until the command ends.
@MainActor
final class ShellCommands {
  private let scene: EditorScene
  /// The last command of M-!, proposed for the next.
  private var lastCommand = ""
  /// The person agreed to give decrypted text to shell commands.
  private var isAgreed = false
  private var isRunning = false

  /// The most text that a shell command gets, and that a file puts in, in bytes.
  private static let most = 64 << 20

  init(_ scene: EditorScene) { self.scene = scene }

  /// Drops the pending answer and ends the command.
  func stop() {
    if isRunning { scene.interactor.start(.stopFilter) }
    isRunning = false
  }

  private func run(
    _ command: String, on input: [UInt8], as shown: String,
    then deliver: @escaping @MainActor (Result<[UInt8], any Error>) -> Void
  ) {
    isRunning = true
    scene.wait()
    scene.showMessage(EditorWords.isRunning(shown))
    scene.interactor.ask(.filtered(input, by: command)) { [weak self] result in
      guard let self, isRunning else { return }
      isRunning = false
      deliver(result)
    }
  }

  /// Asks before decrypted text leaves; says no only where the person does.
  private func askToGive(then goOn: @escaping @MainActor (Bool) -> Void) {
    guard scene.snapshot.isSecret, !isAgreed else { return goOn(true) }
    scene.wireframe.ask(.secretLeaves) { [weak self] reply in
      guard reply == .chosen("go on") else { return goOn(false) }
      self?.isAgreed = true
      goOn(true)
    }
  }

  // MARK: - M-!

  func askForCommand() {
    guard scene.mayChange() else { return }
    if let reason = reasonAgainst { return scene.showMessage(reason) }
    askToGive { [weak self] isAllowed in if isAllowed { self?.askWhichCommand() } }
  }

  private var reasonAgainst: String? {
    if !scene.interactor.abilities.runsFilters { return EditorWords.cannotFilter }
    return scene.snapshot.isWhole ? nil : EditorWords.isStillReading
  }

  private func askWhichCommand() {
    let isSelected = !scene.selections.main.isEmpty
    scene.wireframe.ask(.filter(isSelected: isSelected, last: lastCommand)) { [weak self] reply in
      guard case .typed(let command) = reply, command.contains(where: { $0 != " " }) else { return }
      self?.filter(by: command)
    }
  }

  private func filter(by command: String) {
    lastCommand = command
    guard let given = FilteredText(scene.interactor.context, atMost: Self.most) else {
      return scene.warn(EditorWords.isTooMuchToFilter(megabytes: Self.most >> 20))
    }
    let revision = scene.snapshot.revision
    run(command, on: given.input, as: command) { [weak self] result in
      guard let self else { return }
      if revision == scene.snapshot.revision {
        take(result, for: given)
      } else {
        scene.warn(EditorWords.filterFailed(EditorWords.hasChangedMeanwhile))
      }
      scene.release()
    }
  }

  private func take(_ result: Result<[UInt8], any Error>, for given: FilteredText) {
    switch result {
    case .failure(let error): scene.warn(EditorWords.filterFailed(error.explanation))
    case .success(let output):
      do throws(FilteredText.Problem) {
        let change = try given.change(to: output, in: scene.interactor.context)
        scene.state.message = Message()
        scene.perform(.change(change, isOwnStep: true))
      } catch {
        switch error {
        case .isSame: scene.showMessage(EditorWords.filterChangedNothing)
        case .isNoText: scene.warn(EditorWords.filterFailed(EditorWords.filterWroteNoText))
        }
      }
    }
  }

  // MARK: - What keys ask for

  typealias Deliver = @MainActor (KeyAnswer) -> Void

  func answer(_ request: KeyRequest, then deliver: @escaping Deliver) {
    if request.changesText, let reason = scene.snapshot.readOnlyReason {
      return deliver(.refused(reason))
    }
    let names: String
    switch request.source {
    case .command(let command, _):
      if let reason = reasonAgainst { return deliver(.refused(reason)) }
      if request.input.count > Self.most {
        return deliver(.refused(EditorWords.isTooMuchToFilter(megabytes: Self.most >> 20)))
      }
      names = command
    case .file(let path):
      guard scene.interactor.abilities.attachesFiles else {
        return deliver(.refused(EditorWords.cannotReadFiles))
      }
      names = path.isEmpty ? "%" : path
    }
    guard VimFileNames.areNamed(in: names) else {
      return answer(request, VimFileNames(note: nil, other: nil), deliver)
    }
    scene.wait()
    scene.interactor.ask(.filePaths()) { [weak self] paths in
      self?.answer(request, VimFileNames(note: paths.note, other: paths.other), deliver)
    }
  }

  private func answer(
    _ request: KeyRequest, _ names: VimFileNames, _ deliver: @escaping Deliver
  ) {
    do throws(VimFileNames.Problem) {
      switch request.source {
      case .file(let typed):
        read(try names.path(typed.isEmpty ? "%" : typed), as: typed, deliver)
      case .command(let typed, let isShown):
        let command = try names.command(typed)
        guard !request.input.isEmpty else {
          return run(command, for: request, as: typed, isShown: isShown, deliver)
        }
        askToGive { [weak self] isAllowed in
          guard isAllowed else { return deliver(.refused(EditorWords.textStaysHere)) }
          self?.run(command, for: request, as: typed, isShown: isShown, deliver)
        }
      }
    } catch {
      deliver(.refused(error.message))
    }
  }

  private func run(
    _ command: String, for request: KeyRequest, as typed: String, isShown: Bool,
    _ deliver: @escaping Deliver
  ) {
    let line = isShown ? Self.withErrors(command) : command
    run(line, on: request.input, as: typed) { result in
      let reason: String
      switch result {
      case .success(let output) where FilteredText.isText(output, from: request.input):
        return deliver(.bytes(output))
      case .success: reason = EditorWords.filterWroteNoText
      case .failure(let error): reason = error.explanation
      }
      deliver(.refused(request.changesText ? EditorWords.filterFailed(reason) : reason))
    }
  }

  /// A command whose errors are written with its output, and at the end how it failed.
  private static func withErrors(_ command: String) -> String {
    let quoted = command.replacing("'", with: "'\\''")
    return """
      exec 2>&1
      /bin/sh -c '\(quoted)'
      code=$?
      if [ $code -ne 0 ]; then printf '\\nshell returned %d\\n' $code; fi
      """
  }

  private func read(_ path: String, as typed: String, _ deliver: @escaping Deliver) {
    scene.wait()
    scene.interactor.ask(.outsideText(of: path)) { result in
      switch result {
      case .success(let bytes) where bytes.count > Self.most:
        deliver(.refused(EditorWords.isTooMuchToRead(typed, megabytes: Self.most >> 20)))
      case .success(let bytes) where !FilteredText.isText(bytes, from: []):
        deliver(.refused(EditorWords.isNoText(typed)))
      case .success(let bytes): deliver(.bytes(bytes))
      case .failure(NoteStoreError.failed(_, _, let reason)):
        deliver(.refused(EditorWords.cannotOpen(typed, because: reason)))
      case .failure: deliver(.refused(EditorWords.cannotOpen(typed, because: nil)))
      }
    }
  }
}
