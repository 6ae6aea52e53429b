import TextEngine

/// Stores text in registers and reads it.
extension VimMachine {
  /// Stores the text of a region in a register.
  mutating func store(_ region: VimRegion, isDeleted: Bool, trims: Bool = false) {
    var new = content(of: region)
    if trims, new.shape == .block {
      new.lines = new.lines.map { line in
        Array(line.prefix(1 + (line.lastIndex { !isBlank($0) } ?? -1)))
      }
    }
    if isDeleted {
      registers.delete(
        new, into: region.register,
        isLines: region.shape == .lines || region.lineCount > 1 || region.usesFirstRegister,
        isWithinLine: region.shape != .lines && region.lineCount == 1)
    } else {
      registers.yank(new, into: region.register)
    }
    offer(new, from: region.register)
  }

  /// Offers text to other programs: with an empty `clipboard` only that of `"+` and `"*`.
  private mutating func offer(_ new: VimRegister, from register: Character?) {
    if options.clipboard.isEmpty, register != "+", register != "*" { return }
    effects.append(.offer(Rope(new.text)))
  }

  func content(of region: VimRegion) -> VimRegister {
    switch region.shape {
    case .lines: return VimRegister(lines: text.lines(region.lines), shape: .lines)
    case .block:
      var width = region.cells.upperBound == .max ? 0 : region.cells.count
      if region.cells.upperBound == .max {
        let most = region.lines.map { cell(of: VimPosition(line: $0, column: .max)) }.max() ?? 0
        width = max(1, most - region.cells.lowerBound)
      }
      let tab = options.tabStop
      // Lines that end before the block are blanks in it.
      let blanks = [UInt8](
        repeating: 0x20, count: region.cells.upperBound == .max ? width + 1 : width)
      let lines = text.lines(region.lines).map { line in
        VimChars.cell(line, at: line.count, tab: tab) < region.cells.lowerBound
          ? blanks : blockPart(of: line, region).inside(line, tab: tab)
      }
      return VimRegister(lines: lines, shape: .block, width: width)
    case .characters:
      let end = behind(region)
      let first = text.line(region.start.line)
      if region.lineCount == 1 {
        return VimRegister(
          lines: [
            Array(
              first[min(region.start.column, first.count)..<max(region.start.column, end.column)])
          ],
          shape: .characters)
      }
      var lines = [Array(first.dropFirst(region.start.column))]
      if region.lineCount > 2 { lines += text.lines(region.start.line + 1...region.end.line - 1) }
      // From the start of a line up to the start of another: whole lines.
      if region.start.column == 0, !region.isInclusive, region.end.column == 0, !region.isVisual {
        return VimRegister(lines: lines, shape: .lines)
      }
      lines.append(Array(text.line(region.end.line).prefix(end.column)))
      return VimRegister(lines: lines, shape: .characters)
    }
  }

  mutating func yankLines(_ lines: ClosedRange<Int>, into register: Character?) {
    let new = VimRegister(lines: text.lines(lines), shape: .lines)
    if register != "_" { registers.yank(new, into: register) }
    offer(new, from: register)
    setChanged(
      from: VimPosition(line: lines.lowerBound, column: 0),
      to: VimPosition(line: lines.upperBound, column: VimMarks.lineEnd))
  }

  mutating func cutLines(_ lines: ClosedRange<Int>, into register: Character?) {
    if text.rope.isEmpty { return }
    let column = cursor.line == lines.lowerBound ? cursor.column : 0
    var region = VimRegion(
      start: VimPosition(line: lines.lowerBound, column: column),
      end: VimPosition(line: lines.upperBound, column: 0), shape: .lines)
    region.register = register
    delete(region)
  }

  /// Returns the text for a put: of a register, or the last typed text, command or pattern.
  func content(of register: Character?) -> VimRegister? {
    registers[Character((register ?? "\"").lowercased())]
  }

  /// The same, or the value of the last expression.
  func value(ofRegister register: Character?) throws(VimFailure) -> VimRegister? {
    register == "=" ? try expressionContent() : content(of: register)
  }
}

extension VimMarks {
  /// A column after the end of any line.
  static let lineEnd = 0x7fff_ffff
  /// Internal marks for the ends of the last selection.
  static let visualStart: Character = "\u{1}"
  static let visualEnd: Character = "\u{2}"
}
