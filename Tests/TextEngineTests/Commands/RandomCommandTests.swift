import TestSupport
import Testing

@testable import TextEngine

@Suite("Random commands")
struct RandomCommandTests {
  private static let pieces: [String] = [
    "word", " ", "  ", "\n", "\r\n", "- ", "1. ", "> ", "[ ] ", "# ", "| a |", "|-|-|\n", "**", "`",
    "[[Note]]", "(", ")", "[", "]", "日本", "e\u{301}", "👨‍👩‍👧", "🇩🇪", "\t", "\u{301}", "\u{200d}",
    "%%", "https://a.b", "```\n", "\r", "#tag", "2) ", "    ",
  ]

  private static let arguments = ["x", "日", "\u{301}", "a\nb", "(", "*", "https://a.b", "🇩"]

  private static func text(_ random: inout SeededRandom) -> Rope {
    let count = Int.random(in: 0...40, using: &random)
    var bytes = (0..<count).flatMap { _ in Array((pieces.randomElement(using: &random) ?? "").utf8)
    }
    if Int.random(in: 0..<4, using: &random) == 0 { bytes.insert(0xff, at: bytes.count / 2) }
    return Rope(bytes, limits: RopeTests.small)
  }

  private static func invocation(_ random: inout SeededRandom) -> Invocation {
    let ids = EditCommands.all.map(\.id) + Motion.all.map(\.id)
    let id = ids.randomElement(using: &random) ?? .type
    return Invocation(
      id,
      count: Int.random(in: 0..<4, using: &random) == 0
        ? Int.random(in: 1...4, using: &random) : nil,
      argument: arguments.randomElement(using: &random) ?? "",
      extends: Bool.random(using: &random))
  }

  private static func problem(in play: KeyPlay, before: Rope) -> String? {
    for selection in play.selections.all {
      for offset in [selection.anchor, selection.head] {
        if offset < .zero || offset > play.text.end { return "\(offset.value) is outside" }
        if play.text.boundary(atOrBefore: offset) != offset {
          return "\(offset.value) is in a glyph"
        }
      }
    }
    for (left, right) in zip(play.selections.all, play.selections.all.dropFirst())
    where left.range.upperBound > right.range.lowerBound {
      return "selections overlap"
    }
    if let broken = play.history.brokenInvariant { return broken }
    guard let edit = play.lastChange?.edit else {
      return play.text == before ? nil : "the text changed without an edit"
    }
    var back = play.text
    back.apply(edit.inverse)
    return back == before ? nil : "the edit's inverse does not give the text back"
  }

  @Test(
    "After any commands selections are valid, and undo restores every text",
    arguments: Array(1...8) as [UInt64])
  func staysSound(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for round in 0..<120 {
      let text = Self.text(&random)
      let offsets = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        text.boundary(atOrBefore: ByteOffset(Int.random(in: 0...text.byteCount, using: &random)))
      }
      let others = offsets.map { offset in
        Bool.random(using: &random)
          ? offset
          : text.boundary(
            atOrBefore: ByteOffset(Int.random(in: 0...text.byteCount, using: &random)))
      }
      let all = zip(offsets, others).map { Selection(anchor: $0, head: $1) }
      guard let selections = Selections(all, main: 0) else { continue }
      var play = KeyPlay(MarkedSelections(text: text, selections: selections))
      play.toggledTask = ListTests.toggledTask
      play.fences = round % 2 == 0
      var done: [CommandID] = []
      for _ in 0..<12 {
        let invocation = Self.invocation(&random)
        let before = play.text
        done.append(invocation.command)
        play.run(invocation)
        if let problem = Self.problem(in: play, before: before) {
          let bytes = String(decoding: before.bytes, as: UTF8.self)
          Issue.record(
            "seed \(seed), round \(round): \(problem) after \(invocation) in \(bytes.debugDescription); \(done)"
          )
          return
        }
        // A text that doubles again and again is of no more use.
        if play.text.byteCount > 20_000 { break }
      }
      let last = play.text
      while play.history.canUndo { play.press(key: "C-z") }
      #expect(play.text == text, "seed \(seed), round \(round): undo lost something")
      while play.history.canRedo { play.press(key: "C-y") }
      #expect(play.text == last, "seed \(seed), round \(round): redo lost something")
    }
  }

  @Test("A command in a long line changes only the text near it")
  func staysNear() {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let text = Rope(line)
    let context = EditContext(
      text: text, selections: Selections(Selection(at: ByteOffset(1 << 19))),
      rows: RowMoves(height: 2, move: { offset, _, _ in (offset, Column(0)) }, bounds: { $0..<$0 }))
    let typed = EditCommands.run(Invocation(.type, argument: "y"), in: context)
    #expect(typed?.edit?.changes.count == 1)
    for command in EditCommands.all where command.id != .sortLines && command.id != .selectAll {
      let change = EditCommands.run(Invocation(command.id, argument: "y"), in: context)
      let touched = (change?.edit?.changes ?? []).map(\.before.byteCount).max() ?? 0
      let isWhole = [.cutLine, .cut, .deleteLine, .deleteToLineEnd, .deleteToLineStart]
        .contains(command.id)
      // An endless word ends at its limit, in both directions.
      #expect(touched <= 2 * Rope.longestWord || isWhole, "\(command.id) took \(touched) bytes")
    }
  }
}
