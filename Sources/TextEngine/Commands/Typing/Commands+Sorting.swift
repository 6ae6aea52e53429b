/// An order of lines.
package struct LineOrder: Equatable, Sendable {
  package var descends = false
  /// Whether to sort by the first number in each line; lines without one come first.
  package var isNumeric = false
  /// Whether to remove duplicate lines.
  package var isUnique = false

  package init(descends: Bool = false, isNumeric: Bool = false, isUnique: Bool = false) {
    self.descends = descends
    self.isNumeric = isNumeric
    self.isUnique = isUnique
  }

  /// Reads the argument of the sort command; ignores unknown words.
  package init(argument: String) {
    let words = argument.split(separator: " ")
    self.init(
      descends: words.contains("descending"), isNumeric: words.contains("numeric"),
      isUnique: words.contains("unique"))
  }

  package var argument: String {
    [descends ? "descending" : "", isNumeric ? "numeric" : "", isUnique ? "unique" : ""]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Sorts lines. Equal ones keep their order.
  package func sorted(_ lines: [[UInt8]]) -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    let rows = lines.filter { !isUnique || seen.insert($0).inserted }.map { (Key($0, self), $0) }
    return rows.sorted { descends ? $1.0 < $0.0 : $0.0 < $1.0 }.map(\.1)
  }

  private enum Key: Comparable {
    case numberless, number(Double), text(String)

    init(_ line: [UInt8], _ order: LineOrder) {
      if order.isNumeric {
        self = Self.firstNumber(line).map(Key.number) ?? .numberless
      } else {
        self = .text(String(decoding: line, as: UTF8.self).lowercased())
      }
    }

    private static func firstNumber(_ line: [UInt8]) -> Double? {
      guard let first = line.firstIndex(where: \.isDigit) else { return nil }
      var end = line[first...].firstIndex { !$0.isDigit } ?? line.count
      if end + 1 < line.count, line[end] == UInt8(ascii: "."), line[end + 1].isDigit {
        end = line[(end + 1)...].firstIndex { !$0.isDigit } ?? line.count
      }
      let isNegative =
        first > 0 && line[first - 1] == .dash && (first == 1 || line[first - 2].isSpaceOrTab)
      let number = Double(String(decoding: line[first..<end], as: UTF8.self)) ?? 0
      return isNegative ? -number : number
    }
  }
}

extension EditCommands {
  /// Sorts the contents of lines; every line ending stays in its position.
  static func sortLines(_ context: EditContext) -> TextChange? {
    let order = LineOrder(argument: context.argument)
    let text = context.text
    let runs = context.runsToSort.filter { $0.lowerBound < $0.upperBound }
    var replacements: [DraftReplacement] = []
    for run in runs {
      let contents = (run.lowerBound.value...run.upperBound.value).map {
        text.content(of: LineNumber($0))
      }
      let sorted = order.sorted(contents.map { text.bytes(in: $0) })
      for (range, line) in zip(contents, sorted) where text.bytes(in: range) != line {
        replacements.append(DraftReplacement(range, line))
      }
      if sorted.count < contents.count, let last = contents.last {
        let end = contents[sorted.count - 1].upperBound
        replacements.append(DraftReplacement(end..<last.upperBound, []))
      }
    }
    var draft = Draft(context)
    draft.replace(replacements)
    if let edit = draft.edit {
      let ranges = runs.map { run in
        let low = edit.map(text.start(of: run.lowerBound), bias: .left)
        let high = edit.map(text.content(of: run.upperBound).upperBound, bias: .right)
        return Selection(anchor: low, head: high)
      }
      draft.selections = Selections(ranges, main: 0) ?? draft.selections
    }
    return draft.change()
  }
}

extension EditContext {
  /// The selected lines; without a selection, those of the paragraph.
  fileprivate var runsToSort: [ClosedRange<LineNumber>] {
    guard selections.isOneCursor else { return LineRuns(self).runs }
    let (rule, line) = (ParagraphRule.usual, text.line(at: selections.main.head))
    if rule.isBlank(line, in: text) { return [] }
    return [rule.edge(from: line, by: -1, in: text)...rule.edge(from: line, by: 1, in: text)]
  }
}
