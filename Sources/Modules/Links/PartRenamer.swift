package import Entities
import Services
package import Viper

/// How other words for a part of a note, or their undoing, went.
package enum PartRenaming: Equatable, Sendable {
  /// With other notes' links among them.
  case renamed(in: [NoteID])
  case tookBack(in: [NoteID])
  case failed(String)
}

/// Gives headings and blocks other words, with every link to them; and takes it back.
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

  /// `tell` hears of its undoing too.
  package func rename(
    _ part: String, of note: NoteID, to words: String,
    then tell: @escaping @MainActor (PartRenaming) -> Void
  ) {
    self.tell = tell
    let cases = cases
    scope.run({ try await cases.rename(part, of: note, to: words) }) { [weak self] result in
      switch result {
      case .success(let receipt):
        self?.done.append(receipt)
        self?.tell(.renamed(in: receipt.notes))
      case .failure(let error): self?.tell(.failed(error.explanation))
      }
    }
  }

  /// Takes the last one back.
  package func undo() {
    guard let receipt = done.popLast() else { return }
    let cases = cases
    scope.run({ try await cases.undo(receipt) }) { [weak self] result in
      switch result {
      case .success(let back): self?.tell(.tookBack(in: back.notes))
      case .failure(let error):
        self?.done.append(receipt)
        self?.tell(.failed(error.explanation))
      }
    }
  }
}
