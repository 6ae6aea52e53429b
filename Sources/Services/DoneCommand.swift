package import Entities

/// What a command did to the notes, stored so that `undo` can reverse it in another run.
package struct DoneCommand: Equatable, Sendable {
  /// One call of a service that changed something, with what undoing it needs. An import makes tens
  /// of thousands of files, so its steps must be small.
  package enum Step: Equatable, Sendable {
    /// A note that was made, and the size and digest of its text.
    case made(NoteID, size: Int, digest: UInt64)
    /// A file that an import makes, recorded before it is made.
    case brought(NoteID, size: Int, digest: UInt64)
    /// All steps before this one were done; none was cut off.
    case whole
    /// An import finished.
    case ended
    /// A missing folder that the following steps make.
    case folder(NotePath)
    indirect case rewrote(RewriteReceipt)
    indirect case moved(MoveReceipt)
    indirect case trashed(TrashedNote)
    /// A note that was restored, with its entry in the trash.
    indirect case restored(NoteID, TrashedNote?)
    indirect case merged(ConflictReceipt)
    /// A text that is not stored again because it is large or locked. Its versions have it.
    case beyond(NoteID)
    /// The step before this one is being undone. It remains if the undo was cut off.
    case begun
    /// An action whose result is known only afterward, recorded before it begins and replaced by
    /// the final step. It remains if the action was cut off.
    indirect case starting(Start)
  }

  package enum Start: Equatable, Sendable {
    case trash(NoteID)
    /// `isFree`: the note's own name is not in use, so it gets that name.
    case restore(TrashedNote, isFree: Bool)
    /// A note whose name is made from its title.
    case make(in: NotePath, size: Int, digest: UInt64)
  }

  /// The name as typed: `prop set`.
  package var name: String
  package var began: Timestamp
  /// Distinguishes two commands that began at the same time.
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

extension DoneCommand {
  /// The id that callers use for it.
  package var id: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The same command without any steps.
  package var withoutSteps: DoneCommand { DoneCommand(name, began: began, number: number) }
}
