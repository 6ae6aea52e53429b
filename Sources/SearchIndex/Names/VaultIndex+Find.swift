package import Entities
import Files
import Folding
import NoteSyntax
package import Services

extension VaultIndex {
  @concurrent
  package func find(_ written: String) async throws(NoteIndexError) -> [NoteMatch] {
    let wanted = WrittenName(written)
    if wanted.path.isEmpty { return [] }
    // A whole path names one note. Only its file decides, not the index.
    if !wanted.isLink, let match = file(at: wanted.path) { return [match] }
    return try index.asking { (database) throws(DatabaseError) in
      var finder = NoteFinding(database)
      try finder.addExact(wanted)
      if !wanted.isLink, finder.matches.isEmpty { try finder.addBeginnings(wanted) }
      return finder.matches
    }
  }

  package func knownNote(_ written: String) -> NoteMatch? {
    let wanted = WrittenName(written)
    if wanted.path.isEmpty { return nil }
    if !wanted.isLink, let match = file(at: wanted.path) { return match }
    let known = index.known { (database) throws(DatabaseError) in
      var finder = NoteFinding(database)
      try finder.addExact(wanted)
      return finder.matches.first
    }
    guard let match = known, index.files.facts(of: match.id) != nil else { return nil }
    return match
  }

  /// Returns the note with this whole path.
  private func file(at path: [UInt8]) -> NoteMatch? {
    let parts = path.split(separator: slash, omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { !$0.isEmpty && $0 != [0x2e] && $0 != [0x2e, 0x2e] }
    let note = NoteID(NotePath(bytes: path))
    guard isPlain, let fact = index.files.facts(of: note) else { return nil }
    let summary = withUnsafeTemporaryAllocation(byteCount: NoteRow.most, alignment: 16) {
      NoteRow.summary(of: note, fact, in: index.files, $0)
    }
    return summary.map { NoteMatch(id: note, title: $0.title) }
  }
}

/// A name with which the user refers to a note.
struct WrittenName {
  /// Without `./` and, for a link, without part and text.
  let path: [UInt8]
  let name: LinkName
  let isLink: Bool

  init(_ written: String) {
    var bytes = Array(written.utf8)[...]
    func trim() {
      while let byte = bytes.first, byte == 0x20 || byte == 0x09 { bytes.removeFirst() }
      while let byte = bytes.last, byte == 0x20 || byte == 0x09 { bytes.removeLast() }
    }
    trim()
    if bytes.first == UInt8(ascii: "!"), bytes.dropFirst().starts(with: "[[".utf8) {
      bytes.removeFirst()
    }
    isLink = bytes.starts(with: "[[".utf8) && bytes.suffix(2).elementsEqual("]]".utf8)
    if isLink {
      bytes = bytes.dropFirst(2).dropLast(2)
      let end = bytes.firstIndex { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "#") }
      if let end { bytes = bytes[..<end] }
      if bytes.last == UInt8(ascii: "\\") { bytes.removeLast() }
      trim()
    }
    while bytes.starts(with: "./".utf8) { bytes = bytes.dropFirst(2) }
    path = Array(bytes)
    name = LinkName(.wiki, path)
  }
}

/// Collects the notes that the user may mean, each once.
private struct NoteFinding {
  private(set) var matches: [NoteMatch] = []
  private let database: Database
  private var known: Set<Int64> = []

  /// No more are needed to decide which is meant.
  private static let most = 100

  init(_ database: Database) { self.database = database }

  /// Adds those with exactly this name.
  mutating func addExact(_ wanted: WrittenName) throws(DatabaseError) {
    if wanted.isLink { return try addTarget(wanted) }
    if try !addPath(wanted.path) { try addNames(wanted) }
  }

  /// Adds the target of a link, which is one note or none.
  private mutating func addTarget(_ wanted: WrittenName) throws(DatabaseError) {
    let target = try LinkResolver(database).target(of: wanted.name, from: NotePath(""))
    if let target { try add("n.id = ?", [.int(target.note)]) }
  }

  /// Adds the note with this path, with or without its extension; false if there is none.
  private mutating func addPath(_ path: [UInt8]) throws(DatabaseError) -> Bool {
    for ending in ["", ".md", ".markdown", ".txt", ".md.age", ".markdown.age", ".txt.age"] {
      try add("n.path = ?", [.bytes(path + Array(ending.utf8))])
      if !matches.isEmpty, ending.isEmpty { return true }
    }
    return !matches.isEmpty
  }

  /// Adds notes by file names, titles, aliases and ids, in this order.
  private mutating func addNames(_ wanted: WrittenName) throws(DatabaseError) {
    let written = Folding.name(wanted.path)
    let ends = [written, Folding.name(wanted.name.path)]
    for candidate in try LinkResolver(database).candidates(wanted.name.key)
    where candidate.kind == .stem && ends.contains(where: { Self.ends(candidate.path, $0) }) {
      try add("n.id = ?", [.int(candidate.note)])
    }
    // A title may also contain what looks like a path or an extension.
    for kind in [Schema.NameKind.title, .alias, .id] {
      try add(
        "n.id IN (SELECT note FROM name WHERE key = ? AND kind = ?)",
        [.bytes(written), .int(kind.rawValue)])
    }
  }

  /// Whether a file's path is this one or ends with it, in whole folders.
  private static func ends(_ path: NotePath, _ end: [UInt8]) -> Bool {
    let key = Folding.name(path.folder.appending(path.stem).bytes)
    return key == end
      || key.count > end.count && key[key.count - end.count - 1] == slash
        && key.suffix(end.count).elementsEqual(end)
  }

  mutating func addBeginnings(_ wanted: WrittenName) throws(DatabaseError) {
    let written = Folding.name(wanted.path)
    try add("n.path >= ? AND n.path < ?", Self.range(wanted.path), inFull: false)
    for kind in Schema.NameKind.allCases {
      try add(
        "n.id IN (SELECT note FROM name WHERE key >= ? AND key < ? AND kind = ?)",
        Self.range(written) + [.int(kind.rawValue)], inFull: false)
    }
  }

  /// Returns the bounds of all keys with this prefix: no UTF-8 contains the byte 0xff.
  private static func range(_ start: [UInt8]) -> [Cell] { [.bytes(start), .bytes(start + [0xff])] }

  private mutating func add(
    _ condition: String, _ values: [Cell], inFull: Bool = true
  ) throws(DatabaseError) {
    let rows = try database.query(
      "SELECT n.id, n.path, n.title FROM note n WHERE \(condition) ORDER BY n.id LIMIT \(Self.most)",
      values)
    while matches.count < Self.most, try rows.next() {
      if !known.insert(rows.int(0)).inserted { continue }
      matches.append(
        NoteMatch(
          id: NoteID(rows.path(1)), title: rows.text(2), isExact: inFull))
    }
  }
}

extension VaultIndex {
  /// Returns the notes with an id, by its `Folding.name`, as the index has them now; none if there
  /// is no index.
  package func notes(identified key: [UInt8]) -> [NotePath] {
    index.known { (database) throws(DatabaseError) in
      try LinkResolver(database).candidates(key).filter { $0.kind == .id }.map(\.path)
    } ?? []
  }

  /// Returns notes, and folders with a note's extension, whose names may look like this one, in a
  /// folder whose names last changed at `moment`. Nil if the index has not seen all of its names.
  package func notes(
    namedLike name: [UInt8], in folder: NotePath, asOf moment: Timestamp
  ) -> [NotePath]? {
    let key = LinkName.key(of: NotePath(bytes: name))
    // A name that folds to nothing has no row.
    if key.isEmpty { return nil }
    return index.known { (database) throws(DatabaseError) in
      try database.snapshot { () throws(DatabaseError) in
        try Self.notes(key, in: folder, moment, database)
      }
    }
  }

  private static func notes(
    _ key: [UInt8], in folder: NotePath, _ moment: Timestamp, _ database: Database
  ) throws(DatabaseError) -> [NotePath]? {
    let row = try database.number(
      "SELECT id FROM folder WHERE path = ? AND changed = ?", .bytes(folder.bytes),
      .int(moment.wholeNanoseconds))
    guard let row else { return nil }
    return try database.all(
      """
      SELECT note.path FROM name CROSS JOIN note ON note.id = name.note
      WHERE name.key = ?1 AND name.kind = ?2 AND note.folder = ?3
      UNION ALL SELECT path FROM folder WHERE lower(substr(path, -3)) = '.md'
      """, .bytes(key), .int(Schema.NameKind.stem.rawValue), .int(row)
    ) { $0.path(0) }.filter { $0.folder == folder }
  }
}
