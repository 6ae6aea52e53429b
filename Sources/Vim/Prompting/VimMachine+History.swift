import TextEngine

/// The history of the command line.
extension VimMachine {
  /// The history of the current command line.
  var promptHistory: VimHistory {
    VimHistoryKind(sign: prompt.sign).flatMap { prompt.history[$0] } ?? VimHistory()
  }

  mutating func remember(_ line: String, as sign: Character) {
    guard let kind = VimHistoryKind(sign: sign) else { return }
    prompt.history[kind, default: VimHistory()].add(line)
  }

  /// Shows another entry of the history. With `Up` and `Down` it begins with the text that was
  /// typed before the cursor.
  mutating func recall(_ step: Int, matching: Bool) {
    let history = promptHistory
    let recall =
      prompt.recall
      ?? VimRecall(
        index: history.entries.count, typed: Array(prompt.text.prefix(prompt.cursor)))
    let wanted = matching ? recall.typed : []
    guard let index = history.index(from: recall.index, by: step, beginningWith: wanted) else {
      return effects.append(.bell)
    }
    prompt.text =
      index < history.entries.count ? Array(history.entries[index].line.utf8) : recall.typed
    prompt.cursor = prompt.text.count
    prompt.recall = VimRecall(index: index, typed: recall.typed)
  }

  // MARK: - Earlier runs

  package var typedLines: [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: prompt.history.filter { $0.key != .input }
        .map { ($0.key.rawValue, $0.value.lines) })
  }

  package mutating func recall(_ lines: [String: [String]]) {
    for (name, older) in lines {
      guard let kind = VimHistoryKind(rawValue: name) else { continue }
      prompt.history[kind] = VimHistory(lines: older + (prompt.history[kind]?.lines ?? []))
    }
  }

  // MARK: - The list

  /// Handles `:his`, `:his /`, `:his all` and `:his : -5,`.
  mutating func listHistory(_ call: VimExCall) throws(VimFailure) {
    var reader = VimLineReader(call.argument)
    let kinds = try takeKinds(&reader)
    reader.skipBlanks()
    let first = Self.takeSigned(&reader)
    var last = first
    if reader.take(if: ",") {
      last = Self.takeSigned(&reader)
    }
    reader.skipBlanks()
    if !reader.isAtEnd { throw VimFailure(message: "E488: Trailing characters: \(reader.rest)") }
    let rows = kinds.flatMap { kind -> [String] in
      let history = prompt.history[kind] ?? VimHistory()
      let newest = history.entries.last?.number
      let range = history.range(from: first, through: last)
      return ["      #  \(kind.rawValue) history"]
        + history.entries.filter { range.contains($0.number) }.map { entry in
          "\(entry.number == newest ? ">" : " ")\(VimListed.number(entry.number, width: 6))  "
            + VimListed.text(entry.line)
        }
    }
    list("History", rows)
  }

  private func takeKinds(_ reader: inout VimLineReader) throws(VimFailure) -> [VimHistoryKind] {
    if reader.isAtEnd || reader.isAtDigit || reader.next == UInt8(ascii: "-")
      || reader.next == UInt8(ascii: ",")
    {
      return [.command]
    }
    let start = reader.index
    var name = reader.takeLetters()
    if name.isEmpty, let sign = reader.takeCharacter() { name = String(sign) }
    if name == "all" { return VimHistoryKind.allCases }
    guard let kind = VimHistoryKind(named: name) else {
      reader.index = start
      throw VimFailure(message: "E488: Trailing characters: \(reader.rest)")
    }
    return [kind]
  }

  private static func takeSigned(_ reader: inout VimLineReader) -> Int? {
    let isNegative = reader.take(if: "-")
    guard let number = reader.takeNumber() else { return nil }
    return isNegative ? -number : number
  }
}

extension VimHistory {
  /// Returns the numbers that `:history` lists. Negative ones count from the newest.
  fileprivate func range(from first: Int?, through last: Int?) -> ClosedRange<Int> {
    let count = entries.last?.number ?? 0
    func number(_ typed: Int) -> Int { typed < 0 ? count + 1 + typed : typed }
    let low = first.map(number) ?? 1
    let high = last.map(number) ?? Int.max
    return low <= high ? low...high : 0...0
  }
}
