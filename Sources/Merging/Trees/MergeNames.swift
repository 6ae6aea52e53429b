import Entities
import Services

/// Gives each piece a name that no other has, and that no other has as its folder.
enum MergeNames {
  /// By the order of the pieces.
  static func names(of pieces: [MergePiece]) -> [NotePath] {
    let wanted = Set(pieces.map(\.wanted))
    var folders: Set<NotePath> = []
    for path in wanted {
      var folder = path.folder
      while !folder.bytes.isEmpty, folders.insert(folder).inserted { folder = folder.folder }
    }
    var names = pieces.map(\.wanted)
    var taken: Set<NotePath> = []
    let order = pieces.indices.sorted {
      let (one, other) = (pieces[$0], pieces[$1])
      if one.wanted != other.wanted { return one.wanted < other.wanted }
      return one.rank != other.rank ? one.rank < other.rank : $0 < $1
    }
    for index in order {
      let path = pieces[index].wanted
      if !folders.contains(path), taken.insert(path).inserted { continue }
      let free = { (name: NotePath) in
        !wanted.contains(name) && !folders.contains(name) && !taken.contains(name)
      }
      for bytes in NoteFileName.numbered(path.name.bytes) {
        let name = path.folder.appending(NotePath(bytes: bytes))
        guard name != path, free(name) else { continue }
        names[index] = name
        taken.insert(name)
        break
      }
    }
    return names
  }

  /// `pic (from laptop 2026-03-02 0900).png`.
  static func copy(of path: NotePath, from side: String, blob: String) -> NotePath {
    if path.isSealed { return path.folder.appending(sealedName(for: blob)) }
    let stem = path.stem.bytes
    let ending = path.name.bytes.dropFirst(stem.count)
    let tail = Array(" (from \(NoteFileName.stem(for: side)))".utf8) + ending
    var kept = stem.prefix(max(1, NoteFileName.longestName - tail.count))
    if kept.count < stem.count {
      while kept.count > 1, stem[kept.endIndex] & 0xc0 == 0x80, let last = kept.last, last >= 0x80 {
        kept.removeLast()
        if last & 0xc0 != 0x80 { break }
      }
    }
    return path.folder.appending(NotePath(bytes: kept + tail))
  }

  /// A note of an encrypted vault has an id as its name; this one is made of the blob, the same on all
  /// devices. The last letter holds three bits of the id alone.
  private static func sealedName(for blob: String) -> NotePath {
    let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    var name = blob.utf8.prefix(26).map { digit in
      letters[Character(Unicode.Scalar(digit)).hexDigitValue ?? 0]
    }
    while name.count < 26 { name.append(letters[0]) }
    let last = letters.firstIndex(of: name[25]) ?? 0
    name[25] = letters[last & ~3]
    return NotePath(bytes: name + Array(".age".utf8))
  }
}
