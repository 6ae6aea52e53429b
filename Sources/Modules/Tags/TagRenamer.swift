import Entities
import Services
import Viper

/// Holds the tags of the vault, what a rename would change, and what can be taken back.
@MainActor
final class TagRenamer {
  /// Weak: the presenter holds its interactor.
  weak var output: (any TagRenamingOutput)?
  /// Each before those below it.
  private(set) var tags: [TagItem] = []

  private let cases: TagCases
  private let scope: WorkScope
  /// What was found last.
  private var found: TagChanges?
  private let latest = Latest()
  /// What can be taken back, the last at the end.
  private var done: [(tag: String, receipt: RewriteReceipt)] = []
  private var isLoading = false
  private var mustLoadAgain = false

  init(cases: TagCases, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  /// One asking at a time, and the last one counts.
  func load() {
    if isLoading {
      mustLoadAgain = true
      return
    }
    isLoading = true
    let cases = cases
    scope.run({ try await cases.tree() }) { [weak self] result in
      guard let self else { return }
      self.isLoading = false
      if self.mustLoadAgain {
        self.mustLoadAgain = false
        return self.load()
      }
      switch result {
      case .success(let tags):
        self.tags = tags
        self.output?.tagsChanged()
      case .failure(let error): self.fail(error)
      }
    }
  }

  /// Looks what would be changed, and changes nothing.
  func find(renaming tag: String, to name: String) {
    found = nil
    scope.run(
      { [cases] in try await cases.find(renaming: tag, to: name) },
      then: latest.only { [weak self] result in
        switch result {
        case .success(let changes):
          self?.found = changes
          self?.output?.found(changes)
        case .failure(let error): self?.fail(error)
        }
      })
  }

  /// Does what was found last.
  func carryOut() {
    guard let found, !found.changes.isEmpty else { return }
    self.found = nil
    let cases = cases
    scope.run({ try await cases.rename(found) }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let rewritten):
        self.done.append((found.tag, rewritten.receipt))
        self.output?.renamed(found, rewritten)
        self.load()
      case .failure(let error): self.fail(error)
      }
    }
  }

  func undo() {
    guard let (tag, receipt) = done.popLast() else {
      output?.nothingToUndo()
      return
    }
    let cases = cases
    scope.run({ try await cases.undo(receipt) }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let back):
        self.output?.tookBack(renamingOf: tag, back)
        self.load()
      case .failure(let error):
        self.done.append((tag, receipt))
        self.fail(error)
      }
    }
  }

  private func fail(_ error: any Error) {
    output?.failed(error.explanation)
  }

  func stop() { scope.end() }
}

extension TagRenamer: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) { load() }
}
