import Entities
import Services
import TextEngine
import Viper

/// What is selected, or the note, goes through a command of the shell. No key waits for it but those
/// pressed meanwhile: they mean the text that comes of it.
@MainActor
final class EditorFilter {
  private let scene: EditorScene
  /// What was typed last, to begin the next with.
  private var last = ""
  /// The person knows that the text leaves the program.
  private var isAgreed = false
  private var stopping: FilterStop?

  /// More goes through no command.
  private static let mostInput = 64 << 20

  init(_ scene: EditorScene) { self.scene = scene }

  private var interactor: EditorInteractor { scene.interactor }

  func ask() {
    guard scene.isEditable else { return scene.showState() }
    if scene.refuseToChange() { return }
    guard interactor.services.system.filter != nil else {
      return scene.showMessage("No command can be run here.")
    }
    guard interactor.isWhole else {
      return scene.showMessage("The note is still being read. Try again when all of it is here.")
    }
    guard interactor.isSecret, !isAgreed else { return askForCommand() }
    scene.wireframe.ask(.secretLeaves) { [weak self] reply in
      guard reply == .chosen("go on") else { return }
      self?.isAgreed = true
      self?.askForCommand()
    }
  }

  private func askForCommand() {
    let isSelected = !scene.selections.main.isEmpty
    scene.wireframe.ask(.filter(isSelected: isSelected, last: last)) { [weak self] reply in
      guard case .typed(let command) = reply, command.contains(where: { $0 != " " }) else { return }
      self?.run(command)
    }
  }

  private func run(_ command: String) {
    last = command
    guard let filter = interactor.services.system.filter else { return }
    guard let given = FilteredText(interactor.context, atMost: Self.mostInput) else {
      return scene.showMessage(
        "More than \(Self.mostInput >> 20) MB go through no command. Select less.", isWarning: true)
    }
    let stop = FilterStop()
    stopping = stop
    scene.wait()
    scene.showMessage("“\(command)” is running. Esc stops it.")
    let (input, revision) = (given.input, interactor.revision)
    interactor.scope.run(
      { try await filter.filter(input, by: command, until: stop) },
      then: { [weak self] result in
        guard let self, stopping === stop else { return }
        stopping = nil
        take(result, for: given, revision)
        scene.release()
      })
  }

  private func take(
    _ result: Result<[UInt8], any Error>, for given: FilteredText, _ revision: Int
  ) {
    guard revision == interactor.revision else {
      return refuse("The text was changed meanwhile.")
    }
    switch result {
    case .failure(let error): refuse(error.explanation)
    case .success(let output):
      do throws(FilteredText.Problem) {
        let change = try given.change(to: output, in: interactor.context)
        interactor.closeStep()
        scene.state.message = Message()
        scene.perform(change)
        interactor.closeStep()
      } catch {
        switch error {
        case .isSame: scene.showMessage("The command changed nothing.")
        case .isNoText: refuse("What the command wrote is no text in UTF-8.")
        }
      }
    }
  }

  private func refuse(_ reason: String) {
    let end = reason.last.map { ".!?…".contains($0) } == true ? "" : "."
    scene.showMessage("\(reason)\(end) The text is as it was.", isWarning: true)
  }

  /// The answer is not wanted any more.
  func stop() {
    stopping?.ask()
    stopping = nil
  }
}
