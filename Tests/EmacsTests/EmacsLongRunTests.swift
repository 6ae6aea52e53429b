import TestSupport
import TextEngine
import Testing

@testable import Emacs

@Suite("Hours of random keys")
struct EmacsLongRunTests {
  private static let keys: [String] =
    EmacsCommand.all.flatMap(\.keys).flatMap { $0.split(separator: " ").map(String.init) }
    + ["a", "b", ".", "Space", "-", "1", "y", "n", "!", "u", "^", "q", "C-s", "e", "Esc", "é", "日"]

  @Test("Memory and the undo history stay within limits")
  func bounded() throws {
    var random = SeededRandom(seed: Thorough.seed)
    var options = EmacsOptions()
    options.mostMacroKeys = 200
    var play = EmacsPlay("one two three\n\n- four\n", offset: 0, options: options)
    for _ in 0..<(Thorough.isAsked ? 20_000 : 2_000) {
      play.press([try #require(Self.keys.randomElement(using: &random))])
      if play.text.text.byteCount > 20_000 {
        play.press(["C-g", "C-g", "C-x", "h", "C-w"])
      }
      let machine = play.machine
      try #require(machine.undo.records.count <= EmacsUndoState.mostRecords + 1_000)
      try #require(machine.kills.all.count <= EmacsKillRing.most)
      try #require(machine.region.ring.count <= EmacsMachine.mostMarks)
      // A single step may be larger: the last step can always be undone.
      let history = play.text.history
      try #require(
        history.cost <= UndoTree.usualLimit || history.states.count <= UndoTree.leastSteps + 1)
    }
  }
}
