import Entities
import Services
import Tags

/// Gives a tag another name in all notes, or says what that would change.
@MainActor
final class TagRenameText: TagRenamingOutput {
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

  func renamed(_ changes: TagChanges, _ receipt: RewriteReceipt) {
    isDone = true
    code = .done
    write(changes)
    let count = receipt.linking.count
    if count > 0 {
      let notes = count == 1 ? "1 note" : "\(count) notes"
      output.message("the links to these files were changed in \(notes).")
    }
  }

  private func write(_ changes: TagChanges) {
    let names = Dictionary(
      changes.moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    for line in changes.lines {
      let new = names[line.note] ?? line.note
      let path = isTrial ? line.note.path : new.path
      let context = line.before + line.new + line.after
      // Of a file its whole names are told.
      let (before, after) =
        line.number == nil
        ? (line.before + line.old + line.after, context) : (line.old, line.new)
      results.add(
        output.members(of: path) + [
          JSONMember("title", .string(line.title)),
          JSONMember("line", line.number.map(JSONValue.number) ?? .null),
          JSONMember("old", .string(before)), JSONMember("new", .string(after)),
          JSONMember("context", .string(context)),
        ]
      ) {
        guard let number = line.number else {
          return "\(output.shown(line.note.path)) -> \(output.shown(new.path))"
        }
        return "\(output.shown(path)):\(number): \(output.shown(context))"
      }
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

  func tookBack(renamingOf tag: String, _ receipt: RewriteReceipt) {}
  func nothingToUndo() {}
}
