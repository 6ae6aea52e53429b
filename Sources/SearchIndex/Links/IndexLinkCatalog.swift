package import Entities
import Files
package import Services
import Synchronization

/// Links by their keys in the index. Their text, and their lines, are read as they are
/// asked for.
final class IndexLinkCatalog: LinkCatalog {
  struct Key {
    var note: Int64
    /// Counted from 0 within the note.
    var number: Int64
  }

  private let links: VaultLinks
  private let target: NoteID
  let count: Int
  /// Of them all the first ones.
  private let first: [Key]
  private let whole: Mutex<[Key]?>
  private let state: Mutex<LinkContexts>

  /// Those of one note come one after the other. Where `keys` are not all of them, the others are
  /// looked up once somebody wants one.
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
      // The notes may say something else by now.
      contexts.forget()
      return written.map { contexts.record($0, leadingTo: target.path) }
    }
  }

  /// A note that was changed since has another number: its links are left out.
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

  /// More than a screen has rows.
  private static let firstKeys = 128

  /// Nil where there is no index.
  fileprivate func keys(
    leadingTo note: NoteID
  ) throws(NoteIndexError) -> [IndexLinkCatalog.Key]? {
    try leading(to: note, first: .max)?.keys
  }

  /// All of them or a number of them, and how many there are.
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
      // What more there is of one group comes after this many of all.
      return finding.count > keys.count
        ? (Array(keys.prefix(limit)), finding.count) : (keys, keys.count)
    }
  }
}

/// Of links that may lead to a note, those that do. Most of them are written the same, and one answer
/// is for them all.
private struct LeadingLinks {
  /// Links that are written the same.
  struct Group {
    var key: [UInt8]
    var kind: Int64
    var target: [UInt8]
    var count: Int

    var cells: [Cell] { [.bytes(key), .int(kind), .bytes(target)] }

    /// Whether the links name no folder: what they lead to may depend on the note they are in.
    var isBare: Bool {
      kind == Schema.LinkKind.wiki.rawValue && !target.contains(UInt8(ascii: "/"))
    }
  }

  private var keys: [IndexLinkCatalog.Key] = []
  /// Of those that were taken, and of those that were left out.
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

  /// Those of one note come one after the other, in their order.
  func sorted() -> [IndexLinkCatalog.Key] {
    isSorted ? keys : keys.sorted { ($0.note, $0.number) < ($1.note, $1.number) }
  }

  /// Those that may lead to a note of this key.
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

  /// Takes the links of a group that lead to the note from other notes. If all of them do, it takes
  /// only `limit` of them, and counts the rest.
  mutating func take(_ group: Group, first limit: Int) throws(DatabaseError) {
    // Then they all lead to one note, from any note.
    let isSame = group.isBare ? try resolver.isSingle(group.key) : false
    let isPart = isSame && limit < .max
    let rows = try database.query(
      """
      SELECT note, place FROM link WHERE key = ? AND kind = ? AND target = ? AND note <> ?
      ORDER BY note, place LIMIT ?
      """, group.cells + [.int(id), .int(isPart ? Int64(limit) : -1)])
    let before = keys.count
    // Unused reserved room costs nothing; to grow step by step costs more than to look.
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

  /// Without those of the note itself.
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
