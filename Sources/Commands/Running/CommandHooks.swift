import Entities
import OwnCommands
import Synchronization
import UseCases
import VaultLayers

/// Runs the person's hooks after a command, for what it did to notes.
struct CommandHooks: CommandPart {
  let context: CommandContext

  /// A hook that fails is reported, and changes nothing of the command.
  func run() async {
    let changes = context.run.changes.taken()
    guard !changes.isEmpty, let own = context.screens.own, let vault = context.opened else {
      return
    }
    let cases = vault.own(own.program, context.clock)
    for hook in own.file().commands {
      for change in changes where hook.when == change.event {
        await run(hook, on: OwnSubject { change.notes }, cases, in: vault)
      }
    }
  }

  /// Runs the hooks for a reminder that rang, with the line and the words of its task.
  func run(for reminder: Reminder) async {
    guard let own = context.screens.own, !own.isInHook, let vault = context.opened else { return }
    let cases = vault.own(own.program, context.clock)
    let subject = OwnSubject(reminder.note, line: reminder.line, text: reminder.words)
    for hook in own.file().commands where hook.when == .remind {
      await run(hook, on: subject, cases, in: vault)
    }
  }

  private func run(
    _ hook: OwnCommand, on subject: OwnSubject, _ cases: OwnCommandCases, in vault: CommandVault
  ) async {
    do throws(OwnCommandFailure) {
      let result = try await cases.run(hook, on: subject, isHook: true)
      if !result.complaint.isEmpty { output.message(output.shown(result.complaint)) }
      switch result.answer {
      case .message(let lines): for line in lines { output.message(output.shown(line)) }
      case .edits(let json):
        let edited = try await cases.apply([json], of: hook.name, seen: result.seen)
        await vault.reindex(edited.map(\.note))
      default: break
      }
    } catch {
      output.message(output.shown(error.message))
    }
  }
}

/// The changes of a command, reported from any thread.
final class CommandChanges: Sendable {
  private let changes = Mutex<[ReportedChange]>([])

  /// Several changes of a note count once.
  func add(_ change: ReportedChange) {
    changes.withLock { if !$0.contains(change) { $0.append(change) } }
  }

  func taken() -> [ReportedChange] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }
}

extension ReportedChange {
  fileprivate var event: OwnCommand.Event {
    switch self {
    case .saved: .save
    case .made: .new
    case .renamed: .rename
    case .taskDone: .done
    }
  }

  fileprivate var notes: [NoteID] {
    switch self {
    case .saved(let notes): notes
    case .renamed(let moves): moves.map(\.to)
    case .made(let note), .taskDone(let note): [note]
    }
  }
}
