import Comparing
import Entities
import Services
import Viper

/// Holds the versions of one note and brings one back when asked.
@MainActor
final class HistoryInteractor: HistoryInteracting {
  weak var output: (any HistoryInteractorOutput)?

  let note: NoteID
  let versions: any NoteVersions
  let store: any NoteStore
  let scope: WorkScope
  private(set) var found: [NoteVersion] = []
  private(set) var items: [HistoryItem] = []
  private let latestShown = Latest()
  private let latestList = Latest()
  /// What was delivered last, if it was a comparison: its hunks are the ones that can be taken.
  private(set) var seen: VersionComparison?
  var undos: [Undo] = []
  var isChanging = false

  init(note: NoteID, versions: any NoteVersions, store: any NoteStore, work: Work) {
    self.note = note
    self.versions = versions
    self.store = store
    scope = work.scope()
  }

  var count: Int { items.count }

  func version(at index: Int) -> HistoryItem { items[index] }

  func index(named name: String) -> Int? {
    if let exact = items.firstIndex(where: { $0.name == name }) { return exact }
    let fitting = items.indices.filter { !name.isEmpty && items[$0].name.hasPrefix(name) }
    return fitting.count == 1 ? fitting[0] : nil
  }

  // MARK: - Loading

  func load() {
    scope.run(
      { [note, versions] in
        (try await versions.versions(of: note), await versions.problems(of: note))
      },
      then: latestList.only { [weak self] result in
        guard let self else { return }
        switch result {
        case .success((let found, let problems)):
          self.found = found
          self.items = found.map { HistoryItem(name: $0.name, kept: $0.kept, size: $0.size) }
          self.output?.versionsChanged()
          self.output?.loadingEnded(problems: problems)
          self.describe(from: 0)
        case .failure(let error):
          self.output?.loadingEnded(problems: [Self.message(of: error)])
        }
      })
  }

  private static let batch = 32
  /// Behind these, what came and went is told when a version is looked at.
  private static let mostDescribed = 512

  /// Counts the lines that came and went, some versions at a time: the list is there before.
  private func describe(from start: Int) {
    let end = min(found.count, start + Self.batch, Self.mostDescribed)
    guard start < end else { return }
    let pieces = Array(found[start..<min(found.count, end + 1)])
    let (note, versions, store) = (note, versions, store)
    scope.run(
      {
        let present = start == 0 ? try? await store.read(note).bytes : nil
        return await VersionCount.counts(
          of: pieces, in: versions, upTo: end - start, present: present)
      },
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

  func show(_ index: Int, as aspect: HistoryAspect) {
    guard items.indices.contains(index) else { return }
    let (version, versions, store) = (found[index], versions, store)
    let before = index + 1 < found.count ? found[index + 1] : nil
    scope.run(
      {
        let text = try await versions.bytes(of: version)
        switch aspect {
        case .text:
          return (HistoryLine.lines(LineDifference.listing(of: TextLines(text))), nil)
        case .change:
          var old: [UInt8] = []
          if let before { old = try await versions.bytes(of: before) }
          let comparison = VersionComparison(of: text, with: old, isSince: false)
          return (comparison.lines, comparison)
        case .since:
          let present = try await store.read(version.note).bytes
          let comparison = VersionComparison(of: text, with: present, isSince: true)
          return (comparison.lines, comparison)
        }
      },
      then: latestShown.only {
        [weak self] (result: Result<([HistoryLine], VersionComparison?), any Error>) in
        guard let self else { return }
        self.seen = nil
        switch result {
        case .success((let lines, let comparison)):
          self.seen = comparison
          self.output?.versionWasShown(lines, of: index, as: aspect)
        case .failure(let error): self.output?.showingFailed(Self.message(of: error))
        }
      })
  }

  func read(_ index: Int) {
    guard items.indices.contains(index) else { return }
    let (version, versions) = (found[index], versions)
    scope.run(
      { try await versions.bytes(of: version) },
      then: { [weak self] result in
        switch result {
        case .success(let bytes): self?.output?.versionWasRead(bytes, of: index)
        case .failure(let error): self?.output?.showingFailed(Self.message(of: error))
        }
      })
  }

  func stop() {
    scope.end()
  }

  static func message(of error: any Error) -> String {
    (error as? NoteStoreError)?.message ?? "\(error)"
  }
}
