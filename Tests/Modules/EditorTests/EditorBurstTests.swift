import Entities
import FakeTerminal
import Terminal
import TestSupport
import Testing
import Viper
import TextEngine

@testable import Editor

@MainActor
@Suite("Keys that arrive all at once")
struct EditorBurstTests {
  /// The changes, identified by all the texts of undoing and redoing them.
  private struct Outcome: Equatable {
    var selected: String
    var frame: FakeFrame
    var undone: [String] = []
    var redone: [String] = []
  }

  private func outcome(of keys: [Key], _ text: String, at once: [Bool]) async -> Outcome {
    let bench = await EditorBench.marked(text, columns: 24, rows: 7)
    for (key, isLast) in zip(keys, once) {
      _ = bench.screen.handle(.key(key))
      if isLast {
        _ = bench.frame(24, 7)
        await bench.settle()
      }
    }
    let frame = bench.frame(24, 7)
    var outcome = Outcome(selected: bench.selected, frame: frame)
    while bench.interactor.document.history.canUndo, outcome.undone.count < 400 {
      bench.press("C-z")
      outcome.undone.append(bench.selected)
    }
    while bench.interactor.document.history.canRedo, outcome.redone.count < 400 {
      bench.press("C-y")
      outcome.redone.append(bench.selected)
    }
    return outcome
  }

  private nonisolated static let names = [
    "a", "b", "z", "Space", "Space", "-", "*", "_", "1", ".", "[", "]", "#", "^", "(", "`", "\"",
    "é", "日", "\u{301}", "Enter", "Tab", "Backspace", "Left", "Right", "Up", "End", "Home",
    "S-Right", "C-z", "C-k", "C-u", "C-w", "Del", "M-c",
  ]

  @Test(
    "Keys do the same, step for step, with or without frames between them",
    arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func burstsAreKeys(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<12 {
      var keys: [Key] = []
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        // Mostly letters, so that there is something to gather.
        let name =
          Int.random(in: 0..<3, using: &random) > 0
          ? ["w", "o", "x", "Space"].randomElement(using: &random)
          : Self.names.randomElement(using: &random)
        keys.append(try #require(name.flatMap { Key(name: $0) }))
      }
      let text = ["|", "one |two", "- a\n- b|\n", "x|\u{301}y", "é|", "# t\r\n|\r\n"].randomElement(
        using: &random)
      let start = try #require(text)
      let each = await outcome(of: keys, start, at: keys.map { _ in true })
      let some = await outcome(
        of: keys, start, at: keys.map { _ in Int.random(in: 0..<6, using: &random) == 0 })
      #expect(some == each, "seed \(seed): \(keys.map(\.name)) on \(start)")
    }
  }

  private nonisolated static let atOnce = [
    "one two three", "a | b |", "|", "Space", "- item", "1. \"q\" and 'x'", "[[Plan#", "é日e\u{301}",
    String(repeating: "words and more words ", count: 400),
  ]

  @Test(
    "A burst of text is typed as by its keys, and is one change (a megabyte without brackets)",
    arguments: [KeymapStyle.own, .vim, .emacs])
  func textAtOnce(manner: KeymapStyle) async {
    for start in ["", "# t\n\n- a", "one\r\ntwo", "| a | b |\n"] {
      // The long one takes seconds key by key.
      for text in Self.atOnce where start.isEmpty || text.utf8.count < 1_000 {
        var outcomes: [String] = []
        for isAtOnce in [true, false] {
          let bench = EditorBench(.note(EditorBench.note), ["a.md": start], keymap: manner)
          await bench.open()
          bench.presenter.scene.select(bench.interactor.text.end)
          if manner == .vim { bench.press("A") }
          let before = bench.interactor.revision
          if isAtOnce {
            #expect(bench.screen.type(text))
            // A bar may make a table row, and emacs reads the word “Space” as a key's name.
            let isByKeys =
              manner == .own && text.contains("|") || manner == .emacs && text == "Space"
            if !isByKeys { #expect(bench.interactor.revision == before + 1, "\(text)") }
            #expect(bench.screen.state.offer == nil)
          } else {
            bench.type(text)
          }
          await bench.settle()
          bench.press("Esc")
          outcomes.append(bench.text)
          if manner == .vim {
            bench.press("u")
            #expect(bench.text == start)
            bench.press(".")
          }
          outcomes.append(bench.text)
        }
        #expect(outcomes[0] == outcomes[2] && outcomes[1] == outcomes[3], "\(text) in \(start)")
      }
    }
  }

  @Test("Keys with a special meaning at the cursor keep it, however many arrive at once")
  func keysAtOnce() async {
    let bench = EditorBench(.note(EditorBench.note), ["a.md": "one two"], keymap: .vim)
    await bench.open()
    #expect(!bench.screen.type("dwx"))
    bench.press("i", "C-v")
    // C-v is followed by a character's code.
    #expect(!bench.screen.type("065") || bench.text == "Aone two")
    let found = await EditorBench.on("one two")
    found.press("C-f")
    #expect(!found.screen.type("two"))
  }

  @Test("Letters that no frame has shown yet are included when the note is stored, saved or left")
  func nothingIsLost() async {
    for way in 0..<5 {
      let bench = await EditorBench.marked("a|")
      for letter in ["b", "c"] as [Key] { _ = bench.screen.handle(.key(letter)) }
      #expect(bench.presenter.isEdited)
      switch way {
      case 0: bench.presenter.keepUnsavedText()
      case 1: bench.presenter.autosave()
      case 2: bench.presenter.moduleWasRemoved()
      case 3: #expect(bench.presenter.programWillEnd() == nil)
      default: _ = bench.screen.handle(.key("C-s"))
      }
      #expect(bench.interactor.text.bytes == Array("abc".utf8))
    }
  }

  @Test("Letters enter the text at once, even if nothing is drawn")
  func withoutFrames() async {
    let bench = await EditorBench.marked("|")
    for letter in ["b", "c"] as [Key] { _ = bench.screen.handle(.key(letter)) }
    #expect(bench.text == "bc")
  }

  @Test("The first letter makes the title line show that the text is modified")
  func status() async {
    let bench = await EditorBench.marked("|")
    _ = bench.frame()
    bench.screen.surface.chromeWasRead()
    _ = bench.screen.handle(.key("x"))
    #expect(bench.chrome.state.contains("modified") && bench.screen.surface.chromeIsStale)
    bench.screen.surface.chromeWasRead()
    _ = bench.screen.handle(.key("y"))
    bench.presenter.layOut()
    #expect(bench.text == "xy" && !bench.screen.surface.chromeIsStale)
  }

  @Test("A view gets one state per frame, and none if nothing happened")
  func shownOnce() async {
    let bench = await EditorBench.marked("one [[|", columns: 20, rows: 3)
    _ = bench.frame(20, 3)
    let view = CountedView()
    bench.presenter.view = view
    let scene = bench.presenter.scene
    let steps: [(what: String, do: @MainActor () -> Void, shown: [String])] = [
      ("a letter", { bench.presenter.handle(.run(Invocation(.type, argument: "x"))) }, ["rows"]),
      ("nothing", {}, []),
      ("a message alone", { scene.showMessage("Hello.") }, ["Hello."]),
      ("a wait", { scene.wait() }, ["Hello. waits"]),
      ("its end", { scene.release() }, ["Hello."]),
      ("other keys", { for _ in 0..<3 { bench.presenter.handle(.type("y")) } }, ["rows"]),
    ]
    for step in steps {
      step.do()
      bench.presenter.layOut()
      #expect(view.takeShown() == step.shown, "\(step.what)")
    }
  }

  @Test("Reading changes nothing: the rows are the last frame's until the next layout")
  func readsChangeNothing() async {
    let bench = await EditorBench.marked("one\ntwo|", columns: 20, rows: 3)
    _ = bench.frame(20, 3)
    let (shown, state) = (bench.presenter.scene.visible.rows, bench.screen.state)
    for key in ["x", "Enter", "y"] as [Key] { _ = bench.screen.handle(.key(key)) }
    #expect(bench.text == "one\ntwox\ny")
    for _ in 0..<2 {
      _ = (bench.screen.chrome, bench.presenter.row(at: 1))
      #expect(bench.presenter.scene.visible.rows == shown)
      #expect(bench.screen.state.cursor == state.cursor)
    }
    bench.screen.layOut()
    #expect(bench.presenter.scene.visible.rows.count == 3)
    #expect(bench.screen.state.cursor == EditorCell(row: 2, column: 1))
    #expect(bench.presenter.row(at: 2).pieces.map(\.text) == ["y"])
  }
}

/// Records the states that it is shown.
@MainActor
private final class CountedView: EditorView {
  func share(of divider: EditorDivider, ofWidths: Bool, movedBy cells: Int) -> Int? { nil }

  private var shown: [String] = []

  func takeShown() -> [String] {
    defer { shown = [] }
    return shown
  }

  func show(_ state: EditorState, haveRowsChanged: Bool) {
    let words = [state.message.text, state.isWaiting ? "waits" : "", haveRowsChanged ? "rows" : ""]
    shown.append(words.filter { !$0.isEmpty }.joined(separator: " "))
  }

  func takeHeldEvents() {}
  func dropHeldEvents() {}
}
