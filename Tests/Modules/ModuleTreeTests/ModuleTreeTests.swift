import FakeTerminal
import Terminal
import Testing
import Viper

@testable import ModuleTree

@MainActor
@Suite("Module tree")
struct ModuleTreeTests {
  let source = FakeSource()
  let presenter: ModuleTreePresenter
  let screen: ModuleTreeScreen

  init() {
    presenter = ModuleTreePresenter(source: source)
    screen = ModuleTreeScreen(presenter: presenter)
  }

  @Test("R12 the live modules are an indented tree, each with its presentation")
  func tree() {
    presenter.moduleDidAppear()
    #expect(
      FakeFrame.drawing(screen, columns: 40, rows: 6).lines == [
        "NoteList  push", "├ Preview  slot preview", "└ Editor  push", "  ├ Autosave  attached",
        "  └ Prompt  box", "",
      ])
    #expect(screen.preferredSize(in: Size(columns: 80, rows: 20)) == Size(columns: 24, rows: 5))
  }

  @Test("Lines continue past the children of an earlier sibling")
  func siblings() {
    source.root.children.reverse()
    presenter.moduleDidAppear()
    #expect(
      FakeFrame.drawing(screen, columns: 40, rows: 5).lines == [
        "NoteList  push", "├ Editor  push", "│ ├ Autosave  attached", "│ └ Prompt  box",
        "└ Preview  slot preview",
      ])
  }

  @Test("Nothing is read before the tree appears, and r reads again")
  func refreshes() {
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 2).lines == ["", ""])
    presenter.moduleDidAppear()
    source.root = ModuleTreeNode(name: "Login", presentation: "push", children: [])
    _ = FakeFrame.drawing(screen, columns: 40, rows: 2)
    #expect(screen.handle(.key("r")))
    #expect(screen.surface.isStale)
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 2).lines == ["Login  push", ""])
  }

  @Test(
    "The tree scrolls within its rows, with a bar",
    arguments: [(Key("End"), 3), ("j", 1), ("k", 0)])
  func scrolls(key: Key, first: Int) {
    presenter.moduleDidAppear()
    let before = FakeFrame.drawing(screen, columns: 30, rows: 2)
    #expect(before.rowText(0).hasSuffix("▐"))
    let all = FakeFrame.drawing(screen, columns: 31, rows: 5).lines
    _ = FakeFrame.drawing(screen, columns: 30, rows: 2)
    #expect(screen.handle(.key(key)))
    #expect(FakeFrame.drawing(screen, columns: 30, rows: 2).lines[0].hasPrefix(all[first]))
  }

  @Test("A tree that becomes shorter scrolls back")
  func shrinks() {
    presenter.moduleDidAppear()
    _ = FakeFrame.drawing(screen, columns: 30, rows: 2)
    _ = screen.handle(.key("End"))
    source.root.children = []
    _ = screen.handle(.key("r"))
    #expect(FakeFrame.drawing(screen, columns: 30, rows: 2).lines == ["NoteList  push", ""])
  }

  @Test("Each closing key removes the tree", arguments: [Key("Esc"), "q", "F12"])
  func closes(key: Key) {
    var removals = 0
    presenter.moduleIsReady(RouteHandle(name: "ModuleTree") { _ in removals += 1 })
    #expect(screen.handle(.key(key)))
    #expect(removals == 1)
  }

  @Test("The tree draws in any size")
  func anySize() {
    presenter.moduleDidAppear()
    for columns in 0...24 {
      for rows in 0...6 {
        let frame = FakeFrame.drawing(screen, columns: columns, rows: rows)
        #expect(frame.size == Size(columns: columns, rows: rows))
      }
    }
  }

  @Test("K17 every part of a dropped module tree is freed, and no source is retained")
  func freed() {
    let probe = LeakProbe()
    weak var source: FakeSource?
    do {
      let made = FakeSource()
      source = made
      let module = ModuleTreeBuilder.make(source: made)
      probe.watch(module)
      module.lifeCycle.moduleDidAppear()
      #expect(probe.leaks == ["ModuleTree: ModuleTreeScreen", "ModuleTree: ModuleTreePresenter"])
    }
    #expect(probe.leaks == [])
    #expect(source == nil)
  }
}

@MainActor
final class FakeSource: ModuleTreeSource {
  var root = ModuleTreeNode(
    name: "NoteList", presentation: "push",
    children: [
      ModuleTreeNode(name: "Preview", presentation: "slot preview", children: []),
      ModuleTreeNode(
        name: "Editor", presentation: "push",
        children: [
          ModuleTreeNode(name: "Autosave", presentation: "attached", children: []),
          ModuleTreeNode(name: "Prompt", presentation: "box", children: []),
        ]),
    ])

  func moduleTree() -> ModuleTreeNode { root }
}
