import Bytes
import Comparing
package import CopyNames
import Entities
import NoteQueries
package import OpenVault
package import Services

/// Finds the copies that other programs left in a vault, and merges them into their notes. All that it
/// reads and writes goes through the vault's services, encrypted or not.
package struct VaultConflicts: NoteConflicts {
  private(set) var vault: VaultServices
  /// Of an encrypted vault.
  private(set) var closed: (any ClosedCopies)?
  let hosts: [String]

  /// `hosts` are the names of devices that OneDrive may put behind a note's.
  package init(
    _ vault: VaultServices, closed: (any ClosedCopies)? = nil, hosts: [String] = []
  ) {
    self.vault = vault
    self.closed = closed
    self.hosts = hosts
  }

  package func writing(
    by store: any NoteStore, _ moves: any NoteMoves & NoteRewriting
  ) -> any NoteConflicts {
    var conflicts = self
    (conflicts.vault.store, conflicts.vault.moves) = (store, moves)
    return conflicts
  }

  package var trial: any NoteConflicts {
    var conflicts = self
    conflicts.closed = closed.map(TriedCopies.init)
    return conflicts
  }

  // MARK: - Finding

  @concurrent
  package func remains() async -> [SyncRemains] { vault.files.remains() }

  @concurrent
  package func copies() async throws(NoteIndexError) -> [ConflictCopy] {
    var copies: [ConflictCopy] = []
    for found in CopyFinder(among: try await paths(), hosts: hosts).copies() {
      guard let fact = vault.files.facts(of: found.copy) else { continue }
      let copy = ConflictCopy(
        copy: found.copy, note: found.note, program: found.program, modified: fact.modified)
      if copy.isSure || isNear(fact, found.note), await isAlike(copy) { copies.append(copy) }
    }
    guard let closed else { return copies }
    copies += closed.copies(hosts: hosts) { vault.files.facts(of: $0) != nil }
    return copies.sorted { $0.copy.path < $1.copy.path }
  }

  /// The text of a copy, which is a note's or none.
  func text(of copy: ConflictCopy) async throws(NoteStoreError) -> NoteContent {
    if let closed, closed.has(copy.copy) { return try closed.read(copy.copy) }
    return try await vault.store.read(copy.copy)
  }

  private func paths() async throws(NoteIndexError) -> [NotePath] {
    let catalog = try await vault.index.catalog(CatalogRequest())
    var paths: [NotePath] = []
    paths.reserveCapacity(catalog.count)
    var start = 0
    while start < catalog.count {
      let end = min(catalog.count, start + 4096)
      let titles = catalog.titles(in: start..<end)
      if titles.isEmpty { break }
      paths += titles.map(\.id.path)
      start = end
    }
    return paths
  }

  /// Texts of very different sizes have few lines in common: they need not be read.
  private func isNear(_ fact: FileFact, _ note: NoteID) -> Bool {
    guard let other = vault.files.facts(of: note) else { return false }
    return max(fact.size, other.size) <= 4 * max(1, min(fact.size, other.size))
      && max(fact.size, other.size) <= Self.mostCompared
  }

  private static let mostCompared = 1 << 20

  private func isAlike(_ copy: ConflictCopy) async -> Bool {
    if copy.isSure { return true }
    guard let text = try? await vault.store.read(copy.copy),
      let note = try? await vault.store.read(copy.note)
    else { return false }
    return CopyFinder.isAlike(text.bytes, note.bytes)
  }

  @concurrent
  package func marked() async throws(NoteIndexError) -> [MarkedNote] {
    let opening = String(repeating: "<", count: ConflictMark.shortest)
    let closing = String(repeating: ">", count: ConflictMark.shortest)
    let answer = try await vault.queries.search.search(
      .and([.literal(opening, isAnyCase: false), .literal(closing, isAnyCase: false)]),
      limit: Self.mostMarked, excerpts: false)
    var notes: [MarkedNote] = []
    for hit in answer.hits {
      guard let content = try? await vault.store.read(hit.id) else { continue }
      let conflicts = ConflictText(content.bytes).conflicts
      guard let first = conflicts.first else { continue }
      notes.append(
        MarkedNote(
          note: hit.id, title: hit.title, modified: hit.modified, conflicts: conflicts.count,
          line: first.all.lowerBound + 1))
    }
    return notes.sorted { $0.note.path < $1.note.path }
  }

  private static let mostMarked = 10_000

  // MARK: - Merging

  @concurrent
  package func merged(_ copy: ConflictCopy) async throws(NoteStoreError) -> MergedCopy {
    let (note, other) = (try await vault.store.read(copy.note), try await text(of: copy))
    return try await merged(copy, note, other, into: note.bytes)
  }

  /// `text` is the note's, or what other copies made of it.
  func merged(
    _ copy: ConflictCopy, _ note: NoteContent, _ other: NoteContent, into text: [UInt8]
  ) async throws(NoteStoreError) -> MergedCopy {
    let base = await base(of: copy, note, other)
    let names = ConflictNames(copy.note.path.name.text, copy.copy.path.name.text)
    guard
      let merge = FileMerge.merge(
        at: copy.note.path, base: base, one: text, other: other.bytes, names: names)
    else {
      throw .refused(copy.copy.path, reason: "it and \(copy.note.path.text) cannot be one text")
    }
    return MergedCopy(
      before: note.bytes, after: merge.bytes, conflicts: merge.conflicts, hasBase: base != nil)
  }

  private func base(
    of copy: ConflictCopy, _ note: NoteContent, _ other: NoteContent
  ) async -> [UInt8]? {
    if note.bytes == other.bytes { return nil }
    guard let known = try? await vault.versions.versions(of: copy.note) else { return nil }
    let written = min(note.stamp.modified, other.stamp.modified)
    let past = known.filter { $0.kept.seconds <= written.seconds &+ Self.mostSkew }
    var base = CopyBase(note: note.bytes, copy: other.bytes)
    let candidates = past.isEmpty ? known : past
    var size = 0
    for version in candidates where !base.isSettled {
      size += version.size
      guard size <= CopyBase.mostBytes, let bytes = try? await vault.versions.bytes(of: version)
      else {
        base.proveNothing()
        break
      }
      base.consider(bytes, isPast: !past.isEmpty)
    }
    if candidates.count > CopyBase.mostVersions { base.proveNothing() }
    return base.bytes
  }

  /// So many seconds may lie between the clocks of two devices.
  private static let mostSkew: Int64 = 60
}
