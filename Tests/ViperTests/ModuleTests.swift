import Testing
import Viper

@MainActor
private final class Part {}

@MainActor
private final class Lived: LifeCycle {}

@MainActor
@Suite("Modules, handles and the leak probe")
struct ModuleTests {
  @Test("K17 R7 the probe names each part that outlives its module, and retains none")
  func probe() {
    let probe = LeakProbe()
    var life: Lived? = Lived()
    var part: Part? = Part()
    if let life, let part {
      probe.watch(
        Module<Never>(name: "Editor", view: nil, lifeCycle: life, parts: [life, part]))
    }
    #expect(probe.leaks == ["Editor: Lived", "Editor: Part"])
    life = nil
    #expect(probe.leaks == ["Editor: Part"])
    part = nil
    #expect(probe.leaks == [])
  }

  @Test("A module holds its life cycle, and watches its parts without retaining them")
  func weakParts() {
    var part: Part? = Part()
    let module = Module<String>(
      name: "Help", view: "view", lifeCycle: Lived(), parts: [part].compactMap(\.self))
    #expect(module.parts.map(\.type) == ["Part"])
    part = nil
    #expect(module.parts[0].object == nil)
    #expect(module.view == "view")
  }

  @Test("K6 a handle begins unrouted, and reports the state that its router sets")
  func states() {
    let handle = RouteHandle(name: "Editor") { _ in }
    #expect(handle.state == .unrouted)
    for state in [RouteState.routing, .routed, .removing, .removed] {
      handle.move(to: state)
      #expect(handle.state == state)
    }
  }

  @Test("K5 remove passes the handle to the router, and rethrows the router's refusal")
  func remove() {
    var asked: [RouteHandle] = []
    let handle = RouteHandle(name: "Editor") { handle throws(RouteError) in
      asked.append(handle)
      if asked.count > 1 { throw .alreadyRemoved(handle.name) }
    }
    #expect(throws: Never.self) { try handle.remove() }
    #expect(throws: RouteError.alreadyRemoved("Editor")) { try handle.remove() }
    #expect(asked.count == 2 && asked.allSatisfy { $0 === handle })
  }

  @Test(
    "K7 every error names its module or address, and ends like a sentence",
    arguments: [
      RouteError.alreadyShown("Editor"), .alreadyRemoved("Editor"), .notShown("Editor"),
      .underWay("Editor"), .recursive("Editor"), .noSlot("detail", in: "Editor"),
      .parentNotShown("Editor"), .notOnStack("Editor"), .lastOnStack("Editor"),
      .emptyStack("Editor"), .hasNoView("Editor"), .refused("Editor", reason: "late"),
      .customFailed("Editor", reason: "late"), .unknownAddress("notes://Editor"),
      .noRouter("Editor"),
    ])
  func messages(error: RouteError) {
    #expect(error.message.contains("Editor"))
    #expect(error.message.hasSuffix("."))
  }
}
