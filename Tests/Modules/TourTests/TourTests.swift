import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import Tour

@MainActor
@Suite("Tour")
struct TourTests {
  private final class Closing {
    var count = 0
  }

  private final class FakeWireframe: TourWireframe {
    var pressed: [String] = []
    var brought: [NotePath] = []

    func press(_ key: String) { pressed.append(key) }
    func bring(_ archive: NotePath) { brought.append(archive) }
  }

  private let closing = Closing()
  private let wireframe = FakeWireframe()
  private let imports = GivenImports()
  private let work = Work()

  private static let archives = [
    ImportSource(path: NotePath("/home/ada/Downloads/Recipes.enex"), format: .evernote),
    ImportSource(path: NotePath("/home/ada/Old.jex"), format: .joplin),
  ]

  private func module(_ wireframe: FakeWireframe) -> Module<any Screen> {
    TourBuilder.make(imports: imports, work: work, wireframe: wireframe)
  }

  private func open() throws -> TourScreen {
    let module = module(wireframe)
    module.lifeCycle.moduleIsReady(
      RouteHandle(name: "Tour") { [closing] _ in closing.count += 1 })
    return try #require(module.view as? TourScreen)
  }

  private func open(finding archives: [ImportSource]) async throws -> TourScreen {
    imports.set { $0.found = archives }
    let screen = try open()
    await work.whenIdle()
    return screen
  }

  private func press(_ screen: TourScreen, _ keys: Key...) {
    for key in keys { #expect(screen.handle(.key(key))) }
  }

  private func text(_ screen: TourScreen, _ columns: Int = 52, _ rows: Int = 8) -> String {
    FakeFrame.drawing(screen, columns: columns, rows: rows).lines.joined(separator: "\n")
  }

  @Test("The tour has four steps, and each says what to press")
  func steps() {
    #expect(TourStep.all.count == 4)
    for step in TourStep.all {
      #expect(!step.keys.isEmpty)
      for key in step.keys { #expect(Key(name: key) != nil, "\(key)") }
      #expect(step.text.contains("Press"))
    }
  }

  @Test("The key of a step leads to the next, and other keys do nothing")
  func goesOn() throws {
    let screen = try open()
    #expect(screen.chrome.title == "Tour 1 of 4")
    press(screen, "x", "Enter")
    #expect(screen.chrome.title == "Tour 2 of 4")
    press(screen, "x", ",")
    #expect(!screen.handle(.key("F10")), "what works everywhere works here")
    #expect(screen.chrome.title == "Tour 2 of 4")
    press(screen, "n")
    #expect(screen.chrome.title == "Tour 3 of 4")
    #expect(text(screen).contains("✓ Right."))
    press(screen, "Left")
    #expect(screen.chrome.title == "Tour 2 of 4")
    #expect(!text(screen).contains("Right."))
    press(screen, "Backspace", "Left")
    #expect(screen.chrome.title == "Tour 1 of 4")
  }

  @Test("Each step is shown in full in its box", arguments: 0..<4)
  func whole(step: Int) throws {
    let screen = try open()
    for _ in 0..<step { press(screen, "Enter") }
    expectWhole(TourStep.all[step], on: screen)
  }

  private func expectWhole(_ step: TourStep, on screen: TourScreen) {
    let size = screen.preferredSize(in: Size(columns: 76, rows: 20))
    let shown = text(screen, size.columns, size.rows).split(whereSeparator: \.isWhitespace)
    let wanted = step.text.split(separator: " ")
    #expect(Array(shown.suffix(wanted.count)) == wanted)
  }

  @Test("A found archive is named, and its key shows what it would import")
  func oneArchive() async throws {
    let screen = try await open(finding: [Self.archives[0]])
    press(screen, "Enter", "Enter", "Enter")
    expectWhole(.offering([Self.archives[0]]), on: screen)
    #expect(
      TourStep.offering([Self.archives[0]]).text.contains("Evernote were found in Recipes.enex"))
    press(screen, "I")
    #expect(wireframe.brought == [Self.archives[0].path])
    #expect(wireframe.pressed == [])
    #expect(closing.count == 1)
  }

  @Test("The newest of several archives is named, and its key shows all")
  func severalArchives() async throws {
    let screen = try await open(finding: Self.archives)
    press(screen, "Enter", "Enter", "Enter")
    expectWhole(.offering(Self.archives), on: screen)
    press(screen, "I")
    #expect(wireframe.brought == [])
    #expect(wireframe.pressed == ["I"])
  }

  @Test("Archives found during that step change it, even with a name that is too long")
  func foundLate() async throws {
    let name = String(repeating: "long ", count: 50) + ".jex"
    let archive = ImportSource(path: NotePath("/\(name)"), format: .joplin)
    imports.set { $0.found = [archive] }
    let screen = try open()
    press(screen, "Enter", "Enter", "Enter")
    expectWhole(.ending, on: screen)
    await work.whenIdle()
    expectWhole(.offering([archive]), on: screen)
  }

  @Test("Every part of the tour is freed")
  func freed() async {
    imports.set { $0.found = Self.archives }
    let probe = LeakProbe()
    do {
      let module = module(FakeWireframe())
      probe.watch(module)
      module.lifeCycle.moduleIsReady(RouteHandle(name: "Tour") { _ in })
      module.lifeCycle.moduleWasRemoved()
      await work.whenIdle()
    }
    #expect(probe.leaks.isEmpty)
  }

  @Test("The tour ends after the last step, or with Esc or q at once")
  func ends() throws {
    let screen = try open()
    for _ in 0..<3 { press(screen, "Enter") }
    #expect(closing.count == 0)
    press(screen, "?")
    #expect(closing.count == 1)
    press(try open(), "Esc")
    press(try open(), "q")
    #expect(closing.count == 3)
  }

  @Test("A click goes on, and pasted text does nothing")
  func mouse() throws {
    let screen = try open()
    #expect(screen.handle(.paste(Array("q".utf8))))
    #expect(screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 0)))))
    #expect(screen.chrome.title == "Tour 2 of 4")
    #expect(closing.count == 0)
  }

  @Test("A tiny box shows first which keys to press", arguments: [(16, 1), (1, 1), (20, 3)])
  func small(columns: Int, rows: Int) throws {
    let screen = try open()
    if columns > 1 { #expect(text(screen, columns, rows).hasPrefix("j and k")) }
    _ = text(screen, columns, rows)
  }
}
