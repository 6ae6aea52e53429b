/// The number of words in a text, updated from what an edit changed.
///
/// A word is a run without blanks that contains a letter or a digit. In Chinese and Japanese every
/// character counts, since words are not separated there.
package struct WordCounter: Sendable {
  package private(set) var count = 0
  private var text: Rope

  /// The bytes read on each side of an edit; a longer word is cut there.
  private static let reach = 4096

  /// Counts all words; nil if `isCancelled`, which is called between pieces, returns true.
  package init?(of text: Rope, isCancelled: () -> Bool = { false }) {
    guard let count = Self.count(in: [text.all], of: text, isCancelled: isCancelled) else {
      return nil
    }
    self.text = text
    self.count = count
  }

  /// Counts the words in parts of a text; a part of a word counts as one.
  package static func count(
    in ranges: [Range<ByteOffset>], of text: Rope, isCancelled: () -> Bool
  ) -> Int? {
    var count = 0
    for range in ranges {
      guard let words = words(in: range, of: text, isCancelled) else { return nil }
      count += words
    }
    return count
  }

  private static func words(
    in range: Range<ByteOffset>, of text: Rope, _ isCancelled: () -> Bool
  ) -> Int? {
    var scan = WordScan()
    let isWhole = text.forEachChunk(in: range) { bytes in
      var start = 0
      while start < bytes.count, !isCancelled() {
        let end = min(start + (1 << 20), bytes.count)
        scan.read(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
      return start == bytes.count
    }
    return isWhole ? scan.count : nil
  }

  /// Updates the count for an edit of the text that was counted last.
  package mutating func apply(_ edit: Edit) {
    let clusters = clusters(of: edit)
    for cluster in clusters { count -= words(in: cluster.before) }
    text.apply(edit)
    for cluster in clusters { count += words(in: cluster.after) }
  }

  /// Returns the changes extended to whole words; those in the same word are merged. The text
  /// around and between them is the same before and after.
  private func clusters(of edit: Edit) -> [Edit.Change] {
    var clusters: [Edit.Change] = []
    for change in edit.changes {
      let low = blank(before: change.before.lowerBound)
      let high = blank(after: change.before.upperBound)
      let (left, right) = (change.before.lowerBound - low, high - change.before.upperBound)
      var cluster = Edit.Change(
        before: low..<high,
        after: change.after.lowerBound - left..<change.after.upperBound + right)
      if let last = clusters.last, last.before.upperBound >= low {
        clusters.removeLast()
        // The change before has already searched this far back.
        cluster.before = last.before.lowerBound..<high
        cluster.after = last.after.lowerBound..<cluster.after.upperBound
      }
      clusters.append(cluster)
    }
    return clusters
  }

  private func blank(before offset: ByteOffset) -> ByteOffset {
    var low = offset
    text.forEachChunk(in: max(.zero, offset - Self.reach)..<offset, backwards: true) { bytes in
      let blank = bytes.lastIndex { WordScan.kinds[Int($0)] == .blank }
      low = low - (blank.map { bytes.count - 1 - $0 } ?? bytes.count)
      return blank == nil
    }
    return low
  }

  private func blank(after offset: ByteOffset) -> ByteOffset {
    var high = offset
    text.forEachChunk(in: offset..<min(text.end, offset + Self.reach)) { bytes in
      let blank = bytes.firstIndex { WordScan.kinds[Int($0)] == .blank }
      high = high + (blank ?? bytes.count)
      return blank == nil
    }
    return high
  }

  private func words(in range: Range<ByteOffset>) -> Int {
    var scan = WordScan()
    text.forEachChunk(in: range) {
      scan.read($0)
      return true
    }
    return scan.count
  }
}

/// Counts words in bytes that arrive in pieces.
private struct WordScan {
  enum Kind: UInt8 {
    case blank, letter, sign, tail, lead
  }

  /// The kind of each byte.
  static let kinds: [Kind] = (0..<256).map { byte in
    switch UInt8(byte) {
    case 0x09...0x0d, 0x20: .blank
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      .letter
    case 0x80..<0xc0: .tail
    case 0xc0...0xff: .lead
    default: .sign
    }
  }

  private(set) var count = 0
  /// Whether the current run has been counted.
  private var isCounted = false
  /// An unfinished character, and the number of its missing bytes.
  private var scalar: UInt32 = 0
  private var missing = 0

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    Self.kinds.withUnsafeBufferPointer { kinds in
      for byte in bytes {
        switch kinds[Int(byte)] {
        // An unfinished character does not continue after any of these.
        case .blank: (isCounted, missing) = (false, 0)
        case .letter:
          missing = 0
          countRun()
        case .sign: missing = 0
        case .tail: readTail(byte)
        case .lead: readLead(byte)
        }
      }
    }
  }

  private mutating func countRun() {
    if !isCounted { count += 1 }
    isCounted = true
  }

  private mutating func readLead(_ byte: UInt8) {
    missing = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1
    scalar = UInt32(byte) & (0x3f >> UInt32(missing))
  }

  private mutating func readTail(_ byte: UInt8) {
    if missing == 0 { return }
    scalar = scalar << 6 | UInt32(byte & 0x3f)
    missing -= 1
    if missing > 0 { return }
    switch scalar {
    case 0x3041...0x30ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0x20000...0x3ffff:
      count += 1
      isCounted = false
    // Punctuation, arrows, boxes and pictures, in any script.
    case 0x80...0xa9, 0xab...0xb4, 0xb6...0xb9, 0xbb...0xbf, 0x2000...0x206f, 0x20a0...0x20cf,
      0x2190...0x2bff, 0x3000...0x303f, 0xfe00...0xfe0f, 0xff01...0xff0f, 0x1f000...0x1faff:
      if scalar == 0x3000 { isCounted = false }
    default: countRun()
    }
  }
}
