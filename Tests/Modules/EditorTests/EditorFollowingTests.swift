import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import Editor

@MainActor
@Suite("The editor's presenter: outside changes arrive without a jump")
struct EditorFollowingTests {
  private let numbers = (1...40).map { "line \($0)\n" }

  private func change(_ bench: EditorBench, _ text: String) async {
    await bench.store.change(EditorBench.note, to: text)
    bench.presenter.noteChangedOutside()
    await bench.settle()
  }

  @Test("The cursor stays on its character and row when lines are added or removed above it")
  func anchored() async {
    let before = numbers[0..<20].joined()
    let bench = await EditorBench.marked(before + "li|ne 21\n" + numbers[21...].joined())
    let row = bench.cursor
    await change(bench, "new\nnew\n" + numbers.joined())
    #expect(bench.marked == "new\nnew\n" + before + "li|ne 21\n" + numbers[21...].joined())
    #expect(bench.cursor == row)
    #expect(bench.message == "Changed outside; this is the new text.")
    await change(bench, numbers[5...].joined())
    #expect(bench.marked == numbers[5..<20].joined() + "li|ne 21\n" + numbers[21...].joined())
    #expect(bench.cursor == row)
  }

  @Test("The cursor stays at the position of its line when that line is removed")
  func lineGone() async {
    let bench = await EditorBench.marked("one\ntw|o\nthree\n")
    await change(bench, "one\nthree\n")
    #expect(bench.marked == "one\n|three\n")
    await change(bench, "")
    #expect(bench.marked == "|")
    await change(bench, "é\n")
    #expect(bench.text == "é\n" && bench.frame().rowText(0).hasPrefix("é"))
  }

  @Test("A scrolled peek keeps its first line")
  func peek() async {
    let bench = EditorBench(.note(EditorBench.note), ["a.md": numbers.joined()], asPeek: true)
    await bench.open()
    bench.press("j", "j", "j")
    #expect(bench.frame().rowText(0).hasPrefix("line 4 "))
    await change(bench, "new\n" + numbers.joined())
    #expect(bench.frame().rowText(0).hasPrefix("line 4 "))
  }

  @Test("Changes on both sides are merged and reported, and the next save is an ordinary one")
  func merged() async {
    let bench = await EditorBench.marked("one|\ntwo\nthree\n")
    bench.type("!")
    await change(bench, "one\ntwo\nTHREE\n")
    #expect(bench.message == "Merged with changes made outside.")
    #expect(bench.wireframe.autosave.heard == ["changed", "changed"])
    #expect(bench.chrome.state.hasSuffix("modified"))
    bench.press("C-s")
    await bench.settle()
    #expect(bench.message == "Saved a.md.")
    bench.type("?")
    await bench.store.change(EditorBench.note, to: "one!\ntwo\nTHREE\nfour\n")
    bench.press("C-s")
    await bench.settle()
    #expect(bench.message == "Saved a.md, merged with changes made outside.")
    #expect(await bench.saved() == "one!?\ntwo\nTHREE\nfour\n")
  }

  @Test("A conflict is reported before anyone saves, and saving asks about it")
  func conflict() async {
    let bench = await EditorBench.marked("one|")
    bench.type("!")
    await change(bench, "theirs")
    #expect(bench.message == "Changed outside; saving keeps both.")
    #expect(bench.screen.chrome.tone == .warning && bench.wireframe.asked == [])
    bench.press("C-s")
    await bench.settle()
    #expect(bench.wireframe.asked == ["conflict a?"])
    bench.wireframe.answer(.chosen("show"))
    await bench.settle()
    bench.wireframe.goBack()
    #expect(
      bench.wireframe.asked == [
        "conflict a?", #"difference of ["theirs", "one!"]"#, "conflict a?",
      ])
  }

  @Test("Leaving a removed note asks only if something was typed, and then stores the text")
  func removed() async {
    let bench = await EditorBench.marked("one|")
    await bench.store.remove(EditorBench.note)
    bench.presenter.noteChangedOutside()
    await bench.settle()
    #expect(bench.message == "a was removed outside. C-s makes it again.")
    bench.press("Esc")
    #expect(bench.wasRemoved && bench.wireframe.asked == [])

    let changed = await EditorBench.marked("one|")
    changed.type("!")
    await changed.store.remove(EditorBench.note)
    changed.presenter.noteChangedOutside()
    await changed.settle()
    changed.press("Esc")
    #expect(changed.wireframe.asked == ["leave a?"])
    #expect(changed.kept() == "one!")
    #expect(await changed.saved() == nil)
  }

  @Test("Merging in the editor marks the conflicts, and a key picks one version or both")
  func marked() async {
    let bench = await EditorBench.marked("one|\ntwo\nthree\n")
    bench.type(" mine")
    await bench.store.change(EditorBench.note, to: "one theirs\ntwo\nTHREE\n")
    bench.press("C-s")
    await bench.settle()
    bench.wireframe.answer(.chosen("merge"))
    await bench.settle()
    let both = "<<<<<<< mine\none mine\n=======\none theirs\n>>>>>>> theirs\n"
    #expect(bench.text == both + "two\nTHREE\n")
    #expect(bench.row(at: 0).pieces.first?.look.signs == .conflict)
    for (key, taken) in [
      ("M-,", "one mine\n"), ("M-.", "one theirs\n"), ("M-;", "one mine\none theirs\n"),
    ] as [(Key, String)] {
      bench.press(key)
      #expect(bench.text == taken + "two\nTHREE\n")
      #expect(bench.message == "No conflict is left. C-s saves.")
      bench.press("C-z")
    }
    bench.press("M-;", "C-s")
    await bench.settle()
    #expect(await bench.saved() == "one mine\none theirs\ntwo\nTHREE\n")
    bench.press("M-,")
    #expect(bench.message == "There is no conflict here or below.")
  }

  @Test(
    "Conflict marks may have any labels, be longer to enclose others, and include a base version",
    arguments: [
      ("|<<<<<<< laptop 2026-03-02 09:00\na\n=======\nb\n>>>>>>> phone\nx\n", "a\nx\n", "b\nx\n"),
      ("|<<<<<<< HEAD\na\n||||||| 1a2b\no\n=======\nb\n>>>>>>> main\n", "a\n", "b\n"),
      (
        "<<<<<<<< one\n<<<<<<< x\n1\n=======\n2\n>>>>>>> y\n========\nb|\n>>>>>>>> other\n",
        "<<<<<<< x\n1\n=======\n2\n>>>>>>> y\n", "b\n"
      ),
      (
        "<<<<<<<< one\n<<<<<<< x\n1|\n=======\n2\n>>>>>>> y\n========\nb\n>>>>>>>> other\n",
        "<<<<<<<< one\n1\n========\nb\n>>>>>>>> other\n",
        "<<<<<<<< one\n2\n========\nb\n>>>>>>>> other\n"
      ),
      ("<<<<<<< a\r\n1\r\n=======\r\n2|\r\n>>>>>>> b\r\n", "1\r\n", "2\r\n"),
      ("<<<<<<< a|\n=======\n2\n>>>>>>> b", "", "2\n"),
    ])
  func named(marked: String, first: String, second: String) async {
    for (key, taken) in [("M-,", first), ("M-.", second)] as [(Key, String)] {
      let bench = await EditorBench.marked(marked)
      bench.press(key)
      #expect(bench.text == taken)
    }
  }

  @Test(
    "A line that only resembles a conflict mark is not one",
    arguments: [
      "|<<<<<<< a\n1\n>>>>>>> b\n", "|<<<<<< a\n1\n=======\n2\n>>>>>> b\n",
      "|<<<<<<<a\n1\n=======\n2\n>>>>>>> b\n", "|<<<<<<< a\n1\n======= x\n2\n>>>>>>> b\n",
      "| <<<<<<< a\n1\n=======\n2\n>>>>>>> b\n", "|<<<<<<< a\n1\n=======\n2\n>>>>>>>> b\n",
    ])
  func noMarks(marked: String) async {
    let bench = await EditorBench.marked(marked)
    bench.press("M-,")
    #expect(bench.message == "There is no conflict here or below.")
  }
}
