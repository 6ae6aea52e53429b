package import Entities
package import Services
import Synchronization

/// Links by their keys in the index. Their texts and lines are read on demand.
final class IndexLinkCatalog: LinkCatalog {
  struct Key {
    var note: Int64
    /// Counted from 0 within the note.
    var number: Int64
  }

  private let links: VaultLinks
  private let target: NoteID
  let count: Int
  /// The first keys of all.
  private let first: [Key]
  private let whole: Mutex<[Key]?>
  private let state: Mutex<LinkContexts>

  /// The keys of one note must be adjacent. If `keys` are not all of them, the others are looked up
  /// when one is needed.
  init(_ keys: [Key], of count: Int, to target: NoteID, in links: VaultLinks) {
    self.links = links
    self.target = target
    self.count = count
    first = keys
    whole = Mutex(keys.count == count ? keys : nil)
    state = Mutex(LinkContexts(links.index.files, notes: .max, lines: .max))
  }

  var noteCount: Int {
    var (notes, last) = (0, Int64.min)
    for key in keys where key.note != last {
      notes += 1
      last = key.note
    }
    return notes
  }

  private var keys: [Key] {
    whole.withLock { whole in
      if let whole { return whole }
      let found = (try? links.keys(leadingTo: target)).flatMap(\.self) ?? first
      whole = found
      return found
    }
  }

  func sources() -> [NoteID]? {
    let notes = Set(keys.map(\.note))
    let found = links.index.known { (database) throws(DatabaseError) in
      var paths: [NoteID] = []
      for note in notes {
        let rows = try database.query("SELECT path FROM note WHERE id = ?", .int(note))
        if try rows.next() { paths.append(NoteID(rows.path(0))) }
      }
      return paths
    }
    guard let paths = found, paths.count == notes.count else { return nil }
    return paths
  }

  func links(in range: Range<Int>) -> [LinkRecord] {
    let keys = range.upperBound <= first.count ? first : keys
    let wanted = keys[range.clamped(to: keys.indices)]
    let written = links.index.known { (database) throws(DatabaseError) in
      try Self.written(wanted, in: database)
    }
    guard let written else { return [] }
    return state.withLock { contexts in
      // The notes may have changed.
      contexts.forget()
      return written.map { contexts.record($0, leadingTo: target.path) }
    }
  }

  /// Returns the links. A note that has changed has another id: its links are left out.
  private static func written(
    _ keys: ArraySlice<Key>, in database: Database
  ) throws(DatabaseError) -> [WrittenLink] {
    var links: [WrittenLink] = []
    links.reserveCapacity(keys.count)
    for key in keys {
      let rows = try database.query(
        """
        SELECT \(WrittenLink.columns) FROM link l JOIN note n ON n.id = l.note
        WHERE l.note = ? AND l.place = ?
        """, .int(key.note), .int(key.number))
      if try rows.next() { links.append(WrittenLink(rows)) }
    }
    return links
  }
}

extension VaultLinks {
  @concurrent
  package func backlinkCatalog(
    to note: NoteID
  ) async throws(NoteIndexError) -> any LinkCatalog {
    if try index.freshen(), let keys = try keys(leadingTo: note) {
      return IndexLinkCatalog(keys, of: keys.count, to: note, in: self)
    }
    return WholeLinkCatalog(try await backlinks(to: note))
  }

  package func knownBacklinks(to note: NoteID) -> (any LinkCatalog)? {
    let found = try? leading(to: note, first: Self.firstKeys)
    return found.flatMap(\.self).map {
      IndexLinkCatalog($0.keys, of: $0.count, to: note, in: self)
    }
  }

  /// More than the rows of a screen.
  private static let firstKeys = 128

  /// Returns nil if there is no index.
  fileprivate func keys(
    leadingTo note: NoteID
  ) throws(NoteIndexError) -> [IndexLinkCatalog.Key]? {
    try leading(to: note, first: .max)?.keys
  }

  /// Returns the keys, all or a number of them, and the number of all.
  private func leading(
    to note: NoteID, first limit: Int
  ) throws(NoteIndexError) -> (keys: [IndexLinkCatalog.Key], count: Int)? {
    try index.reading { (database) throws(DatabaseError) in
      guard let id = try database.id(of: note) else { return ([], 0) }
      var finding = LeadingLinks(to: id, database)
      for key in try Self.keys(of: id, database) {
        for group in try finding.groups(key) { try finding.take(group, first: limit) }
      }
      let keys = finding.sorted()
      // Any further keys of a group come after the first `limit`.
      return finding.count > keys.count
        ? (Array(keys.prefix(limit)), finding.count) : (keys, keys.count)
    }
  }
}

/// Selects, from the links that may lead to a note, those that do. Most of them are written alike,
/// and one answer applies to all of these.
private struct LeadingLinks {
  /// Links that are written alike.
  struct Group {
    var key: [UInt8]
    var kind: Int64
    var target: [UInt8]
    var count: Int

    var cells: [Cell] { [.bytes(key), .int(kind), .bytes(target)] }

    /// Whether the links name no folder, so that their target may depend on their note.
    var isBare: Bool {
      kind == Schema.LinkKind.wiki.rawValue && !target.contains(UInt8(ascii: "/"))
    }
  }

  private var keys: [IndexLinkCatalog.Key] = []
  /// The number of links, with those that were left out.
  private(set) var count = 0
  private var isSorted = true
  private let id: Int64
  private let database: Database
  private let resolver: LinkResolver

  init(to id: Int64, _ database: Database) {
    self.id = id
    self.database = database
    resolver = LinkResolver(database)
  }

  /// Returns the keys by note and, within a note, in order.
  func sorted() -> [IndexLinkCatalog.Key] {
    isSorted ? keys : keys.sorted { ($0.note, $0.number) < ($1.note, $1.number) }
  }

  /// Returns the groups that may lead to a note with this key.
  func groups(_ key: [UInt8]) throws(DatabaseError) -> [Group] {
    var groups: [Group] = []
    let rows = try database.query(
      "SELECT kind, target, links FROM linkgroup WHERE key = ?", .bytes(key))
    while try rows.next() {
      groups.append(
        Group(key: key, kind: rows.int(0), target: rows.bytes(1), count: Int(rows.int(2))))
    }
    return groups
  }

  /// Adds the links of a group that lead to the note from other notes. If all of them do, adds only
  /// `limit` of them, and counts the rest.
  mutating func take(_ group: Group, first limit: Int) throws(DatabaseError) {
    // Then they all lead to the same note, from any note.
    let isSame = group.isBare ? try resolver.isSingle(group.key) : false
    let isPart = isSame && limit < .max
    let rows = try database.query(
      """
      SELECT note, place FROM link WHERE key = ? AND kind = ? AND target = ? AND note <> ?
      ORDER BY note, place LIMIT ?
      """, group.cells + [.int(id), .int(isPart ? Int64(limit) : -1)])
    let before = keys.count
    // Unused reserved memory costs nothing; growing step by step costs more than the checks.
    if !isPart { keys.reserveCapacity(1 << 14) }
    var leads: Bool?
    while try rows.next() {
      let note = rows.int(0)
      if leads == nil || !isSame { leads = try self.leads(group, from: note) }
      if leads == true {
        keys.append(.init(note: note, number: rows.int(1)))
      } else if isSame {
        return
      }
    }
    let taken = keys.count - before
    if before > 0, taken > 0 { isSorted = false }
    count += isPart && taken == limit ? try size(of: group) : taken
  }

  /// Returns the number of links without those of the note itself.
  private func size(of group: Group) throws(DatabaseError) -> Int {
    let own = try database.number(
      "SELECT count(*) FROM link WHERE key = ? AND kind = ? AND target = ? AND note = ?",
      group.cells + [.int(id)])
    return group.count - Int(own ?? 0)
  }

  private func leads(_ group: Group, from note: Int64) throws(DatabaseError) -> Bool {
    let path = try database.query("SELECT path FROM note WHERE id = ?", .int(note))
    guard try path.next() else { return false }
    var link = WrittenLink(
      note: note, path: path.path(0), target: group.target)
    link.kind = Schema.LinkKind(rawValue: group.kind) ?? .wiki
    return try resolver.target(of: link)?.note == id
  }
}
