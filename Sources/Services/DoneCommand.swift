package import Entities

/// What a command did to the notes, stored so that `undo` can take it back in another run.
package struct DoneCommand: Equatable, Sendable {
  /// One call of a service that changed something, with what taking it back needs. An import makes tens
  /// of thousands of files: a step of one is no larger than it must be.
  package enum Step: Equatable, Sendable {
    /// A note that was made, and the size and digest of its text.
    case made(NoteID, size: Int, digest: UInt64)
    /// A file that an import brings: written down before it is made.
    case brought(NoteID, size: Int, digest: UInt64)
    /// What the steps before this one say was done, none of them was cut off.
    case whole
    /// An import finished.
    case ended
    /// A folder that was missing and is made by what follows.
    case folder(NotePath)
    indirect case rewrote(RewriteReceipt)
    indirect case moved(MoveReceipt)
    indirect case trashed(TrashedNote)
    /// A note that came back from the trash, and what it was there.
    indirect case restored(NoteID, TrashedNote?)
    indirect case merged(ConflictReceipt)
    /// A text that is not stored twice: it is large, or locked. Its versions have it.
    case beyond(NoteID)
    /// The step before this one is being taken back. It stays where that was cut off.
    case begun
    /// What is known whole only once it is done, written down before it: the final step replaces
    /// it. It stays where that was cut off.
    indirect case starting(Start)
  }

  /// What begins.
  package enum Start: Equatable, Sendable {
    case trash(NoteID)
    /// `isFree`: nothing had its own name, so it gets that.
    case restore(TrashedNote, isFree: Bool)
    /// A note under a name that is made of its title.
    case make(in: NotePath, size: Int, digest: UInt64)
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

extension DoneCommand {
  /// What a caller names it by.
  package var id: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The same command, of which nothing is said to be done.
  package var withoutSteps: DoneCommand { DoneCommand(name, began: began, number: number) }
}
