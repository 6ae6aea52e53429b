import Bytes

/// A copy of the part of a text that is searched next. It is small and reused, so it stays in the
/// processor's cache and costs little, however the text is divided.
struct RegexWindow: ~Copyable {
  private var memory = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  private(set) var low = ByteOffset.zero
  private(set) var high = ByteOffset.zero
  /// Whether text after the window cannot affect its matches.
  private(set) var isExact = false
  private var knownText: Bool?

  deinit { memory.deallocate() }

  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: memory[..<(high - low)])
  }

  /// Copies the text around an offset: `behind` bytes before it and at least `ahead` after it; with
  /// `inLines`, up to the end of a line if there is one.
  mutating func fill(
    from text: Rope, at offset: ByteOffset, behind: Int, ahead: Int, inLines: Bool
  ) {
    knownText = nil
    low = max(.zero, offset - behind)
    high = min(text.end, offset + max(ahead, 16))
    if memory.count < high - low {
      memory.deallocate()
      memory = .allocate(capacity: (high - low) + (high - low) / 2)
    }
    var filled = 0
    text.forEachChunk(in: low..<high) { chunk in
      if let target = memory.baseAddress, let source = chunk.baseAddress {
        (target + filled).update(from: source, count: chunk.count)
        filled += chunk.count
      }
      return true
    }
    isExact = high == text.end
    if isExact { return }
    let line = inLines ? lineStart(before: high) : low
    if line > offset {
      high = line
      isExact = true
      return
    }
    let end = low + wholeCharacters(bytes)
    if end > offset || ahead >= RegexScan.farthest {
      high = max(end, offset + 1)
    } else {
      fill(from: text, at: offset, behind: behind, ahead: max(ahead, 16) * 4, inLines: inLines)
    }
  }

  /// Whether the window is UTF-8, except for characters cut at its ends.
  mutating func isText() -> Bool {
    if let knownText { return knownText }
    let isText = (try? UTF8Span(validating: bytes.span)) != nil
    knownText = isText
    return isText
  }

  /// Whether an empty match is possible at an offset: not inside a line end, and not next to
  /// invalid UTF-8, where PCRE2 is inconsistent.
  func mayBeEmpty(at offset: ByteOffset) -> Bool {
    let bytes = bytes
    let index = offset - low
    if index > 0, index < bytes.count, bytes[index] == .lineFeed,
      bytes[index - 1] == .carriageReturn
    {
      return false
    }
    if index < bytes.count, bytes[index] >= 0x80 {
      let end = min(bytes.count, index + UTF8Scalars.length(startingWith: bytes[index]))
      if String(validating: bytes[index..<end], as: UTF8.self) == nil { return false }
    }
    guard index > 0, bytes[index - 1] >= 0x80 else { return true }
    let start = (max(0, index - 4)..<index).last { bytes[$0] & 0xc0 != 0x80 } ?? index - 1
    return UTF8Scalars.length(startingWith: bytes[start]) == index - start
      && String(validating: bytes[start..<index], as: UTF8.self) != nil
  }

  /// Returns the offset itself, or the next one where a match may start: not inside a character or
  /// a CR LF.
  func aligned(_ offset: ByteOffset) -> ByteOffset {
    let bytes = bytes
    let index = offset - low
    guard index > 0, index < bytes.count else { return offset }
    if bytes[index] == .lineFeed, bytes[index - 1] == .carriageReturn { return offset + 1 }
    var end = index
    while end < bytes.count, end < index + 3, bytes[end] & 0xc0 == 0x80 { end += 1 }
    let isInside = end > index && end < bytes.count && bytes[end] & 0xc0 != 0x80
    return isInside || end == bytes.count ? low + end : offset
  }

  /// Returns the end of the line at an offset, after its line feed.
  func lineEnd(from offset: ByteOffset) -> ByteOffset {
    let feed = Byte.find(.lineFeed, in: bytes.span, from: offset - low, to: high - low)
    return feed.map { low + $0 + 1 } ?? high
  }

  /// Returns the start of the line at an offset, or of the window.
  func lineStart(before offset: ByteOffset) -> ByteOffset {
    let bytes = bytes
    var index = offset - low
    while index > 0, bytes[index - 1] != .lineFeed { index -= 1 }
    return low + index
  }

  /// Returns the number of bytes without a cut character and line ends at the end, since `^` does
  /// not match at the end of a text.
  private func wholeCharacters(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var end = bytes.count
    var start = end - 1
    while start > 0, start > end - 4, bytes[start] & 0xc0 == 0x80 { start -= 1 }
    if bytes[start] >= 0xc2, start + UTF8Scalars.length(startingWith: bytes[start]) > end {
      end = start
    }
    while end > 0, bytes[end - 1] == .lineFeed || bytes[end - 1] == .carriageReturn { end -= 1 }
    return end
  }
}
