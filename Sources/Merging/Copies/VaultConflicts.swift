import Bytes
import Comparing
package import CopyNames
import Entities
import NoteQueries
package import OpenVault
package import Services

/// Finds the copies that other programs left in a vault, and merges them into their notes. It reads
/// and writes only through the vault's services, encrypted or not.
package struct VaultConflicts: NoteConflicts {
  private(set) var vault: VaultServices
  /// The copies in an encrypted vault.
  private(set) var closed: (any ClosedCopies)?
  let hosts: [String]

  /// `hosts` are device names, which OneDrive may append to a note's name.
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

  /// Returns the text of a copy, encrypted or not.
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

  /// Whether a comparison is worthwhile: texts of very different sizes have few lines in common.
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

  /// Merges a copy. `text` is the note's, or the result of merging other copies.
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
    let past = known.filter { $0.savedAt.seconds <= written.seconds &+ Self.mostSkew }
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

  /// The seconds by which the clocks of two devices may differ.
  private static let mostSkew: Int64 = 60
}

/// Read-only copies, for a dry run.
private struct TriedCopies: ClosedCopies {
  let copies: any ClosedCopies

  func copies(hosts: [String], isTaken: (NoteID) -> Bool) -> [ConflictCopy] {
    copies.copies(hosts: hosts, isTaken: isTaken)
  }

  func has(_ copy: NoteID) -> Bool { copies.has(copy) }

  func read(_ copy: NoteID) throws(NoteStoreError) -> NoteContent { try copies.read(copy) }

  func trash(_ copy: NoteID) throws(NoteStoreError) -> TrashedNote {
    TrashedNote(original: copy, resting: NotePath(".trash").appending(copy.path.name))
  }

  func putBack(_ trashed: TrashedNote) throws(NoteStoreError) {}
}

/// Finds the notes of a vault that are copies of others, by their names.
struct CopyFinder {
  struct Found: Equatable {
    var copy: NoteID
    var note: NoteID
    var program: ConflictProgram
  }

  private let notes: Set<NotePath>
  private let hosts: [String]

  init(among notes: [NotePath], hosts: [String]) {
    self.notes = Set(notes)
    self.hosts = hosts
  }

  /// Returns the copies, sorted by path.
  func copies() -> [Found] {
    notes.compactMap(copy).sorted { $0.copy.path < $1.copy.path }
  }

  private func copy(_ path: NotePath) -> Found? {
    guard let name = ConflictName.reading(path, hosts: hosts) else { return nil }
    // A copy of a copy counts as one of the note itself.
    var (original, steps) = (name.original, 0)
    var note = notes.contains(original) ? original : nil
    while steps < Self.mostSteps, let next = ConflictName.reading(original, hosts: hosts),
      next.isSure || note == nil
    {
      original = next.original
      if notes.contains(original) { note = original }
      steps += 1
    }
    guard let note else { return nil }
    return Found(copy: NoteID(path), note: NoteID(note), program: name.program)
  }

  private static let mostSteps = 8

  /// Whether two texts have so much in common that one counts as a copy of the other, whatever
  /// their names. Texts without any significant line are alike only if they are equal.
  static func isAlike(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let (lines, others) = (Self.lines(of: one), Self.lines(of: other))
    if lines.isEmpty || others.isEmpty { return one == other }
    let common = lines.reduce(0) { $0 + min($1.value, others[$1.key] ?? 0) }
    let most = max(lines.values.reduce(0, +), others.values.reduce(0, +))
    return common * 100 >= most * leastPercent
  }

  private static let leastPercent = 60

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    let text = TextLines(bytes)
    var lines: [ArraySlice<UInt8>: Int] = [:]
    for index in 0..<text.count {
      let line = text.text(of: index)
      if !line.allSatisfy(Byte.isBlank) { lines[line, default: 0] += 1 }
    }
    return lines
  }
}
