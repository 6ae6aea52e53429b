import Entities
import Services
import Tags

/// Gives a tag another name in all notes, or says what that would change.
@MainActor
final class TagRenamePresenter: TagRenamingOutput {
  private(set) var code = ExitCode.done
  private let interactor: any TagRenaming
  private let output: CommandOutput
  private let results: ResultWriter
  private let isTrial: Bool
  /// Asked once the tags are known: they tell whether two become one.
  private var wanted: (tag: String, name: String)?
  /// The notes are changed: the command has done its work, even if the index does not know yet.
  private var isDone = false

  init(_ interactor: any TagRenaming, _ request: CommandRequest, _ output: CommandOutput) {
    self.interactor = interactor
    self.output = output
    results = ResultWriter(request, output)
    isTrial = request.has(.dryRun)
    interactor.output = self
  }

  func rename(_ tag: String, to name: String) {
    wanted = (tag, name)
    interactor.load()
  }

  func tagsChanged() {
    guard let (tag, name) = wanted else { return }
    wanted = nil
    interactor.find(renaming: tag, to: name)
  }

  func found(_ changes: TagChanges) {
    if changes.lines.isEmpty {
      results.finish()
      output.message("no note has #\(output.shown(changes.tag)).")
      code = .notFound
    } else if isTrial {
      write(changes)
    } else {
      interactor.carryOut()
    }
  }

  func renamed(_ changes: TagChanges, in notes: [NoteID]) {
    isDone = true
    code = .done
    write(changes)
  }

  private func write(_ changes: TagChanges) {
    for line in changes.lines {
      let context = line.before + line.new + line.after
      results.add(
        output.members(of: line.note.path) + [
          JSONMember("title", .string(line.title)), JSONMember("line", .number(line.number)),
          JSONMember("old", .string(line.old)), JSONMember("new", .string(line.new)),
          JSONMember("context", .string(context)),
        ]
      ) { "\(output.shown(line.note.path)):\(line.number): \(output.shown(context))" }
    }
    results.finish()
    if changes.merges {
      let become = isTrial ? "would be" : "are"
      output.message("#\(output.shown(changes.name)) was there before: the two \(become) one.")
    }
  }

  func failed(_ failure: TagFailure) {
    wanted = nil
    let failure =
      switch failure {
      case .store(let error): CommandFailure(error)
      case .index(let error): CommandFailure(error)
      }
    output.message(failure.message)
    if !isDone { code = failure.code }
  }

  // No command does these.

  func tookBack(in notes: [NoteID]) {}
  func nothingToUndo() {}
}
