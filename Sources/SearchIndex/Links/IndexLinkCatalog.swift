package import Entities
import Files
package import Services
import Synchronization

/// Links by their places in the index. What stands in them, and in their lines, is read as they are
/// asked for.
final class IndexLinkCatalog: LinkCatalog {
  struct Place {
    var note: Int64
    /// Counted from 0 within the note.
    var number: Int64
  }

  private let index: VaultIndex
  private let target: NoteID
  private let places: [Place]
  let noteCount: Int
  private let state: Mutex<LinkContexts>

  /// Those of one note come one after the other.
  init(_ places: [Place], to target: NoteID, in index: VaultIndex) {
    self.index = index
    self.target = target
    self.places = places
    var (notes, last) = (0, Int64.min)
    for place in places where place.note != last {
      notes += 1
      last = place.note
    }
    noteCount = notes
    state = Mutex(LinkContexts(index.files, notes: .max, lines: .max))
  }

  var count: Int { places.count }

  func sources() -> [NoteID]? {
    let notes = Set(places.map(\.note))
    let found = try? index.reading { (database) throws(DatabaseError) in
      var paths: [NoteID] = []
      for note in notes {
        let rows = try database.query("SELECT path FROM note WHERE id = ?", .int(note))
        if try rows.next() { paths.append(NoteID(NotePath(bytes: rows.bytes(0)))) }
      }
      return paths
    }
    guard let paths = found.flatMap(\.self), paths.count == notes.count else { return nil }
    return paths
  }

  func links(in range: Range<Int>) -> [LinkRecord] {
    let wanted = places[range.clamped(to: places.indices)]
    let written = try? index.reading { (database) throws(DatabaseError) in
      try Self.written(wanted, in: database)
    }
    guard let written = written.flatMap(\.self) else { return [] }
    return state.withLock { contexts in
      // The notes may say something else by now.
      contexts.forget()
      return written.map { contexts.record($0, leadingTo: target.path) }
    }
  }

  /// A note that was changed since has another number: its links are left out.
  private static func written(
    _ places: ArraySlice<Place>, in database: Database
  ) throws(DatabaseError) -> [WrittenLink] {
    var links: [WrittenLink] = []
    links.reserveCapacity(places.count)
    for place in places {
      let rows = try database.query(
        """
        SELECT \(WrittenLink.columns) FROM link l JOIN note n ON n.id = l.note
        WHERE l.note = ? AND l.place = ?
        """, .int(place.note), .int(place.number))
      if try rows.next() { links.append(WrittenLink(rows)) }
    }
    return links
  }
}

extension VaultIndex {
  @concurrent
  package func backlinkCatalog(
    to note: NoteID
  ) async throws(NoteIndexError) -> any LinkCatalog {
    if try freshen(), let places = try places(leadingTo: note) {
      return IndexLinkCatalog(places, to: note, in: self)
    }
    return WholeLinkCatalog(try await backlinks(to: note))
  }

  package func backlinksAtHand(to note: NoteID) -> (any LinkCatalog)? {
    let places = (try? places(leadingTo: note)).flatMap(\.self)
    return places.map { IndexLinkCatalog($0, to: note, in: self) }
  }

  /// Nil where there is no index.
  private func places(
    leadingTo note: NoteID
  ) throws(NoteIndexError) -> [IndexLinkCatalog.Place]? {
    try reading { (database) throws(DatabaseError) in
      guard let id = try database.id(of: note) else { return [] }
      return try Self.places(leadingTo: id, database)
    }
  }

  private static func places(
    leadingTo id: Int64, _ database: Database
  ) throws(DatabaseError) -> [IndexLinkCatalog.Place] {
    let keys = try keys(of: id, database)
    var finding = LeadingLinks(to: id, LinkResolver(database))
    for key in keys {
      let rows = try database.query(
        """
        SELECT note, place, kind, target FROM link
        WHERE key = ? ORDER BY note, place
        """, .bytes(key))
      while try rows.next() { try finding.take(rows, database) }
    }
    var places = finding.places
    if keys.count > 1 { places.sort { ($0.note, $0.number) < ($1.note, $1.number) } }
    return places
  }
}

/// Of links that may lead to a note, those that do. Most of them are written the same.
private struct LeadingLinks {
  private(set) var places: [IndexLinkCatalog.Place] = []
  private let id: Int64
  private let resolver: LinkResolver
  private var last: [UInt8]?
  private var lastLeads = false

  init(to id: Int64, _ resolver: LinkResolver) {
    self.id = id
    self.resolver = resolver
  }

  /// `rows` stands at a link: its note, its number, its kind, its target.
  mutating func take(_ rows: borrowing Rows, _ database: Database) throws(DatabaseError) {
    let note = rows.int(0)
    // Within the note itself.
    if note == id { return }
    let isWiki = rows.int(2) == Schema.LinkKind.wiki.rawValue
    let isSame = rows.withBytes(3) { bytes in
      isWiki && last.map { $0.elementsEqual(bytes) } ?? false
    }
    if !isSame {
      let target = rows.bytes(3)
      let isBare = isWiki && !target.contains(UInt8(ascii: "/"))
      lastLeads = try leads(rows, note, target, database)
      // What names a folder may mean another note from elsewhere.
      last = isBare ? target : nil
    }
    if lastLeads { places.append(.init(note: note, number: rows.int(1))) }
  }

  private func leads(
    _ rows: borrowing Rows, _ note: Int64, _ target: [UInt8], _ database: Database
  ) throws(DatabaseError) -> Bool {
    let path = try database.query("SELECT path FROM note WHERE id = ?", .int(note))
    guard try path.next() else { return false }
    var link = WrittenLink(
      note: note, path: NotePath(bytes: path.bytes(0)), target: target)
    link.kind = Schema.LinkKind(rawValue: rows.int(2)) ?? .wiki
    return try resolver.target(of: link)?.note == id
  }
}
