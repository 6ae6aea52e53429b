import Bytes

/// Typed text: UTF-8 in any pieces, one key for what a person sees as one character.
extension InputDecoder {
  /// Takes the text up to the next control byte; the start of a character that is cut off waits.
  mutating func takeText(
    _ input: [UInt8], from place: Int, into events: inout [InputEvent]
  ) -> Int {
    var end = place
    var isPlain = true
    while end < input.count, input[end] >= 0x20, input[end] != 0x7f {
      if input[end] >= 0x80 { isPlain = false }
      end += 1
    }
    if isPlain {
      for byte in input[place..<end] {
        events.append(.key(Key(.character(Character(UnicodeScalar(byte))))))
      }
      return end
    }
    var whole = end
    if end == input.count {
      whole -= Self.cutOff(input[place..<end])
      pending = Array(input[whole..<end])
    }
    for character in Self.characters(input[place..<whole]) {
      events.append(.key(Key(.character(character))))
    }
    return end
  }

  /// The one character that begins at `place`, with its length; nil while its rest is missing.
  static func character(in input: [UInt8], at place: Int) -> (Character?, Int)? {
    let length = UTF8Scalars.length(startingWith: input[place])
    let end = min(input.count, place + length)
    var seen = place + 1
    while seen < end, input[seen] & 0xc0 == 0x80 { seen += 1 }
    if seen == input.count, seen - place < length { return nil }
    return (characters(input[place..<seen]).first, seen - place)
  }

  /// How many bytes at the end are the beginning of a character.
  private static func cutOff(_ bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes.suffix(3).reversed() {
      count += 1
      if byte & 0xc0 == 0x80 { continue }
      return UTF8Scalars.length(startingWith: byte) > count ? count : 0
    }
    return 0
  }

  /// The characters of these bytes, without what is no UTF-8 and without C1 controls, which some
  /// terminals obey.
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
