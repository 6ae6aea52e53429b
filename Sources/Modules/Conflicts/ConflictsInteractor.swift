import CopyNames
package import Entities
import Services
package import Viper

/// Holds the conflicts of the open vault. It outlives its screen, so merges can be undone after the
/// screen was closed.
@MainActor
package final class ConflictsInteractor {
  package private(set) var facts = ConflictsFacts() {
    didSet { if facts != oldValue { forEachOutput { $0.conflictsChanged() } } }
  }

  private let cases: ConflictCases
  private let saveAll: (_ then: @escaping () -> Void) -> Void
  private let notesChanged: ([NoteID]) -> Void
  private let scheduler: (any Scheduler)?
  private let scope: WorkScope
  private var counting: Timer?
  private var outputs: [Output] = []
  private var done: [ConflictReceipt] = []
  private let latest = Latest()
  private var isCounting = false
  private var mustCountAgain = false

  private struct Output {
    weak var object: (any ConflictsInteractorOutput)?
  }

  /// `saveAll` saves unsaved text before a change. `notesChanged` reports merged notes to the index
  /// and the screens.
  package init(
    cases: ConflictCases, work: Work, scheduler: (any Scheduler)? = nil,
    saveAll: @escaping (_ then: @escaping () -> Void) -> Void = { $0() },
    notesChanged: @escaping ([NoteID]) -> Void = { _ in }
  ) {
    self.cases = cases
    self.scheduler = scheduler
    self.saveAll = saveAll
    self.notesChanged = notesChanged
    scope = work.scope()
  }

  /// Adds an output, held weakly.
  package func add(_ output: any ConflictsInteractorOutput) {
    outputs.removeAll { $0.object == nil }
    outputs.append(Output(object: output))
  }

  /// Stops reporting, because the vault is closed.
  package func end() {
    counting?.cancel()
    scope.end()
  }

  // MARK: - Finding

  /// Finds copies and marks, then assesses each copy.
  package func load() {
    facts.isLoading = true
    scope.run(
      { [cases] in try await cases.all() },
      then: latest.only { [weak self] result in
        guard let self else { return }
        var new = self.facts
        new.isLoading = false
        switch result {
        case .success(let found):
          (new.marked, new.remains) = (found.marked, found.remains)
          new.copies = self.known(found.copies)
          self.facts = new
          self.assess(found.copies[...])
        case .failure(let error):
          self.facts = new
          self.fail(error)
        }
      })
  }

  /// Counts the copies one second after the index was updated, so that pending keys go first.
  package func countCopiesSoon() {
    guard let scheduler, scheduler.runsByItself else { return countCopies() }
    counting?.cancel()
    counting = scheduler.schedule(after: .seconds(1)) { [weak self] in self?.countCopies() }
  }

  /// Counts the copies for the mark next to the vault's name. No text is searched.
  func countCopies() {
    guard !isCounting, !facts.isLoading else {
      mustCountAgain = isCounting
      return
    }
    isCounting = true
    let take = latest.still { [weak self] (copies: [ConflictCopy]) in
      guard let self else { return }
      facts.copies = known(copies)
      // If the screen was ever shown, assess the new copies for it.
      if !latest.isUnused {
        assess(facts.copies.filter { $0.outcome == .unknown }.map(\.copy)[...])
      }
    }
    scope.run(
      { [cases] in try await cases.copies() },
      then: { [weak self] result in
        guard let self else { return }
        self.isCounting = false
        if case .success(let copies) = result { take(copies) }
        if self.mustCountAgain {
          self.mustCountAgain = false
          self.countCopies()
        }
      })
  }

  /// Reuses the known outcomes, so that assessed copies do not appear as new.
  private func known(_ copies: [ConflictCopy]) -> [ConflictsFacts.Copy] {
    let known = Dictionary(
      facts.copies.map { ($0.copy, $0.outcome) }, uniquingKeysWith: { first, _ in first })
    return copies.map { ConflictsFacts.Copy(copy: $0, outcome: known[$0] ?? .unknown) }
  }

  private static let assessedTogether = 32

  private func assess(_ all: ArraySlice<ConflictCopy>) {
    let copies = all.prefix(Self.assessedTogether)
    guard !copies.isEmpty else { return }
    scope.run(
      { [cases] in await cases.assess(copies) },
      then: latest.still { [weak self] result in
        guard let self, case .success(let assessed) = result else { return }
        var new = self.facts
        for copy in assessed {
          guard let index = new.copies.firstIndex(where: { $0.copy == copy.copy }) else { continue }
          new.copies[index] = copy
        }
        self.facts = new
        self.assess(all.dropFirst(copies.count))
      })
  }

  /// Previews a merge; reports it by `mergeWasPreviewed`.
  func preview(_ copy: NoteID, toMerge: Bool) {
    guard let copy = found(copy) else { return }
    scope.run({ [cases] in try await cases.preview(copy) }) { [weak self] preview in
      self?.forEachOutput { $0.mergeWasPreviewed(preview, toMerge: toMerge) }
    } failed: { [weak self] in
      self?.fail($0)
    }
  }

  // MARK: - Merging

  func merge(_ copy: NoteID) {
    if let copy = found(copy) { merge([copy], cleanOnly: false) }
  }

  /// Merges all copies that leave no marks, except those whose names a person may have chosen.
  func mergeClean() { merge(facts.clean, cleanOnly: true) }

  private func merge(_ copies: [ConflictCopy], cleanOnly: Bool) {
    if copies.isEmpty { return }
    change { cases in try await cases.merge(copies, cleanOnly: cleanOnly) }
  }

  /// Turns the copy into a note of its own.
  func keep(_ copy: NoteID, as title: String) {
    guard let copy = found(copy) else { return }
    change { cases in try await cases.keep(copy, as: title) }
  }

  /// Returns the copy. If it is gone, reports that and returns nil.
  private func found(_ copy: NoteID) -> ConflictCopy? {
    if let known = facts.copies.first(where: { $0.copy.copy == copy }) { return known.copy }
    fail(NoteStoreError.notFound(copy.path))
    return nil
  }

  private func change(
    _ body: @escaping @Sendable (ConflictCases) async throws -> ConflictReceipt
  ) {
    guard !facts.isWorking else { return }
    saveAll { [weak self] in
      guard let self, !self.facts.isWorking else { return }
      self.facts.isWorking = true
      self.scope.run(
        { [cases = self.cases] in try await body(cases) },
        then: { [weak self] result in
          guard let self else { return }
          self.facts.isWorking = false
          switch result {
          case .success(let receipt):
            if !receipt.isEmpty { self.done.append(receipt) }
            self.ended(receipt.touched)
            self.forEachOutput { $0.copiesWereMerged(MergeSummary(receipt: receipt)) }
          case .failure(let error): self.fail(error)
          }
        })
    }
  }

  var canUndo: Bool { !done.isEmpty }

  /// Undoes the last merge.
  package func undo() {
    guard !facts.isWorking, let receipt = done.last else { return }
    facts.isWorking = true
    saveAll { [weak self] in
      guard let self else { return }
      self.scope.run(
        { [cases = self.cases] in try await cases.undo(receipt) },
        then: { [weak self] result in
          guard let self else { return }
          self.facts.isWorking = false
          switch result {
          case .success(let notes):
            self.done.removeLast()
            self.ended(notes + receipt.touched)
            self.forEachOutput { $0.mergeWasTakenBack(MergeSummary(receipt: receipt)) }
          case .failure(let error):
            self.ended(receipt.touched)
            self.fail(error)
          }
        })
    }
  }

  private func ended(_ notes: [NoteID]) {
    notesChanged(notes)
    latest.forget()
    facts.copies.removeAll { notes.contains($0.copy.copy) }
  }

  private func fail(_ error: any Error) {
    guard let error = error as? any ExplainedError else { return }
    forEachOutput { $0.conflictsFailed(error.message) }
  }

  private func forEachOutput(_ body: (any ConflictsInteractorOutput) -> Void) {
    for output in outputs { if let object = output.object { body(object) } }
  }
}

extension ConflictsInteractor: VaultListener {
  /// Counts again if a note has or had a copy's name.
  package func notesChangedOutside(_ notes: Set<NoteID>) {
    let known = Set(facts.copies.flatMap { [$0.copy.copy, $0.copy.note] })
    let mayMatter = notes.contains { note in
      known.contains(note) || ConflictName.reading(note.path) != nil
    }
    if mayMatter { countCopies() }
  }
}
