import Bytes

/// Decodes typed text: UTF-8 in arbitrary pieces, one key for each visible character.
extension InputDecoder {
  /// Decodes the text up to the next control byte. An incomplete character at the end waits.
  mutating func takeText(
    _ input: [UInt8], from offset: Int, into events: inout [InputEvent]
  ) -> Int {
    var end = offset
    var isPlain = true
    while end < input.count, input[end] >= 0x20, input[end] != 0x7f {
      if input[end] >= 0x80 { isPlain = false }
      end += 1
    }
    if isPlain {
      for byte in input[offset..<end] {
        events.append(.key(Key(.character(Character(UnicodeScalar(byte))))))
      }
      return end
    }
    var whole = end
    if end == input.count {
      whole -= Self.cutOff(input[offset..<end])
      pending = Array(input[whole..<end])
    }
    for character in Self.characters(input[offset..<whole]) {
      events.append(.key(Key(.character(character))))
    }
    return end
  }

  /// Returns the character at `offset` and its length; nil while it is incomplete.
  static func character(in input: [UInt8], at offset: Int) -> (Character?, Int)? {
    let length = UTF8Scalars.length(startingWith: input[offset])
    let end = min(input.count, offset + length)
    var seen = offset + 1
    while seen < end, input[seen] & 0xc0 == 0x80 { seen += 1 }
    if seen == input.count, seen - offset < length { return nil }
    return (characters(input[offset..<seen]).first, seen - offset)
  }

  /// Returns the number of bytes at the end that begin an incomplete character.
  private static func cutOff(_ bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes.suffix(3).reversed() {
      count += 1
      if byte & 0xc0 == 0x80 { continue }
      return UTF8Scalars.length(startingWith: byte) > count ? count : 0
    }
    return 0
  }

  /// Returns the characters of these bytes, without invalid UTF-8 and without C1 controls, which
  /// some terminals obey.
  private static func characters(_ bytes: ArraySlice<UInt8>) -> [Character] {
    var scalars = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    parsing: while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if !(0x80..<0xa0).contains(scalar.value) { scalars.append(scalar) }
      case .error: continue
      case .emptyInput: break parsing
      }
    }
    return String(scalars).flatMap { character -> [Character] in
      guard character.unicodeScalars.count > Limit.cluster else { return [character] }
      var pieces: [Character] = []
      var rest = character.unicodeScalars[...]
      while !rest.isEmpty {
        pieces += Array(String(String.UnicodeScalarView(rest.prefix(Limit.cluster))))
        rest = rest.dropFirst(Limit.cluster)
      }
      return pieces
    }
  }
}

/// Decodes bracketed pastes: everything between the marks is text, whatever it looks like.
extension InputDecoder {
  private static let endMark: [UInt8] = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e]

  /// Reads bytes up to the end mark. An incomplete mark at the end waits in `pending`, so that no
  /// byte is read twice.
  mutating func takePaste(
    _ input: [UInt8], from offset: Int, into events: inout [InputEvent]
  ) -> Int {
    let (end, isMark) = Self.endOfPaste(in: input, from: offset)
    paste += input[offset..<end]
    if isMark {
      mode = .ground
      deliverPaste(into: &events)
      return end + Self.endMark.count
    }
    pending = Array(input[end...])
    if paste.count >= Limit.paste { deliverPaste(into: &events) }
    return input.count
  }

  /// Delivers what has arrived. The mode stays, because a late rest of the paste must not act as
  /// keys. If nothing has arrived at all, the paste ends.
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

  /// Returns the offset of the end mark, or of an incomplete one at the very end.
  private static func endOfPaste(in input: [UInt8], from offset: Int) -> (Int, isMark: Bool) {
    input.withUnsafeBufferPointer { bytes in
      var index = offset
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

  /// Terminals send line breaks as CR, as if Enter had been pressed.
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
