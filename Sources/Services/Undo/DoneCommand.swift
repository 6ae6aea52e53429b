package import Entities

/// What a command did to the notes, kept so that `undo` can take it back in another run.
package struct DoneCommand: Equatable, Sendable {
  /// One call of a service that changed something, with what taking it back needs. An import makes tens
  /// of thousands of files: a step of one is no larger than it must be.
  package enum Step: Equatable, Sendable {
    /// A note that was made, and the size and digest of its text.
    case made(NoteID, size: Int, digest: UInt64)
    indirect case rewrote(RewriteReceipt)
    indirect case moved(MoveReceipt)
    indirect case trashed(TrashedNote)
    /// A note that came back from the trash.
    case restored(NoteID)
    indirect case merged(ConflictReceipt)
    /// A text that is not kept twice: it is large, or locked. Its versions have it.
    case beyond(NoteID)
    /// The step before this one is being taken back. It stays where that was cut off.
    case begun
  }

  /// As it is called: `prop set`.
  package var name: String
  package var began: Timestamp
  /// Tells apart two that began together.
  package var number: UInt64
  package var steps: [Step]

  package init(
    _ name: String, began: Timestamp, number: UInt64 = .random(in: 0...UInt64.max),
    steps: [Step] = []
  ) {
    self.name = name
    self.began = began
    self.number = number
    self.steps = steps
  }
}

/// The latest commands that changed notes, the last one at the end.
package struct DoneCommands: Equatable, Sendable {
  package static let most = 20

  package private(set) var all: [DoneCommand]

  package init(_ all: [DoneCommand] = []) { self.all = Array(all.suffix(Self.most)) }

  /// Takes note of what `command` did next.
  package mutating func add(_ steps: [DoneCommand.Step], of command: DoneCommand) {
    if steps.isEmpty { return }
    if let index = all.lastIndex(where: { $0.number == command.number }) {
      all[index].steps += steps
    } else {
      var new = command
      new.steps += steps
      self = DoneCommands(all + [new])
    }
  }

  /// What a command did stays.
  package mutating func drop(_ command: DoneCommand) {
    all.removeAll { $0.number == command.number }
  }

  /// The last steps of a command are taken back.
  package mutating func dropLastSteps(_ count: Int = 1, of command: DoneCommand) {
    guard let index = all.lastIndex(where: { $0.number == command.number }) else { return }
    all[index].steps.removeLast(min(count, all[index].steps.count))
    if all[index].steps.isEmpty { all.remove(at: index) }
  }
}

extension DoneCommands: GrowingValue {
  package mutating func add(_ more: DoneCommands) {
    for command in more.all { add(command.steps, of: command.withoutSteps) }
  }
}

extension DoneCommand {
  /// The same command, of which nothing is said to be done.
  package var withoutSteps: DoneCommand { DoneCommand(name, began: began, number: number) }
}
