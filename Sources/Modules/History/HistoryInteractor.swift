import Entities
import Viper

/// Holds the versions of one note, compares them, and restores them.
@MainActor
final class HistoryInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any HistoryInteractorOutput)?

  let note: NoteID
  let cases: HistoryCases
  let scope: WorkScope
  private(set) var items: [HistoryItem] = []
  private let latestShown = Latest()
  private let latestList = Latest()
  /// The last delivered comparison, whose hunks can be applied; nil after a whole text.
  private(set) var seen: VersionComparison?
  var undos: [HistoryChange] = []
  var isChanging = false

  init(note: NoteID, cases: HistoryCases, work: Work) {
    self.note = note
    self.cases = cases
    scope = work.scope()
  }

  var count: Int { items.count }

  func version(at index: Int) -> HistoryItem { items[index] }

  func index(named name: String) -> Int? { items.firstIndex { $0.name == name } }

  // MARK: - Loading

  func load() {
    scope.run(
      { [note, cases] in try await cases.list(of: note) },
      then: latestList.only { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let list):
          self.items = list.items
          self.output?.versionsChanged()
          self.output?.loadingEnded(problems: list.problems)
          self.describe(from: 0)
        case .failure(let error):
          self.output?.loadingEnded(problems: [error.explanation])
        }
      })
  }

  private static let batch = 32
  /// The most versions whose changes are counted in advance; the others are counted when selected.
  private static let mostDescribed = 512

  /// Counts changed lines in batches, after the list is shown.
  private func describe(from start: Int) {
    let end = min(items.count, start + Self.batch, Self.mostDescribed)
    guard start < end else { return }
    let (pieces, cases) = (Array(items[start..<min(items.count, end + 1)]), cases)
    scope.run(
      { await cases.counts(of: pieces, upTo: end - start, isFromNewest: start == 0) },
      then: latestList.still { [weak self] result in
        guard let self, let counts = try? result.get() else { return }
        for (index, count) in zip(start..<end, counts) {
          self.items[index].added = count.added
          self.items[index].removed = count.removed
          self.items[index].isNow = count.isNow
        }
        self.output?.versionsChanged()
        self.describe(from: end)
      })
  }

  // MARK: - Showing

  /// Loads one version. Only the latest request is delivered.
  func show(_ index: Int, as aspect: HistoryAspect) {
    guard items.indices.contains(index) else { return }
    let (item, cases) = (items[index], cases)
    let before = index + 1 < items.count ? items[index + 1] : nil
    scope.run(
      { try await cases.compare(item, after: before, as: aspect) },
      then: latestShown.only {
        [weak self] (result: Result<([HistoryLine], VersionComparison?), any Error>) in
        guard let self else { return }
        self.seen = nil
        switch result {
        case .success((let lines, let comparison)):
          self.seen = comparison
          self.output?.versionWasShown(lines, of: index, as: aspect)
        case .failure(let error): self.output?.showingFailed(error.explanation)
        }
      })
  }

  func stop() {
    scope.end()
  }
}

extension HistoryInteractor: VaultListener {
  /// Reloads the list too, as there may be a new version.
  func notesChangedOutside(_ notes: Set<NoteID>) {
    guard notes.contains(note) else { return }
    output?.noteChanged()
    load()
  }
}

/// Restoring a version or a hunk of it, and undoing that.
extension HistoryInteractor {
  func restore(_ index: Int) {
    guard items.indices.contains(index) else { return }
    let (item, cases) = (items[index], cases)
    change({ try await cases.restore(item) }) { interactor, change in
      interactor.undos.append(change)
      interactor.output?.noteWasRestored(change.note, to: item, created: change.isOfGoneNote)
      interactor.load()
    }
  }

  /// Applies one hunk of the last delivered comparison.
  func takeHunk(_ number: Int) {
    guard let seen else { return }
    let (note, cases) = (note, cases)
    change({ try await cases.take(number, of: seen, into: note) }) { interactor, taken in
      switch taken {
      case .taken(let change):
        interactor.undos.append(change)
        interactor.output?.hunkWasTaken(note)
        interactor.load()
      case .refused(let refusal): interactor.output?.hunkWasRefused(refusal)
      }
    }
  }

  /// Undoes the last restored version or hunk.
  func undoRestore() {
    guard !isChanging else { return }
    guard let undo = undos.last else {
      output?.nothingToUndo()
      return
    }
    change({ [cases] in try await cases.undo(undo) }) { interactor, stamp in
      interactor.undos.removeLast()
      interactor.wasUndone(undo, nowAt: stamp)
      interactor.output?.restoreWasUndone(undo.note)
      interactor.load()
    }
  }

  /// Runs a change, one at a time.
  private func change<Value: Sendable>(
    _ useCase: @escaping @Sendable @concurrent () async throws -> Value,
    then deliver: @escaping @MainActor (HistoryInteractor, Value) -> Void
  ) {
    guard !isChanging else { return }
    isChanging = true
    scope.run(useCase) { [weak self] result in
      guard let self else { return }
      self.isChanging = false
      switch result {
      case .success(let value): deliver(self, value)
      case .failure(let error): self.output?.failed(error.explanation)
      }
    }
  }

  /// Updates the stamp of the previous step: undo restored its text, but in a new file.
  private func wasUndone(_ undo: HistoryChange, nowAt stamp: NoteStamp?) {
    guard case .saved(_, _, let before, _) = undo, let stamp,
      case .saved(let note, let bytes, let first, let after) = undos.last, after == before
    else { return }
    undos[undos.count - 1] = .saved(note, bytes: bytes, before: first, after: stamp)
  }
}
