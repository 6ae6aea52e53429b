import Entities
import FakeTerminal
import Terminal
import TestSupport
import Testing
import Viper

@testable import NoteList

private let notes = [
  "top.md": "# Top", "Fruit/apple.md": "# Apple", "Fruit/Red/cherry.md": "# Cherry",
  "deep/er/x.md": "# X",
]

@MainActor
@Suite("The folders next to the list")
struct ListFoldersTests {
  private func bench() async -> ListBench {
    let bench = ListBench(notes)
    await bench.start()
    return bench
  }

  private func tree(_ paths: [String: Int], open: [String] = []) -> FolderTree {
    var tree = FolderTree()
    tree.take(
      paths.map { (NotePath($0.key), $0.value) }.sorted { $0.0 < $1.0 })
    for path in open { tree.show(belowIsOpen: true, NotePath(path)) }
    return tree
  }

  private func lines(_ tree: FolderTree) -> [String] {
    tree.rows.map { row in
      let sign = row.isOpen.map { $0 ? "-" : "+" } ?? " "
      return String(repeating: " ", count: row.depth) + "\(sign)\(row.name) \(row.notes)"
    }
  }

  @Test("The folders are a tree with counts of notes in and below each, in natural order")
  func trees() {
    let paths = ["": 1, "b": 2, "A/x": 3, "A/x/y": 4, "c/d": 5, "B": 1]
    #expect(lines(tree(paths)) == [" All notes 16", "+A 7", " B 1", " b 2", "+c 5"])
    #expect(
      lines(tree(paths, open: ["A", "A/x", "c"])) == [
        " All notes 16", "-A 7", " -x 7", "   y 4", " B 1", " b 2", "-c 5", "  d 5",
      ])
    #expect(lines(tree([:])) == [" All notes 0"])
  }

  @Test("Open folders stay open when notes come and go")
  func stays() {
    var tree = tree(["a/b": 1, "c": 1], open: ["a"])
    tree.take([(NotePath("a/b"), 2)])
    #expect(lines(tree) == [" All notes 2", "-a 2", "  b 2"])
    tree.take([(NotePath("a/b/c"), 2)])
    tree.reveal(NotePath("a/b/c"))
    #expect(lines(tree) == [" All notes 2", "-a 2", " -b 2", "   c 2"])
  }

  @Test("A folder limits the list and receives new notes, and Esc shows all notes again")
  func limits() async {
    let bench = await bench()
    await bench.press("F", "Down", "Down", "Enter")
    #expect(Set(bench.titles) == ["Apple", "Cherry"])
    #expect(bench.screen.chrome.title == "Fruit/")
    #expect(bench.screen.chrome.state == "2 of 4")
    await bench.press("n")
    #expect(bench.wireframe.takeAsked().last == "new in Fruit")
    await bench.press("Esc")
    #expect(bench.titles.count == 4)
    #expect(bench.screen.chrome.title == "")
  }

  @Test("Branches open and close, and Left goes up")
  func branches() async {
    let bench = await bench()
    await bench.press("F", "Down", "Down", "Right", "Down")
    #expect(bench.frame(100, 8).lines[3].hasPrefix(">     Red"))
    await bench.press("Left")
    #expect(bench.frame(100, 8).lines[2].hasPrefix("> - Fruit"))
    await bench.press("Left")
    #expect(bench.frame(100, 8).lines[2].hasPrefix("> + Fruit"))
    await bench.press("Right", "Right")
    #expect(bench.screen.chrome.title == "Fruit/", "an open branch is shown")
  }

  @Test("In a narrow window the folders replace the notes until they are closed")
  func narrow() async {
    let bench = await bench()
    #expect(bench.frame(40, 6).lines[0].contains("Top"))
    await bench.press("F")
    #expect(bench.frame(40, 6).lines[0].hasPrefix(">   All notes"))
    #expect(!bench.frame(40, 6).lines.contains { $0.contains("Apple") })
    await bench.press("Down", "Enter")
    #expect(bench.frame(40, 6).lines[0].hasPrefix("> X"))
    await bench.press("Left")
    #expect(bench.frame(40, 6).lines[1].hasPrefix("> + deep"))
    await bench.press("F")
    #expect(bench.frame(40, 6).lines[0].hasPrefix("> X"))
  }

  @Test("A click selects a folder, a second shows its notes, and a click on a note goes back")
  func mouse() async {
    let bench = await bench()
    await bench.press("F")
    func click(_ row: Int, _ column: Int) async {
      _ = bench.frame(100, 8)
      _ = bench.screen.handle(.mouse(.init(.press, at: .init(row: row, column: column))))
      await bench.work.whenIdle()
    }
    await click(1, 5)
    #expect(bench.titles.count == 4)
    await click(1, 5)
    #expect(bench.titles == ["X"])
    await click(0, 60)
    #expect(bench.wireframe.takeAsked().last == "open deep/er/x.md")
  }

  @Test("A folder that loses its last note says so, and what to do")
  func empty() async {
    let bench = await bench()
    await bench.press("F", "Down", "Enter")
    bench.interactor.changing.trash([NoteID("deep/er/x.md")])
    await bench.work.whenIdle()
    let lines = bench.frame(100, 8).lines
    #expect(lines[0].contains("No notes in deep/."))
    #expect(lines[1].contains("Press n to write one here, Esc to see all notes."))
  }
}
