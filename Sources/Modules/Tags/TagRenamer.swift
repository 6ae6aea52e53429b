import Entities
import Services
import Viper

/// Holds the tags of the vault, the changes of a planned rename, and the steps that can be undone.
@MainActor
final class TagRenamer {
  /// Weak: the presenter holds its interactor.
  weak var output: (any TagRenamingOutput)?
  /// The tags as a tree: each one before those below it.
  private(set) var tags: [TagItem] = []

  private let cases: TagCases
  private let scope: WorkScope
  /// The last changes found.
  private var found: TagChanges?
  private let latest = Latest()
  /// The steps that can be undone, the last at the end.
  private var done: [(tag: String, receipt: RewriteReceipt)] = []
  private var isLoading = false
  private var mustLoadAgain = false

  init(cases: TagCases, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  /// Loads the tags. Only one load runs at a time; a request during it causes another after it.
  func load() {
    if isLoading {
      mustLoadAgain = true
      return
    }
    isLoading = true
    scope.run({ [cases] in try await cases.tree() }) { [weak self] result in
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

  /// Finds the changes of a rename, without writing.
  func find(renaming tag: String, to name: String) {
    found = nil
    scope.run(
      { [cases] in try await cases.find(renaming: tag, to: name) },
      done: latest.only { [weak self] changes in
        self?.found = changes
        self?.output?.found(changes)
      },
      failed: latest.still { [weak self] in self?.fail($0) })
  }

  /// Makes the last changes found.
  func carryOut() {
    guard let found, !found.changes.isEmpty else { return }
    self.found = nil
    scope.run({ [cases] in try await cases.rename(found) }) { [weak self] rewritten in
      guard let self else { return }
      self.done.append((found.tag, rewritten.receipt))
      self.output?.renamed(found, rewritten)
      self.load()
    } failed: { [weak self] in
      self?.fail($0)
    }
  }

  func undo() {
    guard let (tag, receipt) = done.popLast() else {
      output?.nothingToUndo()
      return
    }
    scope.run({ [cases] in try await cases.undo(receipt) }) { [weak self] back in
      guard let self else { return }
      self.output?.tookBack(renamingOf: tag, back)
      self.load()
    } failed: { [weak self] error in
      guard let self else { return }
      self.done.append((tag, receipt))
      self.fail(error)
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
