package import Entities
import Services
package import Viper

/// The outcome of renaming a part of a note, or of undoing that.
package enum PartRenaming: Equatable, Sendable {
  /// The changed notes, including those with links to the part.
  case renamed(in: [NoteID])
  case tookBack(in: [NoteID])
  case failed(String)
}

/// Renames headings and blocks with all links to them, and undoes that.
@MainActor
package final class PartRenamer {
  private let cases: LinkCases
  private let scope: WorkScope
  private var done: [RewriteReceipt] = []
  private var tell: @MainActor (PartRenaming) -> Void = { _ in }

  package init(cases: LinkCases, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  /// Renames a part. `tell` also gets the outcome of a later undo.
  package func rename(
    _ part: String, of note: NoteID, to words: String,
    then tell: @escaping @MainActor (PartRenaming) -> Void
  ) {
    self.tell = tell
    let cases = cases
    scope.run({ try await cases.rename(part, of: note, to: words) }) { [weak self] receipt in
      self?.done.append(receipt)
      self?.tell(.renamed(in: receipt.notes))
    } failed: { [weak self] in
      self?.tell(.failed($0.explanation))
    }
  }

  /// Undoes the last renaming.
  package func undo() {
    guard let receipt = done.popLast() else { return }
    scope.run({ [cases] in try await cases.undo(receipt) }) { [weak self] in
      self?.tell(.tookBack(in: $0.notes))
    } failed: { [weak self] error in
      self?.done.append(receipt)
      self?.tell(.failed(error.explanation))
    }
  }
}
