import FakeTerminal
import Terminal
import Testing
import Viper

@testable import App

@MainActor
@Suite("Router: a module in a slot can fill the whole screen")
struct RouterFillingTests {
  private let ground = Playground()
  private let root: RouteHandle
  private let child: RouteHandle
  private let screens: Screens

  private final class Screens {
    var root: ToyScreen?
    var child: ToyScreen?
  }

  init() throws {
    let screens = Screens()
    self.screens = screens
    root = try ground.router.push(ground.toy("Root", made: { screens.root = $0 }))
    child = try ground.router.embed(
      ground.toy("Child", made: { screens.child = $0 }), in: root, slot: "detail")
  }

  private var words: [String] {
    ground.router.drawFrame()
    return ground.driver.frame.lines.map { $0.trimmingBlanks }.filter { $0.hasPrefix("[") }
  }

  @Test("A filling module covers its holder, has the focus, and returns to its slot")
  func fills() {
    #expect(words == ["[Root]", "[Child]"])
    ground.router.fill(child)
    #expect(ground.router.fills(child) && ground.router.hasFocus(child))
    #expect(words == ["[Child]"])
    #expect(screens.child?.surface.size == Size(columns: 40, rows: 9))
    #expect(screens.child?.surface.fillsHolder == true)
    ground.router.unfill(child)
    #expect(!ground.router.fills(child) && ground.router.hasFocus(child))
    #expect(words == ["[Root]", "[Child]"])
    #expect(screens.child?.surface.fillsHolder == false)
  }

  @Test("A module without room in its slot shows only while it fills the screen")
  func noRoom() {
    screens.root?.slotFrame = nil
    ground.router.slotsMoved()
    #expect(words == ["[Root]"])
    ground.router.focus(child)
    #expect(ground.router.hasFocus(root))
    ground.router.fill(child)
    #expect(words == ["[Child]"] && ground.router.hasFocus(child))
    ground.router.unfill(child)
    #expect(words == ["[Root]"] && ground.router.hasFocus(root))
  }

  @Test("Moving the focus to another module ends the filling")
  func focusElsewhere() {
    ground.router.fill(child)
    ground.router.focus(root)
    #expect(!ground.router.fills(child))
    #expect(words == ["[Root]", "[Child]"])
  }

  @Test("The mouse does not reach a covered module")
  func mouse() {
    ground.router.fill(child)
    _ = ground.router.handle(.mouse(MouseEvent(.press, at: Point(row: 7, column: 3))))
    #expect(screens.child?.mouse == ["press 6:3"])
    #expect(screens.root?.mouse == [])
  }

  @Test("Filling survives a resize and a pushed screen, and ends with the module")
  func stays() throws {
    ground.router.fill(child)
    ground.driver.resize(to: Size(columns: 30, rows: 10))
    ground.router.terminalWasResized()
    #expect(screens.child?.surface.size == Size(columns: 30, rows: 7))
    let other = try ground.router.push(ground.toy("Other"))
    #expect(words == ["[Other]"])
    try other.remove()
    #expect(words == ["[Child]"] && ground.router.hasFocus(child))
    try child.remove()
    #expect(words == ["[Root]"] && ground.router.hasFocus(root))
    ground.router.fill(root)
    #expect(!ground.router.fills(root), "it stands in no slot")
  }
}

extension String {
  fileprivate var trimmingBlanks: String { String(drop { $0 == " " }) }
}
