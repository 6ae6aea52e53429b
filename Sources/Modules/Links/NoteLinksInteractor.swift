import Entities
import OpenVault
import Services
import Viper

/// Holds the links of one note: links both ways, mentions, and broken links.
@MainActor
final class NoteLinksInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any NoteLinksOutput)?

  let note: NoteID
  let cases: LinkCases
  let scope: WorkScope
  private var backlinks: (any LinkCatalog)?
  private var outgoing: [LinkRecord]?
  private var missing: [LinkRecord]?
  private(set) var mentions: [LinkRecord]?
  private var rows = RecordCache()
  /// The steps that can be undone, the last at the end.
  var done: [UndoStep] = []
  private var loading = Loading.none

  /// Only one load runs at a time; a change during it causes one more.
  private enum Loading {
    case none
    case underWay
    case mustBeginAgain
  }

  init(note: NoteID, cases: LinkCases, work: Work) {
    self.note = note
    self.cases = cases
    scope = work.scope()
  }

  // MARK: - Rows

  /// Returns the count of links; nil until known.
  func count(of section: LinkSection) -> Int? {
    switch section {
    case .backlinks: backlinks?.count
    case .links: outgoing?.count
    case .mentions: mentions?.count
    case .broken: missing?.count
    }
  }

  /// Returns the link; nil if the vault has changed since the count.
  func link(_ index: Int, of section: LinkSection) -> LinkItem? {
    record(index, of: section).map { LinkItem($0, of: section) }
  }

  func record(_ index: Int, of section: LinkSection) -> LinkRecord? {
    switch section {
    case .backlinks: rows.record(at: index, in: backlinks)
    case .links: Self.element(index, of: outgoing)
    case .mentions: Self.element(index, of: mentions)
    case .broken: Self.element(index, of: missing)
    }
  }

  private static func element(_ index: Int, of records: [LinkRecord]?) -> LinkRecord? {
    records.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  // MARK: - Loading

  func load() {
    guard loading == .none else {
      loading = .mustBeginAgain
      return
    }
    loading = .underWay
    let (links, note, store) = (cases.vault.queries.links, note, cases.vault.store)
    scope.run({ try await store.summary(of: note).title }) { [weak self, note] result in
      self?.output?.titleIs((try? result.get()) ?? note.path.stem.text)
    }
    guard backlinks == nil else { return loadBacklinks() }
    scope.run({ links.knownBacklinks(to: note) }) { [weak self] result in
      guard let self else { return }
      if let known = self.value(result).flatMap(\.self) { self.took(known) }
      self.loadBacklinks()
    }
  }

  /// Loads the backlinks first: they are quick to find.
  private func loadBacklinks() {
    let (links, note) = (cases.vault.queries.links, note)
    scope.run({ try await links.backlinkCatalog(to: note) }) { [weak self] result in
      guard let self else { return }
      if let found = self.value(result) { self.took(found) }
      self.loadOwn()
    }
  }

  private func took(_ found: any LinkCatalog) {
    backlinks = found
    rows = RecordCache()
    output?.linksChanged(in: .backlinks)
  }

  private func loadOwn() {
    let (cases, note) = (cases, note)
    scope.run({ try await cases.links(from: note) }) { [weak self] result in
      guard let self else { return }
      if let found = self.value(result) {
        self.outgoing = found.filter { $0.target != nil }
        self.missing = found.filter { $0.target == nil || $0.isPartMissing }
        self.output?.linksChanged(in: .links)
        self.output?.linksChanged(in: .broken)
      }
      self.loadMentions()
    }
  }

  private func loadMentions() {
    let (cases, note) = (cases, note)
    scope.run({ try await cases.mentions(of: note) }) { [weak self] result in
      guard let self else { return }
      if let found = self.value(result) {
        self.mentions = found
        self.output?.linksChanged(in: .mentions)
      }
      let again = self.loading == .mustBeginAgain
      self.loading = .none
      if again { self.load() }
    }
  }

  private func value<Value>(_ result: Result<Value, any Error>) -> Value? {
    switch result {
    case .success(let value): return value
    case .failure(let error):
      output?.failed(error.explanation)
      return nil
    }
  }

  func loadNeighbors(of note: NoteID) {
    scope.run({ [cases] in try await cases.neighbors(of: note) }) { [weak self] result in
      guard let self, let found = self.value(result) else { return }
      self.output?.neighborsFound(found)
    }
  }

  func stop() { scope.end() }
}

extension NoteLinksInteractor: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) {
    load()
    output?.notesChanged()
  }
}

/// The records around the last requested link, a screenful and more at a time.
private struct RecordCache {
  private static let size = 64
  /// The size of the first load, more than most windows show.
  private static let first = 44
  /// The range of loaded links; nil before the first load.
  private var asked: Range<Int>?
  /// The loaded records, fewer than the range if some links are gone.
  private var records: [LinkRecord] = []

  mutating func record(at index: Int, in catalog: (any LinkCatalog)?) -> LinkRecord? {
    guard let catalog, (0..<catalog.count).contains(index) else { return nil }
    var range = asked ?? 0..<0
    if !range.contains(index) {
      let start = max(0, index - Self.size / 4)
      range = start..<start + (asked == nil ? Self.first : Self.size)
      records = catalog.links(in: range.clamped(to: 0..<catalog.count))
      asked = range
    }
    let offset = index - range.lowerBound
    return records.indices.contains(offset) ? records[offset] : nil
  }
}

extension LinkItem {
  /// Makes a display value. For the note's own links, the other end is the target.
  fileprivate init(_ record: LinkRecord, of section: LinkSection) {
    context = record.context
    written = record.written
    isEmbed = record.isEmbed
    missing = record.missing
    isPartMissing = record.isPartMissing
    part = nil
    line = nil
    guard let target = record.target, section != .broken else {
      (note, line, title) = (record.source, record.line, record.written)
      return
    }
    guard section == .links else {
      (note, line, title) = (record.source, record.line, record.sourceTitle)
      return
    }
    part = record.part
    leadsToFile = !target.path.isOfNote
    note = leadsToFile ? nil : target
    title = leadsToFile ? target.path.name.text : target.path.stem.text
  }
}

/// Linking mentions, making missing notes, and undoing both.
extension NoteLinksInteractor {
  /// A change with what undo needs.
  enum UndoStep: Sendable {
    case rewritten(RewriteReceipt)
    case made(NoteID)
  }

  /// Turns these mentions into links in one step.
  func makeLinks(ofMentions indices: Range<Int>) {
    let wanted = indices.compactMap { record($0, of: .mentions) }
    guard !wanted.isEmpty else { return }
    let (cases, note) = (cases, note)
    change({ try await cases.link(wanted, to: note) }) { interactor, receipt in
      if !receipt.changes.isEmpty { interactor.done.append(.rewritten(receipt)) }
      let count = receipt.changes.reduce(0) { $0 + $1.pieces.count }
      return (.linked(mentions: count, notes: receipt.changes.count), receipt.notes)
    }
  }

  /// Makes the note that a broken link names.
  func makeNote(forBroken index: Int) {
    guard let missing = record(index, of: .broken)?.missing else { return }
    change({ [cases] in try await cases.make(missing) }) { interactor, _ in
      interactor.done.append(.made(missing))
      return (.made(missing), [missing])
    }
  }

  /// Undoes the last change.
  func undo() {
    let cases = cases
    let step = done.popLast()
    switch step {
    case nil: output?.nothingToUndo()
    case .rewritten(let receipt):
      change({ try await cases.undo(receipt) }, orKeep: step) { _, back in
        (.unlinked(notes: back.changes.count), back.notes)
      }
    case .made(let note):
      change({ try await cases.unmake(note) }, orKeep: step) { _, _ in (.unmade(note), [note]) }
    }
  }

  /// Runs a change. If it fails, `step` goes back to the steps that can be undone.
  private func change<Value: Sendable>(
    _ useCase: @escaping @Sendable @concurrent () async throws -> Value,
    orKeep step: UndoStep? = nil,
    then deliver: @escaping @MainActor (NoteLinksInteractor, Value) -> (LinkChange, [NoteID])
  ) {
    scope.run(useCase) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let value):
        let (change, notes) = deliver(self, value)
        self.output?.did(change, changing: notes)
      case .failure(let error):
        if let step { self.done.append(step) }
        self.output?.failed(error.explanation)
      }
      // Load after a failure too: the shown links may be out of date.
      self.load()
    }
  }
}
