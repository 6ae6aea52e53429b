import Entities
import Files
import NoteSyntax

/// Tells where links lead, by the names that the index has now. A link is never bound to a note: one
/// that comes, goes or is renamed changes where links lead without a word written.
final class LinkResolver {
  struct Candidate: Equatable {
    var note: Int64
    var path: NotePath
    var kind: Schema.NameKind
  }

  private let database: Database
  private var known: [[UInt8]: [Candidate]] = [:]
  /// Where bare names lead from wherever they stand.
  private var bare: [[UInt8]: Candidate?] = [:]

  private static let denote = Array("denote:".utf8)

  init(_ database: Database) { self.database = database }

  /// Nil where it leads to no note.
  func target(of link: WrittenLink) throws(DatabaseError) -> Candidate? {
    try target(link.target, key: link.key, isWiki: link.kind == .wiki, from: link.path)
  }

  func target(
    _ target: [UInt8], key: [UInt8], isWiki: Bool, from path: NotePath
  ) throws(DatabaseError) -> Candidate? {
    if target.isEmpty { return try candidates(path: path) }
    if target.starts(with: Self.denote) {
      return try candidates(Array(key.dropFirst(Self.denote.count))).first { $0.kind == .id }
    }
    guard isWiki, !target.contains(slash) else {
      return Self.best(try candidates(key), target, isWiki: isWiki, from: path)
    }
    if let leads = bare[key] { return leads }
    let leads = Self.best(try candidates(key), target, isWiki: isWiki, from: path)
    bare[key] = .some(leads)
    return leads
  }

  private func candidates(path: NotePath) throws(DatabaseError) -> Candidate? {
    guard let id = try database.number("SELECT id FROM note WHERE path = ?", .bytes(path.bytes))
    else { return nil }
    return Candidate(note: id, path: path, kind: .stem)
  }

  /// All notes that go by a name.
  func candidates(_ key: [UInt8]) throws(DatabaseError) -> [Candidate] {
    if let candidates = known[key] { return candidates }
    var candidates: [Candidate] = []
    let rows = try database.query(
      "SELECT n.id, n.path, m.kind FROM name m JOIN note n ON n.id = m.note WHERE m.key = ?",
      .bytes(key))
    while try rows.next() {
      guard let kind = Schema.NameKind(rawValue: rows.int(2)) else { continue }
      candidates.append(
        Candidate(note: rows.int(0), path: NotePath(bytes: rows.bytes(1)), kind: kind))
    }
    candidates.sort { Self.order($0, $1) }
    known[key] = candidates
    return candidates
  }

  /// File names before titles, aliases and ids; then the shortest path.
  private static func order(_ left: Candidate, _ right: Candidate) -> Bool {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    return isShorter(left.path, right.path)
  }

  static func isShorter(_ left: NotePath, _ right: NotePath) -> Bool {
    left.bytes.count != right.bytes.count ? left.bytes.count < right.bytes.count : left < right
  }

  private static func best(
    _ candidates: [Candidate], _ target: [UInt8], isWiki: Bool, from path: NotePath
  ) -> Candidate? {
    let places = LinkPlace.all(target, isWiki: isWiki, from: path)
    for place in places {
      if let found = candidates.first(where: { $0.kind == .stem && place.fits($0.path) }) {
        return found
      }
    }
    // With a folder it is a file's place and nothing else.
    return target.contains(slash) ? nil : candidates.first
  }
}

/// Where a file may stand that a link names.
struct LinkPlace {
  /// The folded path from the root, without a note's extension.
  private let key: [UInt8]
  /// Whether any folder may stand before it.
  private let isEnd: Bool

  /// In the order in which they are looked at.
  static func all(_ target: [UInt8], isWiki: Bool, from path: NotePath) -> [LinkPlace] {
    let isFromRoot = target.first == slash
    var places: [LinkPlace] = []
    if !isFromRoot, !isWiki || target.starts(with: [UInt8(ascii: ".")]) {
      if let beside = normal(path.folder.bytes, target) {
        places.append(LinkPlace(key: Self.key(of: beside), isEnd: false))
      }
    }
    if let whole = normal([], target) {
      let key = Self.key(of: whole)
      places += [LinkPlace(key: key, isEnd: false), LinkPlace(key: key, isEnd: true)]
    }
    return places
  }

  func fits(_ path: NotePath) -> Bool {
    let own = Self.key(of: path.bytes)
    if own == key { return true }
    return isEnd && own.count > key.count && own.suffix(key.count).elementsEqual(key)
      && own[own.count - key.count - 1] == slash
  }

  static func key(of path: [UInt8]) -> [UInt8] {
    let name = NotePath(bytes: path).name.bytes
    var end = path.count
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 {
      let ending = Folding.name(name[(dot + 1)...])
      if ["md", "markdown", "txt"].contains(where: { ending.elementsEqual($0.utf8) }) {
        end = path.count - (name.count - dot)
      }
    }
    return Folding.name(path[..<end])
  }

  /// The path without `.`, `..` and doubled slashes; nil where it leads out of the vault.
  private static func normal(_ folder: [UInt8], _ target: [UInt8]) -> [UInt8]? {
    var parts = folder.split(separator: slash)
    for part in target.split(separator: slash) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        if parts.popLast() == nil { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : Array(parts.joined(separator: [slash]))
  }
}

/// The files that are no notes, by their names. They are looked for only when a link leads to no
/// note: that takes a walk.
final class AttachmentNames {
  private let all: () -> [NotePath]
  private lazy var names: [[UInt8]: [NotePath]] = Dictionary(grouping: all()) {
    Folding.name($0.name.bytes)
  }

  init(_ all: @escaping () -> [NotePath]) { self.all = all }

  func target(of link: WrittenLink) -> NotePath? {
    let name = NotePath(bytes: link.target).name.bytes
    if name.isEmpty { return nil }
    let candidates = (names[Folding.name(name)] ?? []).sorted { LinkResolver.isShorter($0, $1) }
    for place in LinkPlace.all(link.target, isWiki: link.kind == .wiki, from: link.path) {
      if let found = candidates.first(where: { place.fits($0) }) { return found }
    }
    return nil
  }
}
