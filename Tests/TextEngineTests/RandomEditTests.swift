import TestSupport
import Testing

@testable import TextEngine

@Suite("Random edits")
struct RandomEditTests {
  private static let pieces: [[UInt8]] =
    ["a", "bc ", "\n", "\r\n", "\r", "é", "日本", "e\u{301}", "🇩🇪", "\t", "x\ny\nz", "\n\r", ""]
    .map { Array($0.utf8) } + [[0xff], [0xe2, 0x82], [0x00]]

  @Test("Edits, undo and redo agree with a plain array of bytes", arguments: [1, 2, 3] as [UInt64])
  func agreesWithModel(seed: UInt64) {
    var run = Run(seed: seed)
    for step in 0..<8_000 {
      if let problem = run.step() {
        Issue.record("seed \(seed), step \(step): \(problem)")
        return
      }
    }
    while run.history.canUndo {
      if let problem = run.undo() { Issue.record("unwinding: \(problem)") }
    }
    #expect(run.buffer.bytes == Run.initial)
  }

  private struct Run {
    static let initial = Array("one\r\ntwo\rthree\n\nfive".utf8)

    var random: SeededRandom
    var buffer = TextBuffer(initial)
    var model = initial
    var history = UndoHistory()
    /// The text before each step of the history.
    var texts: [[UInt8]] = []
    var saved = initial

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func step() -> String? {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<3: undo()
      case 3..<5: redo()
      case 5: save()
      default: edit()
      }
    }

    mutating func edit() -> String? {
      let start = anyPosition()
      // Mostly short, now and then long; the text stays small enough to be checked whole.
      var end = Bool.random(using: &random) ? start : buffer.position(after: start)
      if model.count > 300 || Int.random(in: 0..<10, using: &random) == 0 { end = anyPosition() }
      let range = TextRange(start, end)
      let piece = RandomEditTests.pieces.randomElement(using: &random) ?? []
      let (low, high) = (offset(of: range.start), offset(of: range.end))
      let before = buffer
      let probe = anyPosition()
      let edit = buffer.replace(range, with: piece)
      let modelBefore = model
      model.replaceSubrange(low..<high, with: piece)

      var back = buffer
      back.apply(edit.inverse)
      if back != before { return "the inverse does not lead back" }
      if let problem = mappingProblem(edit, probe, in: before) { return problem }

      let kind = [UndoHistory.Kind.typing, .deleting, .other].randomElement(using: &random)
      let count = history.done.count
      history.record(edit, kind: kind ?? .other, cursorBefore: start)
      if history.done.count > count { texts = texts.prefix(count) + [modelBefore] }
      return problem()
    }

    mutating func undo() -> String? {
      guard let step = history.undo() else { return texts.isEmpty ? nil : "a step was lost" }
      for edit in step.edits { buffer.apply(edit) }
      model = texts.removeLast()
      return problem()
    }

    mutating func redo() -> String? {
      guard let step = history.redo() else { return nil }
      texts.append(model)
      for edit in step.edits { buffer.apply(edit) }
      model = buffer.bytes
      var back = buffer
      for edit in step.edits.reversed() { back.apply(edit.inverse) }
      if back.bytes != texts.last { return "redo is not undone by its inverse" }
      return problem()
    }

    mutating func save() -> String? {
      history.markSaved()
      saved = model
      return history.isAtSavedPoint ? nil : "just saved and not clean"
    }

    func problem() -> String? {
      if buffer.bytes != model { return "the bytes differ" }
      // The structure too is that of the bytes read anew.
      if buffer != TextBuffer(model) { return "the lines differ from the bytes read anew" }
      if buffer.byteCount != model.count { return "the count is wrong" }
      if history.isAtSavedPoint, saved != model { return "clean, but not what was saved" }
      return nil
    }

    func mappingProblem(_ edit: TextEdit, _ probe: TextPosition, in before: TextBuffer) -> String? {
      let offsetBefore = before.bytes(in: TextRange(before.start, probe)).count
      let mapped = edit.map(probe)
      if buffer.clamped(mapped) != mapped { return "\(probe) went outside, to \(mapped)" }
      let expected: Int
      if probe < edit.range.start {
        expected = offsetBefore
      } else if probe >= edit.range.end {
        expected = offsetBefore + edit.inserted.count - edit.removed.count
      } else {
        expected = offset(of: edit.range.start)
      }
      return offset(of: mapped) == expected ? nil : "\(probe) went to \(mapped)"
    }

    func offset(of position: TextPosition) -> Int {
      buffer.bytes(in: TextRange(buffer.start, position)).count
    }

    mutating func anyPosition() -> TextPosition {
      let line = Int.random(in: 0..<buffer.lineCount, using: &random)
      return TextPosition(
        line: line, byte: Int.random(in: 0...buffer.line(line).count, using: &random))
    }
  }
}
