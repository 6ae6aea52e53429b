/// What follows an Esc byte: Alt with a key, or a sequence.
extension InputDecoder {
  func escape(_ input: [UInt8], at place: Int) -> Step {
    if let step = terminfoKey(in: input, at: place) { return step }
    guard place + 1 < input.count else { return .incomplete }
    let third = place + 2 < input.count ? input[place + 2] : nil
    let next = input[place + 1]
    switch next {
    case 0x1b:
      return escapeTwice(input, at: place, third)
    case UInt8(ascii: "["):
      return controlSequence(input, at: place)
    case UInt8(ascii: "O"):
      return singleShift(input, at: place)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      // Alt with one of these, typed on, must stay keys: answers go on in a way of their own.
      guard let third else { return .incomplete }
      if Self.beginsAnswer(next, third) { return .enter(.string, 2) }
      return .key(Self.metaKey(of: next), 2)
    case 0x80...:
      guard let (character, count) = Self.character(in: input, at: place + 1) else {
        return .incomplete
      }
      guard let character else { return .key("Esc", 1 + count) }
      return .key(Key(.character(character), .meta), 1 + count)
    default:
      return .key(Self.metaKey(of: next), 2)
    }
  }

  /// Some terminals put an Esc before a sequence for Alt. Before anything else it is the Esc key.
  private func escapeTwice(_ input: [UInt8], at place: Int, _ third: UInt8?) -> Step {
    guard let third else { return .incomplete }
    guard third == UInt8(ascii: "[") || third == UInt8(ascii: "O") else { return .key("Esc", 1) }
    switch escape(input, at: place + 1) {
    case .incomplete:
      return .incomplete
    case .events(let events, let count):
      guard count > 2, events.count == 1, case .key(var key)? = events.first else {
        return .key("Esc", 1)
      }
      key.modifiers.insert(.meta)
      return .key(key, count + 1)
    case .enter:
      return .key("Esc", 1)
    }
  }

  private func terminfoKey(in input: [UInt8], at place: Int) -> Step? {
    guard longestTerminfoKey > 0 else { return nil }
    let room = input.count - place
    var length = min(longestTerminfoKey, room)
    while length >= 2 {
      if let key = terminfoKeys[Array(input[place..<place + length])] { return .key(key, length) }
      length -= 1
    }
    if room < longestTerminfoKey, terminfoBeginnings.contains(Array(input[place...])) {
      return .incomplete
    }
    return nil
  }

  private static func beginsAnswer(_ kind: UInt8, _ next: UInt8) -> Bool {
    switch kind {
    case UInt8(ascii: "]"): (0x30...0x39).contains(next)
    case UInt8(ascii: "P"): (0x30...0x3f).contains(next) || "!$+|".utf8.contains(next)
    default: next == UInt8(ascii: "G")
    }
  }

  /// `ESC O x`: arrows and function keys in application mode, and the numeric pad.
  private func singleShift(_ input: [UInt8], at place: Int) -> Step {
    var index = place + 2
    while index < input.count, index - place < 8,
      (0x30...0x39).contains(input[index]) || input[index] == UInt8(ascii: ";")
    {
      index += 1
    }
    guard index < input.count else { return .incomplete }
    let final = input[index]
    guard let key = Self.singleShiftKey(final) else { return .key("M-O", 2) }
    // `ESC O 5 A` and `ESC O 1 ; 5 A`: the last number is the modifiers.
    let numbers = Parameters(input[place + 2..<index])
    guard let bits = numbers.values.last, bits > 0 else { return .key(key, index - place + 1) }
    guard let modifiers = Self.modifiers(bits) else { return .skip(index - place + 1) }
    return .key(Key(key.code, key.modifiers.union(modifiers)), index - place + 1)
  }
}
