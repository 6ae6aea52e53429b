import Bytes

/// `C-a` and `C-x`.
extension VimMachine {
  /// Adds to the number at the cursor or after it in the line.
  mutating func addHere(_ amount: Int) throws(VimFailure) {
    let bytes = text.line(cursor.line)
    // An empty line is not a failure in vim: a macro continues.
    if bytes.isEmpty { return touch(cursor) }
    guard let found = VimNumber(in: bytes, at: cursor.column, options, isSelected: false)
    else {
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
        let found = VimNumber(
          in: Array(bytes[..<part.upperBound]), at: part.lowerBound, options, isSelected: true)
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
}

/// A number in a line.
struct VimNumber {
  enum Kind { case decimal, radix(Int), letter }
  var range: Range<Int>
  var kind: Kind
  var isNegative = false
  /// The digits, without a sign or prefix.
  var digits: ArraySlice<UInt8> = []
  var prefix: [UInt8] = []
}

extension VimNumber {
  /// The numbers with a letter after a zero.
  private static let prefixed:
    [(format: VimNumberFormat, letter: UInt8, radix: Int, isDigit: @Sendable (UInt8) -> Bool)] = [
      (.hex, UInt8(ascii: "x"), 16, { Byte.hexadecimal($0) != nil }),
      (.bin, UInt8(ascii: "b"), 2, { $0 == 0x30 || $0 == 0x31 }),
    ]

  init?(in line: [UInt8], at column: Int, _ options: VimOptions, isSelected: Bool) {
    func byte(_ index: Int) -> UInt8 { index >= 0 && index < line.count ? line[index] : 0 }
    var start = isSelected ? column : Self.start(in: line, at: column, options)
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
    for (format, letter, radix, isDigit) in Self.prefixed
    where options.numberFormats.contains(format) {
      guard byte(start) == 0x30, byte(start + 1) | 0x20 == letter, isDigit(byte(start + 2)) else {
        continue
      }
      let digits = line[(start + 2)...].prefix(while: isDigit)
      self.init(
        range: start..<digits.endIndex, kind: .radix(radix), digits: digits,
        prefix: Array(line[start..<start + 2]))
      return
    }
    let digits = line[start...].prefix(while: Byte.isDigit)
    if options.numberFormats.contains(.octal), digits.count > 1, digits.first == 0x30,
      !digits.contains(where: { $0 > 0x37 })
    {
      self.init(
        range: start..<digits.endIndex, kind: .radix(8), digits: digits.dropFirst(), prefix: [0x30])
      return
    }
    self.init(
      range: (sign ? start - 1 : start)..<digits.endIndex, kind: .decimal, isNegative: sign,
      digits: digits)
  }

  /// Returns the start of the number at the cursor; the cursor itself if there is none.
  private static func start(in line: [UInt8], at column: Int, _ options: VimOptions) -> Int {
    if column >= line.count { return column }
    for (format, letter, _, isDigit) in prefixed where options.numberFormats.contains(format) {
      var index = column
      while index > 0, isDigit(line[index]) { index -= 1 }
      if index > 0, line[index] | 0x20 == letter, line[index - 1] == 0x30, index + 1 < line.count,
        isDigit(line[index + 1])
      {
        return index - 1
      }
    }
    // The cursor is on the `x` or the first zero of a number.
    var index = column
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
    case .radix(let base): return radix(base, amount)
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
    let new = amount >= 0 ? value &+ UInt64(amount) : value &- UInt64(amount.magnitude)
    let isUpper = digits.last { Byte.isLetter($0) }.map { $0 < 0x61 } ?? false
    var figures = Array(String(new, radix: radix, uppercase: isUpper).utf8)
    if figures.count < digits.count {
      figures = [UInt8](repeating: 0x30, count: digits.count - figures.count) + figures
    }
    return prefix + figures
  }
}
