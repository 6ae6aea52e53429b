import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import VaultSettings
import Viper
import Lists

@testable import Settings

@MainActor
@Suite("The settings' screen")
struct SettingsScreenTests {
  private let work = Work()
  private let store = MemorySettings("# mine\ncolor = never\nascii = perhaps\n")
  private let vault = MemorySettings("wrap = no\nvault = /elsewhere\n")
  private let wireframe = FakeWireframe()
  private var parent: FakeParent { wireframe.parent }

  private func open(
    withVault: Bool = true, problems: [String] = []
  ) async -> SettingsScreen {
    var look = SettingsLook()
    look.themes = { ["standard", "mono"] }
    look.problems = { _ in problems }
    let presenter = SettingsPresenter(
      interactor: SettingsInteractor(
        cases: SettingsCases(store, vault: withVault ? vault : nil, look: look), work: work),
      wireframe: wireframe)
    let screen = SettingsScreen(presenter: presenter)
    presenter.moduleIsReady(RouteHandle(name: "Settings") { _ in })
    await work.whenIdle()
    return screen
  }

  private func press(_ screen: SettingsScreen, _ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  /// The place of a setting in the list, which is ordered by groups.
  /// The settings in their order on the screen.
  private let shown = SettingGroup.allCases.flatMap { group in
    SettingName.allCases.filter { $0.group == group }
  }

  private func place(of name: SettingName) -> Int { shown.firstIndex(of: name) ?? 0 }

  /// Selects a setting by its name.
  private func go(_ screen: SettingsScreen, to name: SettingName) async {
    await press(screen, "g")
    for _ in 0..<place(of: name) { await press(screen, "j") }
  }

  private func lines(_ screen: SettingsScreen, _ columns: Int = 60, _ rows: Int = 16) -> [String] {
    FakeFrame.drawing(screen, columns: columns, rows: rows).lines
  }

  private func line(_ screen: SettingsScreen, _ name: SettingName) -> String {
    lines(screen, 60, 70).first { $0.dropFirst(2).hasPrefix(name.rawValue) } ?? ""
  }

  @Test("Each setting shows its value and source, and the selected setting is explained")
  func rows() async {
    let screen = await open()
    for name in SettingName.allCases { #expect(!line(screen, name).isEmpty, "\(name)") }
    #expect(line(screen, .color).hasSuffix("set"))
    #expect(line(screen, .wrap).hasSuffix("this vault"))
    #expect(line(screen, .wrap).contains("no"))
    // A vault cannot set which vault to open.
    #expect(line(screen, .vault).contains("—"))
    await go(screen, to: .ascii)
    let shown = lines(screen, 80, 24).joined(separator: "\n")
    #expect(shown.contains("“yes” for borders and signs in ASCII"))
    #expect(shown.contains("It may be yes, no."))
    #expect(shown.contains("Default: no. A change is sometime."))
  }

  @Test("An unreadable line is shown with its number and the reason")
  func problems() async {
    let screen = await open()
    #expect(screen.chrome.message.contains("line 3: ascii cannot be “perhaps”"))
    #expect(screen.chrome.tone == .warning)
    await press(screen, "G")
    #expect(lines(screen, 60, 24).contains { $0.hasPrefix("> ! ") })
    await press(screen, "Enter", "v", "d", "Right")
    #expect(await store.written == "# mine\ncolor = never\nascii = perhaps\n")
  }

  @Test("Enter and the arrows cycle through the choices, and the file keeps its comments")
  func changes() async {
    let screen = await open()
    await go(screen, to: .color)
    await press(screen, "Enter")
    #expect(await store.written == "# mine\ncolor = auto\nascii = perhaps\n")
    #expect(screen.chrome.message == "color = auto (sometime)")
    await press(screen, "Left")
    #expect(await store.written.contains("color = never"))
    await press(screen, "Right", "d")
    #expect(await store.written == "# mine\nascii = perhaps\n")
    await press(screen, "d")
    #expect(screen.chrome.message == "color is not set.")
    #expect(parent.changes == ["color=auto", "color=never", "color=auto", "color=auto"])
  }

  @Test("Choices known only to the program are cycled too")
  func themes() async {
    let screen = await open()
    await go(screen, to: .theme)
    await press(screen, "Right")
    #expect(await store.written.contains("theme = mono"))
    await press(screen, "Right")
    #expect(await store.written.contains("theme = standard"))
    parent.problem = "broken.theme, line 1"
    await press(screen, "Right")
    #expect(screen.chrome.message == "broken.theme, line 1")
  }

  @Test("Enter asks for one of several choices, the current one first; other problems are listed")
  func choosesFromAList() async {
    let screen = await open(
      problems: ["mine.theme, line 3: no role", "keys, line 1: no place"])
    #expect(screen.chrome.message == "3 problems: see the end of this list.")
    await press(screen, "G")
    #expect(lines(screen, 60, 26).contains { $0.hasPrefix("> ! keys, line 1: no place") })
    await go(screen, to: .weekStart)
    await press(screen, "Enter")
    #expect(wireframe.asked == ["week-start of auto,monday,sunday,saturday"])
    wireframe.questions.answer(.chosen("2"))
    await work.whenIdle()
    #expect(await store.written.contains("week-start = sunday"))
  }

  @Test("A text is asked for, and an invalid one is refused and changes nothing")
  func text() async {
    let screen = await open()
    await go(screen, to: .vault)
    await press(screen, "Enter")
    #expect(wireframe.asked == ["vault: "])
    wireframe.questions.answer(.typed("/home/ada/n"))
    await work.whenIdle()
    #expect(await store.written.contains("vault = /home/ada/n"))
    await press(screen, "Enter")
    wireframe.questions.answer(.typed("a\u{1b}b"))
    await work.whenIdle()
    #expect(screen.chrome.message.contains("vault cannot be"))
    #expect(await store.written.contains("vault = /home/ada/n"))
  }

  @Test("v gives the vault its own value, which later changes edit, and removes it again")
  func ofVault() async {
    let screen = await open()
    await go(screen, to: .color)
    await press(screen, "v")
    #expect(await vault.written.contains("color = never"))
    #expect(screen.chrome.message == "color = never for this vault (sometime)")
    await press(screen, "Enter")
    #expect(await vault.written.contains("color = auto"))
    #expect(await store.written.contains("color = never"))
    await press(screen, "v")
    #expect(await !vault.written.contains("color"))
    #expect(line(screen, .color).contains("never"))
    await go(screen, to: .vault)
    await press(screen, "v")
    #expect(screen.chrome.message == "vault cannot be different for a vault.")
    await go(screen, to: .newNoteFolder)
    await press(screen, "v")
    #expect(screen.chrome.message.hasPrefix("Set new-note-folder first"))
    let alone = await open(withVault: false)
    await press(alone, "v")
    #expect(alone.chrome.message.hasPrefix("No vault is open"))
  }

  @Test("A failed read or write is reported, and the screen stays")
  func fails() async {
    await store.fail(next: .cannotRead("/c", reason: "no permission"))
    let screen = await open()
    #expect(screen.chrome.message == "The settings in /c cannot be read: no permission.")
    #expect(lines(screen).count == 16)
    await press(screen, "F5")
    await go(screen, to: .ascii)
    await store.fail(next: .cannotWrite("/c", reason: "no space"))
    await press(screen, "Enter")
    #expect(screen.chrome.message == "The settings in /c were not changed: no space.")
    #expect(screen.chrome.tone == .warning)
  }

  @Test("A click selects, a second click changes, and the wheel moves")
  func mouse() async {
    let screen = await open()
    await go(screen, to: .ascii)
    let row = lines(screen).firstIndex { $0.dropFirst(2).hasPrefix("color ") } ?? 0
    let press = InputEvent.mouse(MouseEvent(.press, at: Point(row: row, column: 5)))
    _ = screen.handle(press)
    #expect(await !store.written.contains("color = auto"))
    _ = screen.handle(press)
    await work.whenIdle()
    #expect(await store.written.contains("color = auto"))
    _ = screen.handle(.mouse(MouseEvent(.wheelDown, at: Point(row: 0, column: 5))))
    let third = shown[place(of: .color) + 3]
    #expect(lines(screen).contains { $0.hasPrefix("> \(third.rawValue) ") })
  }

  @Test("A selected choice is shown at once, and canceling restores the old look")
  func shows() async {
    let screen = await open()
    await go(screen, to: .weekStart)
    await press(screen, "Enter")
    wireframe.selecting(1)
    #expect(wireframe.shown == ["week-start monday"])
    wireframe.questions.answer(.cancelled)
    #expect(wireframe.shown == ["week-start monday", "as before"])
    #expect(await !store.written.contains("week-start"))
  }

  @Test(
    "The value stays visible in small windows", arguments: [(20, 3), (20, 1), (40, 9), (1, 1)])
  func small(columns: Int, rows: Int) async {
    let screen = await open()
    await go(screen, to: .color)
    let shown = lines(screen, columns, rows)
    #expect(shown.count == rows)
    if columns >= 20 { #expect(shown.contains { $0.hasPrefix(">") && $0.contains("never") }) }
  }
}

@MainActor
private final class FakeWireframe: SettingsWireframe {
  var asked: [String] = []
  let questions = AskedQuestions()

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    switch question.kind {
    case .choices(let choices, _):
      asked.append("\(question.title) of \(choices.map(\.label).joined(separator: ","))")
    case .line(let value): asked.append("\(question.title): \(value)")
    case .secret: break
    }
    questions.take(question, then: answer)
  }

  var shown: [String] = []
  private(set) var selecting: @MainActor (Int) -> Void = { _ in }

  func ask(
    _ question: Question, selecting: @escaping @MainActor (Int) -> Void,
    then answer: @escaping @MainActor (Answer) -> Void
  ) {
    self.selecting = selecting
    ask(question, then: answer)
  }

  func show(_ value: String, of name: String) { shown.append("\(name) \(value)") }
  func endShowing() { shown.append("as before") }

  func effect(of name: String) -> String { "sometime" }

  let parent = FakeParent()
  func settingDidChange(
    _ name: String, to value: String?, then tell: @escaping @MainActor (String) -> Void
  ) {
    if let problem = parent.settingDidChange(name, to: value) { tell(problem) }
  }
}

@MainActor
private final class FakeParent {
  var changes: [String] = []
  var problem: String?

  func settingDidChange(_ name: String, to value: String?) -> String? {
    changes.append("\(name)=\(value ?? "")")
    return problem
  }
}
