import Bytes

/// `C-a` and `C-x`.
extension VimMachine {
  /// Adds to the number at the cursor or after it in the line.
  mutating func addHere(_ amount: Int) throws(VimFailure) {
    let bytes = text.line(cursor.line)
    // An empty line is not a failure in vim: a macro continues.
    if bytes.isEmpty { return touch(cursor) }
    guard let found = number(in: bytes, at: cursor.column, from: nil) else {
      touch(cursor)
      throw .quiet
    }
    rememberLine(cursor.line)
    let start = cursor
    let new = found.added(amount, options)
    changeLine(
      cursor.line, bytes[..<found.range.lowerBound] + new + bytes[found.range.upperBound...])
    cursor.column = found.range.lowerBound + new.count - 1
    noteChange(from: VimPosition(line: start.line, column: found.range.lowerBound), to: cursor)
    want()
  }

  /// Adds to the first number in each selected line; if rising, an increasing amount.
  mutating func add(_ amount: Int, to region: VimRegion, rising: Bool) throws(VimFailure) {
    if region.shape != .block { cursor = region.start }
    var step = amount
    var changed: (VimPosition, VimPosition)?
    for number in region.lines {
      let bytes = text.line(number)
      let part = self.part(of: bytes, number, region)
      guard !part.isEmpty,
        let found = self.number(
          in: Array(bytes[..<part.upperBound]), at: part.lowerBound, from: part.lowerBound)
      else { continue }
      let new = found.added(step, options)
      changeLine(
        number, bytes[..<found.range.lowerBound] + new + bytes[found.range.upperBound...])
      let start = VimPosition(line: number, column: found.range.lowerBound)
      let end = VimPosition(line: number, column: found.range.lowerBound + new.count - 1)
      changed = (changed?.0 ?? start, end)
      if rising { step += amount }
    }
    guard let changed else {
      touch(region.start)
      return want()
    }
    noteChange(from: changed.0, to: changed.1)
    if region.shape == .lines { cursor.column = 0 }
    want()
  }

  private func number(in line: [UInt8], at column: Int, from visual: Int?) -> VimNumber? {
    VimNumber(in: line, at: column, options, isSelected: visual != nil)
  }
}

/// A number in a line.
struct VimNumber {
  enum Kind { case decimal, octal, hex, binary, letter }
  var range: Range<Int>
  var kind: Kind
  var isNegative = false
  /// The digits, without a sign or prefix.
  var digits: ArraySlice<UInt8> = []
  var prefix: [UInt8] = []

  private static func isHex(_ byte: UInt8) -> Bool { Byte.hexadecimal(byte) != nil }

  init?(in line: [UInt8], at column: Int, _ options: VimOptions, isSelected: Bool) {
    func byte(_ index: Int) -> UInt8 { index >= 0 && index < line.count ? line[index] : 0 }
    var start = column
    if !isSelected {
      start = Self.start(in: line, at: column, options)
    }
    let isLetterFirst = options.numberFormats.contains(.alpha)
    while start < line.count, !Byte.isDigit(line[start]),
      !(isLetterFirst && Byte.isLetter(line[start]))
    {
      start += 1
    }
    if start >= line.count { return nil }
    if isLetterFirst, Byte.isLetter(line[start]) {
      self.init(range: start..<start + 1, kind: .letter, digits: line[start..<start + 1])
      return
    }
    let sign =
      byte(start - 1) == UInt8(ascii: "-") && !options.numberFormats.contains(.unsigned)
      && (!isSelected || start > column)
    let isHexStart =
      byte(start) == 0x30 && (byte(start + 1) | 0x20) == 0x78 && Self.isHex(byte(start + 2))
    if options.numberFormats.contains(.hex), isHexStart {
      var end = start + 2
      while end < line.count, Self.isHex(line[end]) { end += 1 }
      self.init(
        range: start..<end, kind: .hex, digits: line[start + 2..<end],
        prefix: Array(line[start..<start + 2]))
      return
    }
    let isBinaryStart =
      byte(start) == 0x30 && (byte(start + 1) | 0x20) == 0x62
      && (byte(start + 2) == 0x30 || byte(start + 2) == 0x31)
    if options.numberFormats.contains(.bin), isBinaryStart {
      var end = start + 2
      while end < line.count, line[end] == 0x30 || line[end] == 0x31 { end += 1 }
      self.init(
        range: start..<end, kind: .binary, digits: line[start + 2..<end],
        prefix: Array(line[start..<start + 2]))
      return
    }
    var end = start
    while end < line.count, Byte.isDigit(line[end]) { end += 1 }
    let digits = line[start..<end]
    if options.numberFormats.contains(.octal), digits.count > 1, digits.first == 0x30,
      !digits.contains(where: { $0 > 0x37 })
    {
      self.init(range: start..<end, kind: .octal, digits: digits.dropFirst(), prefix: [0x30])
      return
    }
    self.init(
      range: (sign ? start - 1 : start)..<end, kind: .decimal, isNegative: sign, digits: digits)
  }

  private init(
    range: Range<Int>, kind: Kind, isNegative: Bool = false, digits: ArraySlice<UInt8>,
    prefix: [UInt8] = []
  ) {
    self.range = range
    self.kind = kind
    self.isNegative = isNegative
    self.digits = digits
    self.prefix = prefix
  }

  /// Returns the start of the number at the cursor; the cursor itself if there is none.
  private static func start(in line: [UInt8], at column: Int, _ options: VimOptions) -> Int {
    if column >= line.count { return column }
    var index = column
    if options.numberFormats.contains(.hex) {
      while index > 0, isHex(line[index]) { index -= 1 }
      if index > 0, line[index] | 0x20 == 0x78, line[index - 1] == 0x30, index + 1 < line.count,
        isHex(line[index + 1])
      {
        return index - 1
      }
    }
    index = column
    if options.numberFormats.contains(.bin) {
      while index > 0, line[index] == 0x30 || line[index] == 0x31 { index -= 1 }
      if index > 0, line[index] | 0x20 == 0x62, line[index - 1] == 0x30, index + 1 < line.count,
        line[index + 1] == 0x30 || line[index + 1] == 0x31
      {
        return index - 1
      }
    }
    // The cursor is on the `x` or the first zero of a number.
    index = column
    if Byte.isDigit(line[index]) {
      while index > 0, Byte.isDigit(line[index - 1]) { index -= 1 }
    }
    return index
  }

  func added(_ amount: Int, _ options: VimOptions) -> [UInt8] {
    switch kind {
    case .letter:
      guard let letter = digits.first else { return [] }
      let base: UInt8 = letter >= 0x61 ? 0x61 : 0x41
      let number = min(25, max(0, Int(letter - base) + amount))
      return [base + UInt8(number)]
    case .decimal: return decimal(amount, options)
    case .hex: return radix(16, amount)
    case .octal: return radix(8, amount)
    case .binary: return radix(2, amount)
    }
  }

  private func decimal(_ amount: Int, _ options: VimOptions) -> [UInt8] {
    let text = String(decoding: digits, as: UTF8.self)
    let value = UInt64(text) ?? UInt64.max
    let old = isNegative ? -Int128(value) : Int128(value)
    var new = old + Int128(amount)
    if options.numberFormats.contains(.unsigned) { new = max(0, new) }
    // Limited to 64 bits, as in vim.
    let magnitude = new.magnitude & UInt128(UInt64.max)
    var figures = Array(String(magnitude).utf8)
    // Leading zeros stay, to keep columns aligned, unless they would mean another base.
    if digits.first == 0x30, digits.count > figures.count,
      !options.numberFormats.contains(.octal)
    {
      figures = [UInt8](repeating: 0x30, count: digits.count - figures.count) + figures
    }
    return (new < 0 ? [UInt8(ascii: "-")] : []) + figures
  }

  private func radix(_ radix: Int, _ amount: Int) -> [UInt8] {
    let text = String(decoding: digits, as: UTF8.self)
    let value = UInt64(text, radix: radix) ?? UInt64.max
    let new = amount >= 0 ? value &+ UInt64(amount) : value &- amount.magnitude.asUInt64
    let isUpper = digits.last { Byte.isLetter($0) }.map { $0 < 0x61 } ?? false
    var figures = Array(String(new, radix: radix, uppercase: isUpper).utf8)
    if figures.count < digits.count {
      figures = [UInt8](repeating: 0x30, count: digits.count - figures.count) + figures
    }
    return prefix + figures
  }
}

extension UInt {
  fileprivate var asUInt64: UInt64 { UInt64(self) }
}
