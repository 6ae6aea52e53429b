import Entities
import NoteSyntax
import Services

/// Finds the targets of links by the names that the index has now. No target is stored: a note that
/// is added, removed or renamed changes where links lead without any update.
final class LinkResolver {
  struct Candidate: Equatable {
    var note: Int64
    var path: NotePath
    var kind: Schema.NameKind
  }

  private let database: Database
  private var known: [[UInt8]: [Candidate]] = [:]
  /// Targets of bare names of one file, which are the same from any note.
  private var bare: [[UInt8]: Candidate?] = [:]
  /// Targets of bare names of several files, by the folder of the link and the name.
  private var near: [[[UInt8]]: Candidate?] = [:]

  init(_ database: Database) { self.database = database }

  /// Returns nil if it leads to no note.
  func target(of link: WrittenLink) throws(DatabaseError) -> Candidate? {
    if link.target.isEmpty { return Candidate(note: link.note, path: link.path, kind: .stem) }
    if let leads = bare[link.target], link.kind == .wiki { return leads }
    guard link.kind == .wiki, !link.target.contains(UInt8(ascii: "/")) else {
      return try target(of: link.name, from: link.path)
    }
    guard try isSingle(link.name.key) else {
      let owner = [link.path.folder.bytes, link.target]
      if let leads = near[owner] { return leads }
      let leads = try target(of: link.name, from: link.path)
      near[owner] = .some(leads)
      return leads
    }
    let leads = try target(of: link.name, from: link.path)
    bare[link.target] = .some(leads)
    return leads
  }

  func target(of name: LinkName, from path: NotePath) throws(DatabaseError) -> Candidate? {
    Self.best(of: try candidates(name.key), for: name, from: path)
  }

  /// Returns the note that a link means, of all with its name.
  static func best(
    of candidates: [Candidate], for name: LinkName, from path: NotePath
  ) -> Candidate? {
    if candidates.isEmpty { return nil }
    let best = name.best(
      among: candidates.filter { $0.kind == .stem }.map(\.path),
      identified: candidates.filter { $0.kind == .id }.map(\.path), from: path)
    if let best { return candidates.first { $0.path == best } }
    return candidates.first { $0.kind == .stem && name.isPage($0.path) }
  }

  /// Whether at most one file has the key, so that a link with only its name leads there from any
  /// folder.
  func isSingle(_ key: [UInt8]) throws(DatabaseError) -> Bool {
    try candidates(key).count { $0.kind == .stem } < 2
  }

  /// Returns all notes with a name: by the file's name first, then by title, alias, id.
  func candidates(_ key: [UInt8]) throws(DatabaseError) -> [Candidate] {
    if let candidates = known[key] { return candidates }
    var candidates: [Candidate] = []
    let rows = try database.query(
      """
      SELECT n.id, n.path, m.kind FROM name m JOIN note n ON n.id = m.note WHERE m.key = ?
      ORDER BY m.kind, n.id
      """, .bytes(key))
    while try rows.next() {
      guard let kind = Schema.NameKind(rawValue: rows.int(2)) else { continue }
      candidates.append(
        Candidate(note: rows.int(0), path: rows.path(1), kind: kind))
    }
    known[key] = candidates
    return candidates
  }
}

/// The files that are not notes, by their names. They are listed only when a link leads to no note,
/// because that takes a walk.
final class AttachmentNames {
  private let all: () -> [NotePath]
  private lazy var names = Dictionary(grouping: all()) { LinkName.key(of: $0) }

  init(_ all: @escaping () -> [NotePath]) { self.all = all }

  /// Returns the files that a link with this key may mean.
  func named(_ key: [UInt8]) -> [NotePath] { names[key] ?? [] }

  func target(of link: WrittenLink) -> NotePath? {
    if link.target.isEmpty { return nil }
    return link.name.best(among: named(link.name.key), from: link.path)
  }
}

/// Finds links to a heading or a block that their note lacks. The index answers for nearly all; the
/// note itself is read before a part is called missing.
final class LinkedParts {
  private let database: Database
  private let buffer: NoteBuffer
  private var indexed: [Int64: PartNames] = [:]
  private var read: [Int64: PartNames?] = [:]

  init(_ database: Database, _ files: any NoteBytes) {
    self.database = database
    buffer = NoteBuffer(files)
  }

  func isMissing(
    _ link: WrittenLink, in target: LinkResolver.Candidate
  ) throws(DatabaseError) -> Bool {
    guard let part = link.part.map({ Array($0.utf8) }), !part.isEmpty else { return false }
    if try indexedNames(target.note).has(part, of: link.kind.written) { return false }
    guard let names = readNames(target) else { return false }
    return !names.has(part, of: link.kind.written)
  }

  private func indexedNames(_ note: Int64) throws(DatabaseError) -> PartNames {
    if let names = indexed[note] { return names }
    let headings = try database.all(
      "SELECT text FROM heading WHERE note = ? ORDER BY line", .int(note)
    ) { $0.bytes(0) }
    let blocks = try database.all("SELECT id FROM block WHERE note = ?", .int(note)) { $0.bytes(0) }
    let names = PartNames(headings: headings, blocks: blocks)
    indexed[note] = names
    return names
  }

  /// Returns nil if the note cannot be read, so that nothing is known.
  private func readNames(_ target: LinkResolver.Candidate) -> PartNames? {
    if let names = read[target.note] { return names }
    let bytes = buffer.read(NoteID(target.path))
    let names = bytes.flatMap { $0.isEmpty ? nil : PartNames($0.span) }
    read[target.note] = .some(names)
    return names
  }
}
