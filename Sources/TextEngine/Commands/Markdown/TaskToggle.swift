/// Ticks a task's line that stands with its end, or opens it again: by who understands what it says.
/// The answer may have another line above; it is empty where the line goes.
package typealias TaskToggling = @Sendable ([UInt8]) -> Result<[UInt8], TaskRefusal>

/// Why a task's line cannot be toggled: a sentence for a person.
package struct TaskRefusal: Error, Equatable, Sendable {
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// What toggling changes in one line, as little as it takes: cursors beside it stay where they are.
struct TaskToggle {
  private var start: ByteOffset
  /// Lines that come above.
  private var above: [UInt8] = []
  /// Places from the start of the line.
  private var changes: [(range: Range<Int>, new: [UInt8])] = []

  /// Longer lines only have their box changed.
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
        // It goes, with its end where it has one.
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
    // Up to the box both are the same.
    guard mark.upperBound <= old.count, line.count > mark.lowerBound,
      let close = line[mark.lowerBound...].dropFirst().firstIndex(of: .closeBracket)
    else { return }
    changes = [(mark, Array(line[mark.lowerBound..<close]))]
    let (left, right) = (old[mark.upperBound...], line[close...])
    var same = zip(left, right).prefix { $0 == $1 }.count
    // Between characters.
    while same > 0, same < left.count, left[left.startIndex + same] & 0xc0 == 0x80 { same -= 1 }
    while same > 0, same < right.count, right[right.startIndex + same] & 0xc0 == 0x80 { same -= 1 }
    let most = min(left.count, right.count) - same
    var after = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.prefix(most).count
    while after > 0, left[left.endIndex - after] & 0xc0 == 0x80 { after -= 1 }
    let range = left.startIndex + same..<left.endIndex - after
    let piece = Array(right[right.startIndex + same..<right.endIndex - after])
    if !range.isEmpty || !piece.isEmpty { changes.append((range, piece)) }
  }

  /// Does all of them. A cursor at the end of a line stays before its new date, one at its start goes
  /// down with the line.
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
