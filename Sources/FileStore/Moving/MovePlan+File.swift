import Bytes
import Entities
import Files

/// The plan as a file: lines of words, the texts of rewritten notes end to end, and a digest of all
/// that. A file that was not written to its end is not taken for one.
extension MovePlan {
  private static let magic = "notes-tui-move 1"

  var file: [UInt8] {
    var lines = [Self.magic]
    for moved in moved {
      lines.append(
        "move \(encoded(moved.move.from.path)) \(encoded(moved.move.to.path)) \(moved.inode)")
    }
    for folder in folders { lines.append("folder \(encoded(folder))") }
    for rewrite in rewrites {
      lines.append(
        "text \(encoded(rewrite.before)) \(encoded(rewrite.after)) \(rewrite.modified.seconds)"
          + " \(rewrite.modified.nanoseconds) \(rewrite.old.count) \(rewrite.new.count)")
    }
    var file = Array((lines.joined(separator: "\n") + "\n\n").utf8)
    file.reserveCapacity(
      file.count + 16 + rewrites.reduce(0) { $0 + $1.old.count + $1.new.count })
    // In the room that there is: texts may be large.
    for rewrite in rewrites {
      file += rewrite.old
      file += rewrite.new
    }
    let digest = Digest.of(file)
    file += Hex.digits(digest)
    return file
  }

  private func encoded(_ path: NotePath) -> String {
    Percent.text(of: path.bytes)
  }

  /// Nil unless every byte is as it was written.
  init?(file: [UInt8]) {
    let content = Array(file.dropLast(16))
    guard file.count > 16, file.suffix(16).elementsEqual(Hex.digits(Digest.of(content))) else {
      return nil
    }
    self.init(moved: [])
    var rest = content[...]
    var isFirst = true
    var sizes: [(old: Int, new: Int)] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      if isFirst {
        guard line.elementsEqual(Self.magic.utf8) else { return nil }
        isFirst = false
      } else {
        guard read(line, &sizes) else { return nil }
      }
    }
    guard rest.count == sizes.reduce(0, { $0 + $1.old + $1.new }) else { return nil }
    for (index, size) in sizes.enumerated() {
      rewrites[index].old = Array(rest.prefix(size.old))
      rest = rest.dropFirst(size.old)
      rewrites[index].new = Array(rest.prefix(size.new))
      rest = rest.dropFirst(size.new)
    }
  }

  private mutating func read(
    _ line: ArraySlice<UInt8>, _ sizes: inout [(old: Int, new: Int)]
  ) -> Bool {
    let words = line.split(separator: UInt8(ascii: " "))
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    let paths = words.dropFirst().prefix(2).compactMap { Percent.decoded($0) }
      .map { NotePath(bytes: $0) }
    guard paths.allSatisfy(\.isPlain) else { return false }
    switch (texts.first, words.count, paths.count) {
    case ("move", 4, 2):
      guard let inode = UInt64(texts[3]) else { return false }
      moved.append(
        Moved(move: NoteMove(from: NoteID(paths[0]), to: NoteID(paths[1])), inode: inode))
    case ("folder", 2, 1):
      folders.append(paths[0])
    case ("text", 7, 2):
      guard let seconds = Int64(texts[3]), let nanoseconds = Int32(texts[4]),
        let old = Int(texts[5]), let new = Int(texts[6]), old >= 0, new >= 0
      else { return false }
      sizes.append((old, new))
      rewrites.append(
        Rewrite(
          before: paths[0], after: paths[1], old: [], new: [],
          modified: Timestamp(seconds: seconds, nanoseconds: nanoseconds)))
    default: return false
    }
    return true
  }
}
