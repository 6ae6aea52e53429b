package import Entities
import Services
package import TextEngine

/// Why a text was not written to another note.
package enum NoteWriteProblem: Error, Equatable, Sendable {
  /// There is a note of this name, and nothing was said about replacing it.
  case exists
  /// There is no note to append to.
  case isMissing
  case isNoName(String)
  /// A locked text must not be readable elsewhere.
  case wouldUnlock
  case failed(String)

  package init(_ error: any Error) {
    switch error {
    case let problem as NoteWriteProblem: self = problem
    case NoteStoreError.changedOutside: self = .exists
    case NoteStoreError.notFound: self = .isMissing
    default: self = .failed(error.explanation)
    }
  }
}

/// How a text goes into another note.
package enum NoteWriteMode: Equatable, Sendable {
  case new, replacing
  /// `orNew`: a missing note is made.
  case appending(orNew: Bool)
}

/// A note that another text was written to.
package struct WrittenNote: Equatable, Sendable {
  package var note: NoteID
  package var mode: NoteWriteMode
}

extension HeadlessNoteWriter {
  /// Writes a text of a note to another one. A new one of a locked note is locked too.
  package func write(
    _ text: Rope, to note: NoteID, _ mode: NoteWriteMode, like own: NoteID?
  ) async throws -> WrittenNote {
    let isLocked = own?.path.isLocked ?? false
    if isLocked, mode != .new { throw NoteWriteProblem.wouldUnlock }
    let outcome: Outcome
    switch mode {
    case .new:
      if (try? await files.store.summary(of: note)) != nil { throw NoteWriteProblem.exists }
      outcome = .written(try await files.create(text, as: note, like: own, by: nil).note)
    case .replacing: outcome = try await write(text.bytes, to: note)
    case .appending(orNew: true):
      outcome = try await append(text.bytes, to: note, beginningWith: [])
    case .appending(orNew: false): outcome = try await append(text.bytes, to: note)
    }
    return switch outcome {
    case .written(let note): WrittenNote(note: note, mode: mode)
    case .beside(let note): WrittenNote(note: note, mode: .new)
    }
  }
}
