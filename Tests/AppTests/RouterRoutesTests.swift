import FakeTerminal
import Terminal
import Testing
import Viper

@testable import App

@MainActor
@Suite("The router shows and removes modules")
struct RouterRoutesTests {
  let ground = Playground()

  private var drawn: String {
    ground.router.drawFrame()
    return ground.driver.frame.text
  }

  @Test("K3 push, modal, box, embed, replaceDetail, custom and make all show or hold a module")
  func everyWay() throws {
    let root = try ground.router.push(ground.toy("Root"))
    #expect(drawn.contains("[Root]"))
    try ground.router.embed(ground.toy("Child"), in: root, slot: "detail")
    #expect(drawn.contains("[Root]") && drawn.contains("[Child]"))
    try ground.router.replaceDetail(ground.toy("Other"), of: root)
    #expect(drawn.contains("[Other]") && !drawn.contains("[Child]"))
    let box = try ground.router.box(ground.toy("Box"))
    #expect(drawn.contains("[Box]") && drawn.contains("[Root]"))
    try box.remove()
    try ground.router.modal(ground.toy("Modal"))
    #expect(drawn.contains("[Modal]") && !drawn.contains("[Root]"))
    var dismissed = 0
    let custom = try ground.router.custom(
      ground.toy("Custom"),
      CustomPresentation(
        name: "corner", frame: { _ in Rect(row: 0, column: 0, rows: 4, columns: 16) },
        dismiss: { dismissed += 1 }))
    #expect(drawn.contains("[Custom]"))
    try custom.remove()
    #expect(dismissed == 1)
    let made = ground.router.make(ground.toy("Made"))
    #expect(made.state == .unrouted && !drawn.contains("[Made]"))
    try ground.router.show(made, as: .push)
    #expect(made.state == .routed && drawn.contains("[Made]"))
  }

  @Test("K3 replaceDetail pushes if the parent has no slot or no room for the module")
  func detailWithoutRoom() throws {
    let root = try ground.router.push(ground.toy("Root", slots: []))
    try ground.router.replaceDetail(ground.toy("D"), of: root)
    #expect(ground.router.stackDescription == "Root > D")
  }

  @Test("Z7 a module moves from a slot to the stack unchanged, and survives its old parent")
  func fromSlotToStack() throws {
    let root = try ground.router.push(ground.toy("Root"))
    let parent = try ground.router.push(ground.toy("Parent"))
    let child = try ground.router.embed(ground.toy("Child"), in: parent, slot: "detail")
    ground.router.focus(child)
    _ = ground.takeDiary()
    try ground.router.show(child, as: .push)
    #expect(ground.router.stackDescription == "Root > Parent > Child")
    #expect(ground.router.hasFocus(child) && ground.router.tree[1].children.isEmpty)
    try parent.remove()
    #expect(ground.router.stackDescription == "Root > Child" && child.state == .routed)
    #expect(
      ground.takeDiary() == ["Parent will disappear", "Parent did disappear", "Parent removed"])
    try child.remove()
    #expect(ground.router.hasFocus(root) && ground.probe.leaks == [])
  }

  @Test("A module below the top cannot be taken from its parent")
  func notFromBelow() throws {
    let parent = try ground.router.push(ground.toy("Parent"))
    let child = try ground.router.embed(ground.toy("Child"), in: parent, slot: "detail")
    try ground.router.push(ground.toy("Top"))
    #expect(
      failure { () throws(RouteError) in try ground.router.show(child, as: .push) }
        == .alreadyShown("Child"))
    let viewless = try ground.router.attach(ground.viewless("V"), to: parent)
    try ground.router.popTo("Parent")
    #expect(
      failure { () throws(RouteError) in try ground.router.show(viewless, as: .push) }
        == .alreadyShown("V"))
  }

  @Test("A drag belongs to the screen that got the press, until the button is released")
  func drags() throws {
    var screens: [ToyScreen] = []
    let root = try ground.router.push(ground.toy("Root", made: { screens.append($0) }))
    try ground.router.embed(
      ground.toy("Child", made: { screens.append($0) }), in: root, slot: "detail")
    screens[1].takesMouse = true
    func mouse(_ action: MouseEvent.Action, _ row: Int) {
      _ = ground.router.handle(.mouse(MouseEvent(action, at: Point(row: row, column: 1))))
    }
    // The child is two rows below the top: one row is the chrome's.
    mouse(.press, 2)
    mouse(.drag, 8)
    mouse(.release, 8)
    #expect(screens[1].mouse == ["press 0:1", "drag 6:1", "release 6:1"])
    #expect(screens[0].mouse == [])
    mouse(.press, 6)
    mouse(.drag, 2)
    #expect(screens[0].mouse == ["press 5:1"])
    #expect(screens[1].mouse.last == "drag 0:1")
  }

  @Test("K5 remove undoes each kind of route; a second call throws")
  func removeTwice() throws {
    let root = try ground.router.push(ground.toy("Root"))
    let ways: [() throws -> RouteHandle] = [
      { try ground.router.push(ground.toy("X")) },
      { try ground.router.modal(ground.toy("X")) },
      { try ground.router.box(ground.toy("X")) },
      { try ground.router.embed(ground.toy("X"), in: root, slot: "detail") },
      { try ground.router.attach(ground.viewless("X"), to: root) },
    ]
    for way in ways {
      let handle = try way()
      try handle.remove()
      #expect(handle.state == .removed)
      #expect(ground.router.stackDescription == "Root")
      #expect(ground.router.tree[0].children.isEmpty)
      #expect(
        failure { () throws(RouteError) in try handle.remove() } == .alreadyRemoved("X"))
    }
    #expect(ground.probe.leaks == [])
  }

  @Test("K6 a handle follows its module's state, also when something else removes the module")
  func states() throws {
    try ground.router.push(ground.toy("Root"))
    var seen: [RouteState] = []
    let options = RouteOptions(prepare: { seen.append($0.state) })
    let handle = try ground.router.push(ground.toy("A", options: options))
    #expect(seen == [.routing] && handle.state == .routed)
    try ground.router.popTo("Root")
    #expect(handle.state == .removed)
  }

  @Test("Z7 K11 a box becomes a pushed screen: the same instance, still on the screen")
  func commit() throws {
    try ground.router.push(ground.toy("Root"))
    var screens: [ToyScreen] = []
    let handle = try ground.router.box(ground.toy("Peek") { screens.append($0) })
    _ = ground.takeDiary()
    try ground.router.show(handle, as: .push)
    #expect(ground.takeDiary() == ["Root will disappear", "Root did disappear"])
    #expect(ground.router.stackDescription == "Root > Peek")
    #expect(screens.count == 1)
    #expect(screens[0].surface.size.columns == 40)
  }

  @Test("R11 popTo, singleTop and replaceTop change the stack")
  func backStack() throws {
    try ground.router.push(ground.toy("A"))
    let note = try ground.router.push(ground.toy("E", key: "plan.md"))
    let same = try ground.router.singleTop(ground.toy("E", key: "plan.md"))
    #expect(same === note)
    #expect(ground.router.stackDescription == "A > E")
    try ground.router.singleTop(ground.toy("E", key: "other.md"))
    #expect(ground.router.stackDescription == "A > E > E")
    try ground.router.replaceTop(ground.toy("F"))
    #expect(ground.router.stackDescription == "A > E > F")
    try ground.router.popTo("A")
    #expect(ground.router.stackDescription == "A")
    #expect(ground.probe.leaks == [])
  }

  @Test("R9 replaceAll replaces the root, and nothing of the old stack is left")
  func replaceAll() throws {
    try ground.router.push(ground.toy("A"))
    try ground.router.push(ground.toy("B"))
    try ground.router.replaceAll(ground.toy("Login"))
    #expect(ground.router.stackDescription == "Login")
    #expect(ground.probe.leaks == [])
  }

  @Test("R12 the tree names every live module and its presentation; tracing logs each")
  func tree() throws {
    let root = try ground.router.push(ground.toy("Root"))
    try ground.router.embed(ground.toy("Child"), in: root, slot: "detail")
    let box = try ground.router.box(ground.toy("Box"))
    let child = ModuleTreeNode(name: "Child", presentation: "slot detail", children: [])
    #expect(
      ground.router.tree == [
        ModuleTreeNode(name: "Root", presentation: "push", children: [child]),
        ModuleTreeNode(name: "Box", presentation: "box", children: []),
      ])
    try box.remove()
    #expect(
      ground.log == [
        "attached Root (push)", "attached Child (slot detail)", "attached Box (box)",
        "detached Box",
      ])
  }

  @Test("K17 the probe names an object that outlives its module")
  func leak() throws {
    try ground.router.push(ground.toy("Root"))
    var kept: ToyScreen?
    let handle = try ground.router.push(ground.toy("A") { kept = $0 })
    try handle.remove()
    #expect(ground.probe.leaks == ["A: ToyScreen", "A: ToyPresenter"])
    #expect(kept != nil)
    kept = nil
    #expect(ground.probe.leaks == [])
  }

  @Test("I3 a box gets the size that it prefers")
  func preferredSize() throws {
    try ground.router.push(ground.toy("Root"))
    var screen: ToyScreen?
    try ground.router.box(ground.toy("Box") { screen = $0 })
    #expect(screen?.surface.size == Size(columns: 12, rows: 3))
  }

  @Test("Keys go to the focused child, then to its parent")
  func focus() throws {
    var screens: [ToyScreen] = []
    let root = try ground.router.push(ground.toy("Root") { screens.append($0) })
    let child = try ground.router.embed(
      ground.toy("Child") { screens.append($0) }, in: root, slot: "detail")
    _ = ground.router.handle(.key("a"))
    ground.router.focus(child)
    _ = ground.router.handle(.key("b"))
    screens[1].takes = ["c"]
    #expect(ground.router.handle(.key("c")))
    ground.router.focus(root)
    _ = ground.router.handle(.key("d"))
    #expect(screens[0].taken == ["a", "b", "d"])
    #expect(screens[1].taken == ["b", "c"])
  }

  @Test("Below 20x5 a message replaces the screens; a larger size brings them back")
  func tooSmall() throws {
    try ground.router.push(ground.toy("Root"))
    for size in [
      Size(columns: 19, rows: 12), Size(columns: 40, rows: 4), Size(columns: 1, rows: 1),
    ] {
      ground.driver.resize(to: size)
      _ = ground.router.handle(.resize(size))
      #expect(!drawn.contains("[Root]"))
    }
    let size = Size(columns: 20, rows: 5)
    ground.driver.resize(to: size)
    _ = ground.router.handle(.resize(size))
    #expect(drawn.contains("[Root]"))
  }
}
