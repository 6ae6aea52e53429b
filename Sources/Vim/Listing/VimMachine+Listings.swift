package import TextEngine

/// `:reg`, `:marks`, `:jumps`, `:changes` and `:dig`, in the layout of vim.
extension VimMachine {
  // MARK: - Registers

  /// The names that `:reg` lists, in its order.
  private static let registerNames =
    "\"0123456789abcdefghijklmnopqrstuvwxyz-*+.:/=" as String

  /// Handles `:reg` and `:reg ab"`.
  mutating func listRegisters(_ call: VimExCall) {
    let wanted = Set(call.argument.filter { $0 != " " })
    var rows = ["Type Name Content"]
    for name in Self.registerNames where wanted.isEmpty || wanted.contains(name) {
      guard let register = registers[name] else { continue }
      let kind =
        switch register.shape {
        case .characters: "c"
        case .lines: "l"
        case .block: "b"
        }
      rows.append("  \(kind)  \"\(name)   \(VimListed.text(register.listedBytes))")
    }
    list("Registers", rows)
  }

  // MARK: - Marks

  private static let markNames =
    "'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\"[]^.<>" as String

  /// Handles `:marks` and `:marks ab`.
  mutating func listMarks(_ call: VimExCall) throws(VimFailure) {
    let wanted = Set(call.argument.filter { $0 != " " })
    var positions = marks.positions
    // Vim has these three from the start.
    for (name, line) in [("'" as Character, 0), ("[", 0), ("]", text.lastLine)]
    where positions[name] == nil {
      positions[name] = VimPosition(line: line)
    }
    var rows: [String] = []
    for name in Self.markNames where wanted.isEmpty || wanted.contains(name) {
      guard let position = positions[name] else { continue }
      rows.append(
        " \(name) \(VimListed.number(position.line + 1, width: 6)) "
          + "\(VimListed.number(position.column, width: 4)) \(listed(line: position.line))")
    }
    if rows.isEmpty {
      throw VimFailure(message: "E283: No marks matching \"\(call.argument)\"")
    }
    list("Marks", ["mark line  col file/text"] + rows)
  }

  /// Returns a line without its indent; empty for a line that is gone.
  private func listed(line number: Int) -> String {
    number <= text.lastLine ? VimListed.text(text.line(number).drop(while: isBlank)) : ""
  }

  // MARK: - For the next key

  package func contents(of awaited: KeyDisplay.Awaited, in text: Rope) -> [KeyContent] {
    switch awaited {
    case .keys, .target: return []
    case .register:
      return Self.registerNames.compactMap { name in
        registers[name].map { KeyContent(name: name, text: VimListed.text($0.listedBytes)) }
      }
    case .mark:
      return Self.markNames.compactMap { name in
        guard let line = marks.positions[name]?.line, line < text.lineCount else { return nil }
        let content = text.content(of: LineNumber(line))
        let end = min(content.upperBound, content.lowerBound + VimListed.most)
        let bytes = text.bytes(in: content.lowerBound..<end).drop(while: isBlank)
        return KeyContent(name: name, text: "\(line + 1)  \(VimListed.text(bytes))")
      }
    }
  }

  // MARK: - Jumps and changes

  mutating func listJumps() {
    marks.cleanJumps()
    let rows = rows(of: marks.jumps, at: marks.jumpIndex, width: 2)
    list("Jumps", [" jump line  col file/text"] + rows)
  }

  mutating func listChanges() {
    let rows = rows(of: marks.changes, at: marks.changeIndex, width: 3)
    list("Changes", ["change line  col text"] + rows)
  }

  /// Returns a row for each position, with its distance from the current one.
  private func rows(of positions: [VimPosition], at index: Int, width: Int) -> [String] {
    let rows = positions.enumerated().map { number, position in
      "\(number == index ? ">" : " ") \(VimListed.number(abs(number - index), width: width)) "
        + "\(VimListed.number(position.line + 1, width: 5)) "
        + "\(VimListed.number(position.column, width: 4)) \(listed(line: position.line))"
    }
    return index >= positions.count ? rows + [">"] : rows
  }

  mutating func clearJumps() {
    marks.jumps = []
    marks.jumpIndex = 0
  }

  // MARK: - Digraphs

  /// The width of a digraph in the list.
  private static let digraphWidth = 13

  mutating func listDigraphs() {
    let columns = max(1, text.key.rows.columns / Self.digraphWidth)
    let cells = VimDigraphs.all.map { pair, value in
      let (sign, width) = Self.sign(of: value)
      let code = VimListed.number(Int(value), width: 3)
      let head = "\(pair) \(sign)\(width == 1 ? " " : "") \(code)"
      let used = 3 + max(2, width) + 1 + code.utf8.count
      return head + String(repeating: " ", count: max(0, Self.digraphWidth - used))
    }
    list(
      "Digraphs",
      stride(from: 0, to: cells.count, by: columns).map { start in
        let row = cells[start..<min(cells.count, start + columns)].joined()
        return String(row.reversed().drop { $0 == " " }.reversed())
      })
  }

  /// Returns a character as it is shown, and its width.
  private static func sign(of value: UInt32) -> (text: String, width: Int) {
    switch value {
    // Vim's text has a NUL as a line end.
    case 0x0a: return ("^@", 2)
    case 0..<0x20: return (VimListed.text([UInt8(value)]), 2)
    case 0x7f: return ("^?", 2)
    case 0x80..<0xa0: return ("<\(String(value, radix: 16))>", 4)
    default:
      let character = Unicode.Scalar(value).map { String(Character($0)) } ?? ""
      if VimChars.isCombining(value) { return (" " + character, 1) }
      return (character, VimChars.cell(Array(character.utf8), at: character.utf8.count, tab: 1))
    }
  }
}

extension VimRegister {
  /// What `:reg` shows: as typed, as far as a row can have it.
  fileprivate var listedBytes: [UInt8] {
    var bytes: [UInt8] = []
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(0x0a) }
      bytes += line.prefix(VimListed.most)
      if bytes.count > VimListed.most { return bytes }
    }
    if shape == .lines { bytes.append(0x0a) }
    return bytes
  }
}
