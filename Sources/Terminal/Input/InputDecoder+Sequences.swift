/// Decodes control sequences: `ESC [`, numbers, a final byte.
extension InputDecoder {
  struct Parameters {
    /// A leading `<`, `=`, `>` or `?`, which changes the meaning.
    var mark: UInt8?
    /// The first number of each field; 0 if missing.
    var values: [Int] = []
    /// The key event, if the terminal sends it: 3 is a release.
    var keyAction = 1

    init(_ bytes: ArraySlice<UInt8>) {
      var bytes = bytes
      if let first = bytes.first, (0x3c...0x3f).contains(first) {
        mark = first
        bytes = bytes.dropFirst()
      }
      guard !bytes.isEmpty else { return }
      let fields = bytes.split(
        separator: UInt8(ascii: ";"), maxSplits: 16, omittingEmptySubsequences: false)
      for (index, field) in fields.enumerated() {
        let parts = field.split(
          separator: UInt8(ascii: ":"), maxSplits: 4, omittingEmptySubsequences: false)
        values.append(parts.first.map(Self.number) ?? 0)
        if index == 1, parts.count > 1 { keyAction = Self.number(parts[1]) }
      }
    }

    /// Returns the number at an index, or the default if it is missing.
    func value(_ index: Int, or absent: Int = 0) -> Int {
      index < values.count && values[index] > 0 ? values[index] : absent
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
      digits.reduce(0) { (0x30...0x39).contains($1) ? min($0 * 10 + Int($1) - 0x30, 1 << 30) : $0 }
    }
  }

  func controlSequence(_ input: [UInt8], at offset: Int) -> Step {
    var index = offset + 2
    guard index < input.count else { return .incomplete }
    if input[index] == UInt8(ascii: "[") { return linuxFunctionKey(input, at: offset) }
    if input[index] == UInt8(ascii: "M") { return oldMouse(input, at: offset) }
    while index < input.count, (0x30..<0x40).contains(input[index]) { index += 1 }
    let endOfNumbers = index
    while index < input.count, (0x20..<0x30).contains(input[index]) { index += 1 }
    // rxvt ends a key with `$` for Shift; on other terminals the sequence would continue after it.
    let isShifted = index > endOfNumbers && input[endOfNumbers] == UInt8(ascii: "$")
    if isShifted, input[offset + 2..<endOfNumbers].allSatisfy({ (0x30...0x39).contains($0) }),
      let code = Self.numberedKey(Parameters(input[offset + 2..<endOfNumbers]).value(0))
    {
      return .key(Key(code, .shift), endOfNumbers - offset + 1)
    }
    guard index < input.count else { return .incomplete }
    // Without a final byte the sequence was interrupted; the next byte is decoded separately.
    guard (0x40..<0x7f).contains(input[index]) else { return .skip(index - offset) }
    let count = index - offset + 1
    guard index == endOfNumbers, count <= Limit.sequence else { return .skip(count) }
    return meaning(Parameters(input[offset + 2..<index]), input[index], count)
  }

  private func meaning(_ numbers: Parameters, _ final: UInt8, _ count: Int) -> Step {
    switch (numbers.mark, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
      return mouse(numbers, isRelease: final == UInt8(ascii: "m"), count)
    case (UInt8(ascii: "?"), UInt8(ascii: "n")):
      guard acceptsSync, numbers.values.count == 2, numbers.values[0] == 7707 else {
        return .skip(count)
      }
      return .events([.sync(numbers.values[1])], count)
    case (nil, UInt8(ascii: "~")) where numbers.value(0) == 200:
      return .enter(.paste, count)
    case (nil, _) where numbers.keyAction != 3:
      guard let key = Self.key(of: numbers, final: final) else { return .skip(count) }
      return .key(key, count)
    default:
      return .skip(count)
    }
  }

  /// Decodes F1 to F5 of the Linux console: `ESC [ [ A` to `E`.
  private func linuxFunctionKey(_ input: [UInt8], at offset: Int) -> Step {
    guard offset + 3 < input.count else { return .incomplete }
    let final = input[offset + 3]
    guard (0x40..<0x7f).contains(final) else { return .skip(3) }
    guard (0x41...0x45).contains(final) else { return .skip(4) }
    return .key(Key(.function(Int(final) - 0x40)), 4)
  }

  // MARK: The mouse

  private func mouse(_ numbers: Parameters, isRelease: Bool, _ count: Int) -> Step {
    guard numbers.values.count == 3, numbers.values[0] < 256 else { return .skip(count) }
    return mouse(
      buttons: numbers.values[0], column: numbers.values[1], row: numbers.values[2],
      isRelease: isRelease, count)
  }

  /// Decodes `ESC [ M` and three bytes, from terminals without the newer form.
  private func oldMouse(_ input: [UInt8], at offset: Int) -> Step {
    let rest = input[(offset + 3)...].prefix(3)
    if rest.contains(where: { $0 < 0x20 }) { return .skip(3) }
    guard rest.count == 3, let buttons = rest.first else { return .incomplete }
    let bits = Int(buttons) - 32
    return mouse(
      buttons: bits, column: Int(rest[offset + 4]) - 32, row: Int(rest[offset + 5]) - 32,
      isRelease: bits & 0xe3 == 3, 6)
  }

  /// Accepts only the first button and the wheel, because an event does not say which button it
  /// was.
  private func mouse(
    buttons: Int, column: Int, row: Int, isRelease: Bool, _ count: Int
  ) -> Step {
    guard (1...65_535).contains(column), (1...65_535).contains(row) else { return .skip(count) }
    let action: MouseEvent.Action
    switch (buttons & 0xc0, buttons & 3) {
    case (64, 0) where !isRelease: action = .wheelUp
    case (64, 1) where !isRelease: action = .wheelDown
    case (0, 0) where isRelease, (0, 3) where isRelease: action = .release
    case (0, 0): action = buttons & 32 == 0 ? .press : .drag
    default: return .skip(count)
    }
    var modifiers = Key.Modifiers()
    if buttons & 4 != 0 { modifiers.insert(.shift) }
    if buttons & 8 != 0 { modifiers.insert(.meta) }
    if buttons & 16 != 0 { modifiers.insert(.control) }
    let at = Point(row: row - 1, column: column - 1)
    return .events([.mouse(MouseEvent(action, at: at, modifiers: modifiers))], count)
  }
}

/// Decodes the bytes after an Esc: Alt with a key, or a sequence.
extension InputDecoder {
  func escape(_ input: [UInt8], at offset: Int) -> Step {
    if let step = terminfoKey(in: input, at: offset) { return step }
    guard offset + 1 < input.count else { return .incomplete }
    let third = offset + 2 < input.count ? input[offset + 2] : nil
    let next = input[offset + 1]
    switch next {
    case 0x1b:
      return escapeTwice(input, at: offset, third)
    case UInt8(ascii: "["):
      return controlSequence(input, at: offset)
    case UInt8(ascii: "O"):
      return singleShift(input, at: offset)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      // Alt with one of these keys, followed by other typing, must stay keys; a terminal's answer
      // continues in a recognizable way.
      guard let third else { return .incomplete }
      if Self.beginsAnswer(next, third) { return .enter(.string, 2) }
      return .key(Self.metaKey(of: next), 2)
    case 0x80...:
      guard let (character, count) = Self.character(in: input, at: offset + 1) else {
        return .incomplete
      }
      guard let character else { return .key("Esc", 1 + count) }
      return .key(Key(.character(character), .meta), 1 + count)
    default:
      return .key(Self.metaKey(of: next), 2)
    }
  }

  /// Some terminals put an Esc before a sequence for Alt. Before anything else it is the Esc key.
  private func escapeTwice(_ input: [UInt8], at offset: Int, _ third: UInt8?) -> Step {
    guard let third else { return .incomplete }
    guard third == UInt8(ascii: "[") || third == UInt8(ascii: "O") else { return .key("Esc", 1) }
    switch escape(input, at: offset + 1) {
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

  private func terminfoKey(in input: [UInt8], at offset: Int) -> Step? {
    guard longestTerminfoKey > 0 else { return nil }
    let room = input.count - offset
    var length = min(longestTerminfoKey, room)
    while length >= 2 {
      if let key = terminfoKeys[Array(input[offset..<offset + length])] { return .key(key, length) }
      length -= 1
    }
    if room < longestTerminfoKey, terminfoBeginnings.contains(Array(input[offset...])) {
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

  /// Decodes `ESC O x`: arrows and function keys in application mode, and the numeric pad.
  private func singleShift(_ input: [UInt8], at offset: Int) -> Step {
    var index = offset + 2
    while index < input.count, index - offset < 8,
      (0x30...0x39).contains(input[index]) || input[index] == UInt8(ascii: ";")
    {
      index += 1
    }
    guard index < input.count else { return .incomplete }
    let final = input[index]
    guard let key = Self.singleShiftKey(final) else { return .key("M-O", 2) }
    // In `ESC O 5 A` and `ESC O 1 ; 5 A`, the last number is the modifiers.
    let numbers = Parameters(input[offset + 2..<index])
    guard let bits = numbers.values.last, bits > 0 else { return .key(key, index - offset + 1) }
    guard let modifiers = Self.modifiers(bits) else { return .skip(index - offset + 1) }
    return .key(Key(key.code, key.modifiers.union(modifiers)), index - offset + 1)
  }
}
