import TextEngine

/// Finds texts that begin like the typed one, in vim's order.
///
/// A key must not read a huge file: only the text near the cursor is read, `nearby` bytes each way,
/// and the first bytes of other notes. In a smaller text the matches are vim's.
struct VimCompletionScan {
  let typed: [UInt8]
  let ignoresCase: Bool
  let isForward: Bool
  private(set) var found: [[UInt8]] = []
  private(set) var bytesRead = 0
  private var known: Set<[UInt8]> = []

  static let nearby = 1 << 18
  static let inOthers = 1 << 17
  /// More would not be walked through.
  static let most = 1_000

  init(_ typed: [UInt8], ignoresCase: Bool, isForward: Bool) {
    (self.typed, self.ignoresCase, self.isForward) = (typed, ignoresCase, isForward)
  }

  /// The matches in the order of `C-n`.
  var matches: [[UInt8]] { isForward ? found : found.reversed() }

  private mutating func add(_ texts: [[UInt8]]) {
    for text in isForward ? texts : texts.reversed() where found.count < Self.most {
      if known.insert(text).inserted { found.append(text) }
    }
  }

  // MARK: - Words

  /// Adds the words around the one that starts at an offset, and with `isAdding` the text from each
  /// occurrence of the typed one to the end of the next word.
  mutating func addWords(of text: Rope, around start: Int, isAdding: Bool = false) {
    let after = part(text, start, min(text.byteCount, start + Self.nearby))
    let before = part(text, max(0, start - Self.nearby), start)
    let parts = [
      after.map { words(in: $0, isAdding, besides: start) }, before.map { words(in: $0, isAdding) },
    ]
    for part in isForward ? parts : parts.reversed() { if let part { add(part) } }
  }

  /// Adds the words of another note.
  mutating func addWords(ofOther text: Rope) {
    if let part = part(text, 0, min(text.byteCount, Self.inOthers)) {
      add(words(in: part, false))
    }
  }

  private struct Part {
    var bytes: [UInt8]
    var start: Int
    /// Whether words at its edges may continue outside.
    var cutsStart: Bool
    var cutsEnd: Bool
  }

  private mutating func part(_ text: Rope, _ start: Int, _ end: Int) -> Part? {
    if start >= end { return nil }
    bytesRead += end - start
    return Part(
      bytes: text.bytes(in: ByteOffset(start)..<ByteOffset(end)), start: start,
      cutsStart: start > 0, cutsEnd: end < text.byteCount)
  }

  private func words(in part: Part, _ isAdding: Bool, besides own: Int? = nil) -> [[UInt8]] {
    let bytes = part.bytes
    var words: [[UInt8]] = []
    var index = 0
    while index < bytes.count {
      let end = Self.wordEnd(bytes, index)
      if end == index {
        index += VimChars.scalar(bytes, index).length
        continue
      }
      let isOwn = part.start + index == own
      let isCut = part.cutsStart && index == 0 && own == nil || part.cutsEnd && end == bytes.count
      if !isOwn, !isCut, fits(bytes, index, end) {
        if !isAdding {
          words.append(Array(bytes[index..<end]))
        } else if let longer = following(bytes, index) {
          words.append(longer)
        }
      }
      index = end
    }
    return words
  }

  /// Returns the end of the word at an index; the index itself if there is none.
  private static func wordEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    let kind = VimWords.kind(bytes, start)
    if kind < VimClasses.word { return start }
    var index = start
    while index < bytes.count, VimWords.kind(bytes, index) == kind {
      index += VimChars.scalar(bytes, index).length
    }
    return index
  }

  private func fits(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    // A single letter is no match for nothing, or for itself.
    if typed.count < 2, start + VimChars.scalar(bytes, start).length >= end { return false }
    return begins(bytes, start)
  }

  private func begins(_ bytes: [UInt8], _ start: Int) -> Bool {
    guard start + typed.count <= bytes.count else { return false }
    if bytes[start..<start + typed.count].elementsEqual(typed) { return true }
    return ignoresCase && isSame(bytes[start..<start + typed.count])
  }

  /// Compares without case. Letters that change their length with their case are not the same.
  private func isSame(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(decoding: bytes, as: UTF8.self).lowercased()
      == String(decoding: typed, as: UTF8.self).lowercased()
  }

  /// Returns the typed text at an index with the next word, which may be in the next line.
  private func following(_ bytes: [UInt8], _ start: Int) -> [UInt8]? {
    let end = start + typed.count
    guard end <= bytes.count, bytes[start..<end].elementsEqual(typed) else { return nil }
    if end < bytes.count, Self.wordEnd(bytes, end) > end { return nil }
    let isLineEnd: (UInt8) -> Bool = { $0 == 0x0a || $0 == 0x0d }
    var next = end
    while next < bytes.count, !isLineEnd(bytes[next]), VimWords.kind(bytes, next) < VimClasses.word
    {
      next += VimChars.scalar(bytes, next).length
    }
    var joined = Array(bytes[start..<next])
    if next < bytes.count, isLineEnd(bytes[next]) {
      if next > end { return joined }
      while next < bytes.count, isLineEnd(bytes[next]) || bytes[next].isSpaceOrTab { next += 1 }
      let line = next
      while next < bytes.count, !isLineEnd(bytes[next]),
        VimWords.kind(bytes, next) < VimClasses.word
      {
        next += VimChars.scalar(bytes, next).length
      }
      joined.append(0x20)
      joined += bytes[line..<next]
    }
    guard next < bytes.count else { return nil }
    let wordEnd = Self.wordEnd(bytes, next)
    return wordEnd > next ? joined + bytes[next..<wordEnd] : nil
  }

  // MARK: - Lines

  /// Adds lines that begin with the typed text after their indent, or with `isAdding` the lines after
  /// those that are the same as the one at the cursor.
  mutating func addLines(of text: Rope, around line: Int, after added: [UInt8]? = nil) {
    let start = text.start(of: LineNumber(line)).value
    let end = text.start(of: LineNumber(line + 1)).value
    var after = part(text, end, min(text.byteCount, end + Self.nearby))
    after?.cutsStart = false
    // The line at the cursor may follow one that is the same.
    var before = part(text, max(0, start - Self.nearby), added == nil ? start : end)
    if let first = before?.start, first > 0, text[ByteOffset(first - 1)] == 0x0a {
      before?.cutsStart = false
    }
    let parts = [
      after.map { lines(in: $0, after: added) }, before.map { lines(in: $0, after: added) },
    ]
    for part in isForward ? parts : parts.reversed() { if let part { add(part) } }
  }

  mutating func addLines(ofOther text: Rope) {
    if let part = part(text, 0, min(text.byteCount, Self.inOthers)) {
      add(lines(in: part, after: nil))
    }
  }

  private func lines(in part: Part, after added: [UInt8]?) -> [[UInt8]] {
    var lines = part.bytes.split(separator: 0x0a, omittingEmptySubsequences: false)[...]
    if lines.last?.isEmpty == true { lines.removeLast() }
    if part.cutsStart, lines.count > 1, part.bytes.first != 0x0a { lines.removeFirst() }
    if part.cutsEnd, part.bytes.last != 0x0a { lines.removeLast() }
    var (texts, wasAdded) = ([[UInt8]](), false)
    for line in lines {
      let content = line.last == 0x0d ? line.dropLast() : line
      let text = Array(content.drop(while: \.isSpaceOrTab))
      let isWanted = added == nil ? begins(text, 0) : wasAdded
      if isWanted, !text.isEmpty { texts.append(text) }
      wasAdded = text == added
    }
    return texts
  }
}
