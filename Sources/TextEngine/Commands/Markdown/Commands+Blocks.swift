import MarkdownLines

extension CommandID {
  package static let toggleTask: Self = "toggle-task"
  package static let toggleBullet: Self = "toggle-bullet"
  package static let toggleQuote: Self = "toggle-quote"
  package static let headingMore: Self = "heading-more"
  package static let headingLess: Self = "heading-less"

  /// `heading-1` and the like.
  package static func heading(_ level: Int) -> Self { CommandID("heading-\(level)") }
}

extension EditCommands {
  static let blocks: [EditCommand] =
    [
      EditCommand(
        .toggleTask, "tick the task, or make one", words: ["checkbox", "todo", "check", "done"],
        toggleTask),
      EditCommand(
        .toggleBullet, "list item, or text again", words: ["bullet", "unordered list"], toggleBullet
      ),
      EditCommand(.toggleQuote, "quote, or text again", words: ["blockquote"], toggleQuote),
      EditCommand(.headingMore, "heading of a lower level", words: ["demote"]) {
        setHeading($0) { min(6, $0 + 1) }
      },
      EditCommand(.headingLess, "heading of a higher level", words: ["promote"]) {
        setHeading($0) { max(0, $0 - 1) }
      },
    ]
    + (1...6).map { level in
      EditCommand(.heading(level), "heading of level \(level), or text again") { context in
        let lines = context.headingLines
        let isOn = lines.allSatisfy { $0.level == level }
        return setHeading(context) { _ in isOn ? 0 : level }
      }
    }

  private static func setHeading(_ context: EditContext, _ new: (Int) -> Int) -> TextChange? {
    return context.replacing(
      context.headingLines.compactMap { line in
        let level = new(line.level)
        if level == line.level { return nil }
        let marks = [UInt8](repeating: .hash, count: level) + (level > 0 ? [.space] : [])
        return DraftReplacement(line.marks, marks)
      })
  }

  private static func toggleQuote(_ context: EditContext) -> TextChange? {
    let heads = context.heads
    let isOn =
      heads.allSatisfy { $0.head.isQuote || $0.isBare } && heads.contains { $0.head.isQuote }
    return context.replacing(
      heads.compactMap { line in
        if isOn {
          guard let mark = line.head.bytes.firstIndex(of: UInt8(ascii: ">")), line.head.isQuote
          else {
            return nil
          }
          let end = mark + 1
          let hasBlank = end < line.head.bytes.count && line.head.bytes[end] == .space
          return DraftReplacement(line.start..<line.start + end + (hasBlank ? 1 : 0), [])
        }
        let isEmpty = line.isBare && heads.count > 1
        return DraftReplacement(at: line.start, Array((isEmpty ? ">" : "> ").utf8))
      })
  }

  private static func toggleBullet(_ context: EditContext) -> TextChange? {
    let lines = context.headsToMark
    let isOn = lines.allSatisfy { $0.head.mark != nil }
    return context.replacing(
      lines.compactMap { line in
        let head = line.head
        if isOn {
          return DraftReplacement(line.start + head.indentEnd..<line.start + head.textStart, [])
        }
        return head.mark == nil
          ? DraftReplacement(at: line.start + head.indentEnd, Array("- ".utf8)) : nil
      })
  }

  /// Reopens the tasks if all are done, else completes the open ones. Makes other lines tasks.
  private static func toggleTask(_ context: EditContext) -> TextChange? {
    let lines = context.headsToMark
    let tasks = lines.filter { $0.head.box != nil }
    var draft = Draft(context)
    if tasks.count < lines.count {
      draft.replace(
        lines.compactMap { line in
          if line.head.box != nil { return nil }
          let mark = line.head.mark == nil ? "- [ ] " : "[ ] "
          let hasBlank = line.head.mark == nil || line.head.textStart > line.head.markEnd
          let offset = line.start + line.head.textStart
          return DraftReplacement(at: offset, Array((hasBlank ? mark : " " + mark).utf8))
        })
      return draft.change()
    }
    let opens = tasks.allSatisfy { $0.isDone }
    var toggles: [TaskToggle] = []
    for line in tasks where line.isDone == opens {
      switch TaskToggle.of(line, opens: opens, in: context) {
      case .success(let toggle): toggles.append(toggle)
      case .failure(let refusal):
        return TextChange(selections: context.selections, problem: refusal.message)
      }
    }
    TaskToggle.apply(toggles, to: &draft)
    return draft.change()
  }
}

/// A selected line and its head.
struct HeadedLine {
  let start: ByteOffset
  let head: LineHead

  /// Whether the line has only quote marks and blanks.
  var isBare: Bool { head.isEmpty && head.mark == nil }

  /// Whether the task is done or canceled.
  var isDone: Bool {
    guard let box = head.box else { return false }
    return TaskBox(head.bytes.span, box.lowerBound, head.bytes.count)?.isDone ?? false
  }
}

extension EditContext {
  var heads: [HeadedLine] {
    LineRuns(self).lines.map { HeadedLine(start: text.start(of: $0), head: LineHead(text, $0)) }
  }

  /// The heads of the lines, without empty lines unless there is just one line.
  fileprivate var headsToMark: [HeadedLine] {
    let lines = heads
    return lines.filter { !$0.isBare || lines.count == 1 }
  }

  fileprivate var headingLines: [(marks: Range<ByteOffset>, level: Int)] {
    headsToMark.map { line in
      let start = line.start + (line.head.mark == nil ? line.head.indentEnd : line.head.textStart)
      let mark = HeadingMark(
        text.bytes(in: start..<min(start + 16, text.content(at: start).upperBound)))
      return (start..<start + (mark?.byteCount ?? 0), mark?.level ?? 0)
    }
  }
}

/// Ticks or unticks a task's line, which includes its ending. Provided by the program that knows
/// tasks. The result may have another line above; it is empty if the line is removed.
package typealias TaskToggling = @Sendable ([UInt8]) -> Result<[UInt8], TaskRefusal>

/// The reason why a task's line cannot be toggled: a sentence for a person.
package struct TaskRefusal: Error, Equatable, Sendable {
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// The smallest changes that toggle a task in one line: cursors next to them do not move.
private struct TaskToggle {
  private var start: ByteOffset
  /// New lines above the line.
  private var above: [UInt8] = []
  /// Offsets from the start of the line.
  private var changes: [(range: Range<Int>, new: [UInt8])] = []

  /// The longest line whose task is toggled in full; in longer ones only the box changes.
  private static let longest = 1 << 14

  static func of(
    _ line: HeadedLine, opens: Bool, in context: EditContext
  ) -> Result<TaskToggle, TaskRefusal> {
    var toggle = TaskToggle(start: line.start)
    guard let box = line.head.box else { return .success(toggle) }
    let mark = box.lowerBound + 1..<box.upperBound - 1
    let content = context.text.content(at: line.start)
    guard let toggled = context.toggledTask, content.byteCount <= longest else {
      toggle.changes = [(mark, [opens ? .space : UInt8(ascii: "x")])]
      return .success(toggle)
    }
    let old = context.text.bytes(in: content)
    let end = context.ending(at: line.start).bytes
    return toggled(old + end).map { new in
      if new.isEmpty {
        // The line is removed, with its ending if it has one.
        let whole = context.text.range(of: context.text.line(at: line.start))
        toggle.changes = [(0..<whole.byteCount, [])]
        return toggle
      }
      toggle.take(Array(new.dropLast(end.count)), old, mark: mark, end: end)
      return toggle
    }
  }

  private mutating func take(_ new: [UInt8], _ old: [UInt8], mark: Range<Int>, end: [UInt8]) {
    let split = end.last.flatMap { new.lastIndex(of: $0) }.map { $0 + 1 } ?? 0
    above = Array(new[..<split])
    let line = Array(new[split...])
    // Both are the same up to the box.
    guard mark.upperBound <= old.count, line.count > mark.lowerBound,
      let close = line[mark.lowerBound...].dropFirst().firstIndex(of: .closeBracket)
    else { return }
    changes = [(mark, Array(line[mark.lowerBound..<close]))]
    let (left, right) = (old[mark.upperBound...], line[close...])
    var same = zip(left, right).prefix { $0 == $1 }.count
    // The change begins and ends between characters.
    while same > 0, same < left.count, left[left.startIndex + same] & 0xc0 == 0x80 { same -= 1 }
    while same > 0, same < right.count, right[right.startIndex + same] & 0xc0 == 0x80 { same -= 1 }
    let most = min(left.count, right.count) - same
    var after = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.prefix(most).count
    while after > 0, left[left.endIndex - after] & 0xc0 == 0x80 { after -= 1 }
    let range = left.startIndex + same..<left.endIndex - after
    let piece = Array(right[right.startIndex + same..<right.endIndex - after])
    if !range.isEmpty || !piece.isEmpty { changes.append((range, piece)) }
  }

  /// Applies all toggles. A cursor at the end of a line stays before its new date; a cursor at its
  /// start moves down with the line.
  static func apply(_ toggles: [TaskToggle], to draft: inout Draft) {
    draft.replace(toggles.map { DraftReplacement(at: $0.start, $0.above) }, bias: .right)
    var shift = 0
    draft.replace(
      toggles.flatMap { toggle in
        shift += toggle.above.count
        let start = toggle.start + shift
        return toggle.changes.map { change in
          DraftReplacement(
            start + change.range.lowerBound..<start + change.range.upperBound, change.new)
        }
      }, bias: .left)
  }
}
