import Entities
import Terminal
import TestSupport
import Testing
import Viper

@testable import Editor

@MainActor
@Suite("Editor: its parent")
struct EditorOutputTests {
  @Test("R4 C3 the parent is set at build and held weakly: a released parent receives nothing")
  func weakly() async {
    let (store, work) = (MemoryNoteStore(["a.md": "x"]), Work())
    let builder = EditorBuilder(
      services: .init(store: store, journal: MemoryJournal(), clock: StillClock(), work: work))
    var parent: FakeParent? = FakeParent()
    weak let held = parent
    let built = builder.make(
      opening: .note(NoteID("a.md")), asPeek: false, wireframe: FakeWireframe(), output: parent)
    built.module.lifeCycle.moduleIsReady(RouteHandle(name: "Editor") { _ in })
    await work.whenIdle()

    parent = nil
    #expect(held == nil, "the editor keeps its parent alive")
    for key in [Key("y"), "C-s"] { #expect(built.module.view?.handle(.key(key)) == true) }
    await work.whenIdle()
    #expect(await store.text(of: NoteID("a.md")) == "yx")
  }
}
