import Entities
import Services
import Viper

@MainActor
final class PartRenamer: PartRenaming {
  weak var output: (any PartRenamingOutput)?
  private let changes: any NoteChanges
  private let rewriting: any NoteRewriting
  private let scope: WorkScope
  private var done: [RewriteReceipt] = []

  init(changes: any NoteChanges, rewriting: any NoteRewriting, work: Work) {
    self.changes = changes
    self.rewriting = rewriting
    scope = work.scope()
  }

  func rename(_ part: String, of note: NoteID, to words: String) {
    let (changes, rewriting) = (changes, rewriting)
    scope.run({
      try await rewriting.rewrite(try await changes.renaming(part: part, of: note, to: words))
    }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let receipt):
        self.done.append(receipt)
        self.output?.partWasRenamed(in: receipt.notes)
      case .failure(let error): self.output?.renamingFailed(LinksMessage.of(error))
      }
    }
  }

  func undo() {
    guard let receipt = done.popLast() else { return }
    let rewriting = rewriting
    scope.run({ try await rewriting.undo(receipt) }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let back): self.output?.partHasItsNameBack(in: back.notes)
      case .failure(let error):
        self.done.append(receipt)
        self.output?.renamingFailed(LinksMessage.of(error))
      }
    }
  }

  func end() { scope.end() }
}
