import Bytes
import Comparing
import Entities

/// Finds files of the base that have another name on a side.
///
/// It matches equal blobs first, then equal names of sealed notes, then texts with 60 percent equal
/// lines.
struct RenameSearch {
  private let base: Tree
  private let side: Tree
  private let other: Tree
  private let blobs: BlobCache
  private var removed: Set<NotePath>
  private var added: Set<NotePath>
  private var found: [NotePath: NotePath] = [:]

  /// The most files that are compared by their lines. If there are more, only those that the other
  /// side changed are compared.
  private static let mostCompared = 2_000

  /// Returns new paths by old ones, for both sides.
  ///
  /// It is not a rename if the other side still has the old file, and made a new one with the new
  /// name: the old note, perhaps edited there, stays, and the two new files are merged.
  static func renames(
    from base: Tree, to sides: [Tree], blobs: BlobCache
  ) throws -> [[NotePath: NotePath]] {
    var found: [[NotePath: NotePath]] = []
    for index in 0..<2 {
      var search = RenameSearch(
        base: base, side: sides[index], other: sides[1 - index], blobs: blobs)
      search.matchBlobs()
      search.matchSealedNames()
      try search.matchLines()
      found.append(search.found)
    }
    let targets = found.map { Set($0.values) }
    return (0..<2).map { index in
      let other = sides[1 - index]
      return found[index].filter { old, new in
        other[new] == nil || other[old] == nil || targets[1 - index].contains(new)
      }
    }
  }

  private init(base: Tree, side: Tree, other: Tree, blobs: BlobCache) {
    (self.base, self.side, self.other, self.blobs) = (base, side, other, blobs)
    // Moves into and out of the trash do not count as renames.
    removed = Set(base.keys.filter { side[$0] == nil && !$0.isInTrash })
    added = Set(side.keys.filter { base[$0] == nil && !$0.isInTrash })
  }

  private func isSameKind(_ old: NotePath, _ new: NotePath) -> Bool {
    base[old]?.kind.isFile == side[new]?.kind.isFile
  }

  private mutating func take(_ old: NotePath, _ new: NotePath) {
    found[old] = new
    removed.remove(old)
    added.remove(new)
  }

  private mutating func matchBlobs() {
    let olds = Dictionary(grouping: removed.sorted()) { base[$0] }
    let news = Dictionary(grouping: added.sorted()) { side[$0] }
    for (entry, new) in news {
      guard let old = olds[entry] else { continue }
      match(old, new)
    }
  }

  /// Matches files of the same content: equal names first, then in order.
  private mutating func match(_ old: [NotePath], _ new: [NotePath]) {
    var byName = Dictionary(grouping: new) { $0.name }
    for path in old {
      guard let target = byName[path.name]?.first, isSameKind(path, target) else { continue }
      byName[path.name]?.removeFirst()
      take(path, target)
    }
    var left = new.filter { added.contains($0) }[...]
    for path in old where removed.contains(path) {
      guard let target = left.first else { return }
      if isSameKind(path, target) {
        take(path, target)
        left.removeFirst()
      }
    }
  }

  /// Matches sealed notes: each has the same name all its life, in any folder.
  private mutating func matchSealedNames() {
    let news = Dictionary(grouping: added.filter(\.isSealed)) { $0.name }
    for path in removed.filter(\.isSealed).sorted() {
      guard let targets = news[path.name], targets.count == 1, isSameKind(path, targets[0]) else {
        continue
      }
      take(path, targets[0])
    }
  }

  private mutating func matchLines() throws {
    var olds = removed.filter { base[$0]?.kind.isFile == true && $0.hasLines }.sorted()
    let news = added.filter { side[$0]?.kind.isFile == true && $0.hasLines }.sorted()
    if olds.isEmpty || news.isEmpty { return }
    if olds.count > Self.mostCompared || news.count > Self.mostCompared {
      olds = olds.filter { other[$0] != base[$0] }
    }
    var likeness = LineLikeness()
    for path in olds.prefix(Self.mostCompared) {
      if let entry = base[path] { likeness.add(path, try blobs.bytes(of: entry.blob)) }
    }
    var pairs: [(old: NotePath, new: NotePath, score: Int)] = []
    for path in news.prefix(4 * Self.mostCompared) {
      guard let entry = side[path] else { continue }
      for match in likeness.matches(for: try blobs.bytes(of: entry.blob))
      where isSameKind(match.path, path) {
        pairs.append((match.path, path, match.score))
      }
    }
    pairs.sort { one, other in
      if one.score != other.score { return one.score > other.score }
      let isOneName = one.old.name == one.new.name
      if isOneName != (other.old.name == other.new.name) { return isOneName }
      return one.old != other.old ? one.old < other.old : one.new < other.new
    }
    for pair in pairs where removed.contains(pair.old) && added.contains(pair.new) {
      take(pair.old, pair.new)
    }
  }
}

extension TreeEntry.Kind {
  var isFile: Bool { self == .file || self == .executable }
}

extension NotePath {
  var isInTrash: Bool { bytes.starts(with: ".trash/".utf8) }

  /// Whether it is encrypted, so that its bytes do not show its text.
  var isClosed: Bool { bytes.suffix(4).elementsEqual(".age".utf8) }

  /// Whether it is a note or an Obsidian file. Any other file may be a film, and is not read to
  /// find a rename.
  var hasLines: Bool {
    switch FileKind(self) {
    case .note, .canvas, .base: true
    default: false
    }
  }

  /// Whether it lists Obsidian's open panes: it changes all the time, and does not matter.
  var isWindowState: Bool {
    bytes.starts(with: ".obsidian/workspace".utf8) && bytes.suffix(5).elementsEqual(".json".utf8)
  }

  /// Whether it is a note of an encrypted vault, such as `abcdefghijklmnopqrstuvwxyz.age`.
  package var isSealed: Bool {
    let name = name.bytes
    return isClosed && name.count == 30
      && name.dropLast(4).allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0)
      }
  }
}

/// Finds texts that share most of their lines with another one. An index by line avoids comparing
/// all pairs.
private struct LineLikeness {
  struct Match {
    var path: NotePath
    /// The percentage of equal lines.
    var score: Int
  }

  static let least = 60
  /// Larger files are compared by their blobs only.
  private static let mostBytes = 1 << 20
  /// A line in more texts than this, as from a template or a closing bracket, does not count.
  private static let mostTexts = 40

  private var texts: [(path: NotePath, lines: Set<Int>)] = []
  private var textsByLine: [Int: [Int]] = [:]

  mutating func add(_ path: NotePath, _ bytes: [UInt8]) {
    let lines = Self.lines(of: bytes)
    if lines.isEmpty { return }
    for line in lines { textsByLine[line, default: []].append(texts.count) }
    texts.append((path, lines))
  }

  /// Returns the matches, the best first.
  func matches(for bytes: [UInt8]) -> [Match] {
    let lines = Self.lines(of: bytes)
    var shared: [Int: Int] = [:]
    for line in lines {
      guard let found = textsByLine[line], found.count <= Self.mostTexts else { continue }
      for text in found { shared[text, default: 0] += 1 }
    }
    let likest = shared.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    return likest.prefix(8).compactMap { index, _ in
      let text = texts[index]
      let same = text.lines.intersection(lines).count
      let score = 100 * same / max(text.lines.count, lines.count)
      return score >= Self.least ? Match(path: text.path, score: score) : nil
    }
  }

  /// Returns the significant lines, as hashes.
  private static func lines(of bytes: [UInt8]) -> Set<Int> {
    if bytes.count > mostBytes || bytes.contains(0) { return [] }
    let text = TextLines(bytes)
    var lines: Set<Int> = []
    for index in 0..<text.count {
      let line = text.text(of: index)
      if line.allSatisfy(Byte.isBlank) { continue }
      var hasher = Hasher()
      line.withUnsafeBytes { hasher.combine(bytes: $0) }
      lines.insert(hasher.finalize())
    }
    return lines
  }
}
