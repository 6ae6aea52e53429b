import FakeTerminal
import Terminal
import Testing
import Viper

@testable import App

@MainActor
@Suite("The router reports life cycle events to modules")
struct RouterLifeCycleTests {
  let ground = Playground()

  @Test("Z12 a push: the new module is ready and appears, the one below disappears")
  func push() throws {
    try ground.router.push(ground.toy("A"))
    #expect(ground.takeDiary() == ["A ready", "A will appear", "A did appear"])
    try ground.router.push(ground.toy("B"))
    #expect(
      ground.takeDiary() == [
        "B ready", "A will disappear", "A did disappear", "B will appear", "B did appear",
      ])
  }

  @Test("Z12 removing a pushed module: it disappears and is removed, the one below appears again")
  func pop() throws {
    try ground.router.push(ground.toy("A"))
    let handle = try ground.router.push(ground.toy("B"))
    _ = ground.takeDiary()
    try handle.remove()
    #expect(
      ground.takeDiary() == [
        "B will disappear", "B did disappear", "B removed", "A will appear", "A did appear",
      ])
  }

  @Test("Z12 a modal covers like a push; a box leaves the module below visible")
  func modalAndBox() throws {
    try ground.router.push(ground.toy("A"))
    let modal = try ground.router.modal(ground.toy("M"))
    _ = ground.takeDiary()
    let box = try ground.router.box(ground.toy("B"))
    #expect(ground.takeDiary() == ["B ready", "B will appear", "B did appear"])
    try box.remove()
    #expect(ground.takeDiary() == ["B will disappear", "B did disappear", "B removed"])
    try modal.remove()
    #expect(ground.takeDiary().last == "A did appear")
  }

  @Test("Z12 embedding: the child appears and disappears with its parent")
  func embed() throws {
    try ground.router.push(ground.toy("Root"))
    let parent = try ground.router.push(ground.toy("P"))
    try ground.router.embed(ground.toy("C"), in: parent, slot: "detail")
    _ = ground.takeDiary()
    let cover = try ground.router.push(ground.toy("X"))
    #expect(
      ground.takeDiary() == [
        "X ready", "C will disappear", "C did disappear", "P will disappear", "P did disappear",
        "X will appear", "X did appear",
      ])
    try cover.remove()
    #expect(
      ground.takeDiary().suffix(4) == [
        "P will appear", "P did appear", "C will appear", "C did appear",
      ])
  }

  @Test("Z12 replacing: the new module appears before the old one is removed")
  func replace() throws {
    try ground.router.push(ground.toy("A"))
    try ground.router.push(ground.toy("B"))
    _ = ground.takeDiary()
    try ground.router.replaceTop(ground.toy("C"))
    #expect(
      ground.takeDiary() == [
        "C ready", "B will disappear", "B did disappear", "C will appear", "C did appear",
        "B removed",
      ])
    #expect(ground.router.stackDescription == "A > C")
  }

  @Test("R1 removing a parent stops and frees its children, innermost first")
  func removesChildrenFirst() throws {
    try ground.router.push(ground.toy("Root"))
    let parent = try ground.router.push(ground.toy("P"))
    let child = try ground.router.embed(ground.toy("C"), in: parent, slot: "detail")
    try ground.router.embed(ground.toy("G"), in: child, slot: "detail")
    try ground.router.attach(ground.viewless("V"), to: child)
    _ = ground.takeDiary()
    try parent.remove()
    #expect(
      ground.takeDiary().filter { $0.hasSuffix("removed") } == [
        "V removed", "G removed", "C removed", "P removed",
      ])
    #expect(ground.probe.leaks == [])
  }

  @Test("R2 a viewless module has a life cycle and is removed with its parent")
  func viewless() throws {
    let parent = try ground.router.push(ground.toy("P"))
    let handle = try ground.router.attach(ground.viewless("V"), to: parent)
    #expect(ground.takeDiary().contains("V ready"))
    try handle.remove()
    #expect(ground.takeDiary() == ["V will disappear", "V did disappear", "V removed"])
    #expect(ground.router.tree[0].children.isEmpty)
  }

  @Test("K4 prepare runs before ready and the first draw; each other handler runs exactly once")
  func handlers() throws {
    var calls: [String] = []
    let diary = ground.diary
    let options = RouteOptions(
      prepare: { _ in diary.lines.append("prepare") }, success: { _ in calls.append("success") },
      failure: { _ in calls.append("failure") }, completion: { calls.append("completion") })
    try ground.router.push(ground.toy("A", options: options))
    ground.router.drawFrame()
    #expect(
      ground.diary.lines == ["prepare", "A ready", "A will appear", "A did appear", "A drawn"])
    ground.router.drawFrame()
    #expect(calls == ["success", "completion"])
  }

  @Test("K4 a failed route calls failure and completion, once each")
  func failureHandlers() throws {
    var calls: [String] = []
    let options = RouteOptions(
      success: { _ in calls.append("success") }, failure: { calls.append("failure \($0)") },
      completion: { calls.append("completion") })
    let parent = try ground.router.push(ground.toy("A"))
    let error = failure { () throws(RouteError) in
      try ground.router.embed(ground.toy("B", options: options), in: parent, slot: "none")
    }
    #expect(error == .noSlot("none", in: "A"))
    #expect(calls == ["failure \(RouteError.noSlot("none", in: "A"))", "completion"])
  }

  @Test("A module that routes when it is ready appears only after those routes are done")
  func routesWhenReady() throws {
    let ground = ground
    let route = ground.toy("P") { screen in
      screen.presenter.whenReady = { handle in
        _ = try? ground.router.embed(ground.toy("C"), in: handle, slot: "detail")
      }
    }
    try ground.router.push(route)
    #expect(
      ground.takeDiary() == [
        "P ready", "C ready", "P will appear", "P did appear", "C will appear", "C did appear",
      ])
  }

  @Test("With too many screens, the lowest one above the root is removed with its boxes")
  func tooManyScreens() throws {
    let router = ground.router
    try router.push(ground.toy("Root"))
    try router.push(ground.toy("Unfinished") { $0.presenter.hasUnfinishedWork = true })
    try router.push(ground.toy("A"))
    try router.box(ground.toy("Box"))
    let room = AppRouter.mostScreens - 3
    for number in 1...room { try router.push(ground.toy("S\(number)")) }
    let before = router.stack.map(\.name)
    #expect(before == ["Root", "Unfinished", "A", "Box"] + (1...room).map { "S\($0)" })
    _ = ground.takeDiary()

    try router.push(ground.toy("New"))
    let after = router.stack.map(\.name)
    #expect(after == ["Root", "Unfinished"] + (1...room).map { "S\($0)" } + ["New"])
    #expect(ground.takeDiary().filter { $0.hasSuffix("removed") } == ["Box removed", "A removed"])

    for number in 1...1_000 { try router.push(ground.toy("T\(number)")) }
    #expect(router.stack.count == AppRouter.mostScreens)
    try router.popTo("Unfinished")
    #expect(router.stack.map(\.name) == ["Root", "Unfinished"])
  }

  @Test("The end of the program reaches every live module, including covered ones")
  func programEnds() throws {
    try ground.router.push(ground.toy("A"))
    try ground.router.push(ground.toy("B"))
    _ = ground.takeDiary()
    #expect(ground.router.programWillEnd() == [])
    #expect(ground.takeDiary() == ["A will end", "B will end"])
  }
}
