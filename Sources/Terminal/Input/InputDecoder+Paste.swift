/// Bracketed paste: everything between the marks is text, whatever it looks like.
extension InputDecoder {
  private static let endMark: [UInt8] = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e]

  /// Takes bytes up to the end mark. The start of a mark that is cut off waits in `pending`, so
  /// that no byte is looked at twice.
  mutating func takePaste(
    _ input: [UInt8], from place: Int, into events: inout [InputEvent]
  ) -> Int {
    let (end, isMark) = Self.endOfPaste(in: input, from: place)
    paste += input[place..<end]
    if isMark {
      mode = .ground
      deliverPaste(into: &events)
      return end + Self.endMark.count
    }
    pending = Array(input[end...])
    if paste.count >= Limit.paste { deliverPaste(into: &events) }
    return input.count
  }

  /// Delivers what came. Still a paste, because a rest that comes late must not act as keys; ends
  /// it when nothing came at all.
  mutating func timeOutPaste() -> [InputEvent] {
    paste += pending
    pending = []
    var events: [InputEvent] = []
    if paste.isEmpty { mode = .ground } else { deliverPaste(into: &events) }
    return events
  }

  private mutating func deliverPaste(into events: inout [InputEvent]) {
    if !paste.isEmpty { events.append(.paste(Self.withLineFeeds(paste))) }
    paste = []
  }

  /// Where the end mark, or the beginning of one at the very end, stands.
  private static func endOfPaste(in input: [UInt8], from place: Int) -> (Int, isMark: Bool) {
    input.withUnsafeBufferPointer { bytes in
      var index = place
      while index < bytes.count {
        guard bytes[index] == 0x1b else {
          index += 1
          continue
        }
        var matched = 1
        while matched < endMark.count, index + matched < bytes.count,
          bytes[index + matched] == endMark[matched]
        {
          matched += 1
        }
        if matched == endMark.count { return (index, true) }
        if index + matched == bytes.count { return (index, false) }
        index += 1
      }
      return (index, false)
    }
  }

  /// Terminals send a line's end as CR, as if Enter had been pressed.
  private static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x0d) else { return bytes }
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    var followsReturn = false
    for byte in bytes {
      if byte == 0x0d {
        lines.append(0x0a)
      } else if !(byte == 0x0a && followsReturn) {
        lines.append(byte)
      }
      followsReturn = byte == 0x0d
    }
    return lines
  }
}
