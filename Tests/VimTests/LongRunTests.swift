import TestSupport
import TextEngine
import Testing

@testable import Vim

@Suite("Hours of random keys")
struct LongRunTests {
  private static let keys: [String] =
    VimKeymap.rules.modes.flatMap(\.rows).flatMap(\.keys)
    .flatMap { keys in keys.split(separator: " ").map(String.init) }
    + [
      "a", "b", ".", "Space", "-", "3", "#", "x", "y", "é", "日", "Esc", "Esc", "Enter", "C-r", "1",
    ]

  @Test("Memory and the undo history stay within limits")
  func bounded() throws {
    var random = SeededRandom(seed: Thorough.seed)
    var play = VimPlay("|one two three\n\n- four\n", isRead: true)
    for _ in 0..<(Thorough.isAsked ? 100_000 : 10_000) {
      // Handed over for each key, as the editor does: it would collect the edits of all keys.
      let text = play.document
      play.document = KeyText(
        text.text, history: text.history, selections: text.selections, format: text.format,
        colors: Highlighter(for: text.text))
      play.press(key: try #require(Self.keys.randomElement(using: &random)))
      if play.document.text.byteCount > 20_000 {
        play.press("<Esc><Esc>ggdG")
      }
      let machine = play.machine
      try #require(machine.marks.jumps.count <= 100 && machine.marks.changes.count <= 100)
      try #require(machine.prompt.history.values.allSatisfy { $0.entries.count <= 50 })
      try #require(machine.search.compiled.count <= 8)
      try #require(machine.keys.queue.isEmpty)
      // A single step may be larger: the last step can always be undone.
      let history = play.document.history
      try #require(
        history.cost <= UndoTree.usualLimit || history.states.count <= UndoTree.leastSteps + 1)
    }
  }
}
