import Bytes
import Services

/// Whether a note has two texts between marks in it, as a merge leaves them.
enum ConflictLines {
  static func areIn(_ text: [UInt8]) -> Bool {
    var wanted: [ConflictMark] = [.opening, .middle, .closing]
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: Byte.lineFeed) ?? text.count
      let line = text[start..<(end > start && text[end - 1] == 0x0d ? end - 1 : end)]
      if let found = ConflictMark.read(line)?.mark, found == wanted.first {
        wanted.removeFirst()
        if wanted.isEmpty { return true }
      }
      start = end + 1
    }
    return false
  }
}
