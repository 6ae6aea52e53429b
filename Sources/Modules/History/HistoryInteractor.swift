import Comparing
import Entities
import Services
import Viper

/// Holds the versions of one note, and has the use cases compare them and bring one back.
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
  /// What was delivered last, if it was a comparison: its hunks are the ones that can be taken.
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
  /// Behind these, what came and went is told when a version is looked at.
  private static let mostDescribed = 512

  /// Counts the lines that came and went, some versions at a time: the list is there before.
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

  // MARK: - Looking

  /// Looks at one version; of several asked for, only the latest is delivered.
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
  /// There may be another version, too.
  func notesChangedOutside(_ notes: Set<NoteID>) {
    guard notes.contains(note) else { return }
    output?.noteChanged()
    load()
  }
}
