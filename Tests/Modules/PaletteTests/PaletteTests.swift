import Entities
import FakeTerminal
import Fuzzy
import Lists
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import Palette

@MainActor
@Suite("Palette")
struct PaletteTests {
  private let work = Work()
  private let index: MemoryIndex
  private let recent = StoredValue(RecentNotes())
  private let wireframe = FakeWireframe()
  private let closing = Closing()

  private static let actions = [
    PaletteAction(title: "new note", detail: "n"),
    PaletteAction(title: "quit", detail: "q"),
    PaletteAction(title: "Trash", detail: "screen"),
  ]

  @Test(
    "A command is found by synonyms, a setting by its name, a heading by its words",
    arguments: [
      ("bold", ["> toggle strong (bold)"]), ("dark", ["> setting: theme (dark mode)"]),
      ("theme", ["> setting: theme"]), ("goals", ["> Goals of the year"]),
      ("@goals", ["> Goals of the year"]), (">goals", ["  Nothing matches."]),
      (":them", ["> setting: theme"]), ("tgl", ["  Nothing is called “tgl”."]),
      ("", ["> toggle strong"]),
    ] as [(String, [String])])
  func otherWords(typed: String, expected: [String]) async {
    let interactor = PaletteInteractor(
      index: MemoryIndex(MemoryNoteStore([:])), recent: recent,
      actions: [
        PaletteAction(title: "toggle strong", detail: "", words: ["bold"]),
        PaletteAction(
          title: "setting: theme", detail: "", words: ["dark mode"], kind: .setting),
      ],
      current: nil, headings: { [PaletteHeading(title: "Goals of the year", line: 7)] },
      work: work)
    let presenter = PalettePresenter(interactor: interactor, wireframe: wireframe)
    let screen = PaletteScreen(presenter: presenter)
    presenter.moduleIsReady(RouteHandle(name: "Palette") { (_) throws(RouteError) in })
    await work.whenIdle()
    await type(screen, typed)
    #expect(Array(lines(screen, 29, 5).dropFirst().prefix(1)) == expected)
    guard typed == "goals" else { return }
    await press(screen, "Enter")
    #expect(wireframe.asked == ["line 7"])
  }

  @Test(
    "Commands come before settings, those used last before others, and whole words before parts",
    arguments: [
      ("template", ["new note from a template", "setting: daily-template", "guide: Templates"]),
      ("date", ["put today's date in here", "setting: date-form"]),
      ("date-form", ["setting: date-form"]),
      ("agenda", ["agenda: the tasks by day", "Planning › Agenda"]),
      ("star", ["pin the note (star)", "start of the row"]),
      ("", ["start of the row", "new note from a template"]),
      (">", ["start of the row", "new note from a template"]),
      ("#", ["#date"]), ("#dat", ["#date"]), ("?", ["guide: Templates"]),
      (":form", ["setting: date-form"]),
    ] as [(String, [String])])
  func ranks(typed: String, expected: [String]) async {
    let used = StoredValue(UsedCommands(["gone", "start of the row"]))
    let interactor = PaletteInteractor(
      index: nil, recent: nil, used: used,
      actions: [
        PaletteAction(title: "new note from a template", detail: "N"),
        PaletteAction(title: "put today's date in here", detail: "M-D"),
        PaletteAction(title: "start of the row", detail: "Home"),
        PaletteAction(title: "pin the note", detail: "P", words: ["star"]),
        PaletteAction(title: "setting: daily-template", detail: "", kind: .setting),
        PaletteAction(title: "setting: date-form", detail: "", kind: .setting),
        PaletteAction(title: "guide: Templates", detail: "", kind: .guide),
        PaletteAction(title: "Planning › Agenda", detail: "", words: ["Agenda"], kind: .guide),
        PaletteAction(title: "agenda: the tasks by day", detail: "A"),
        PaletteAction(title: "#date", detail: "2 notes", kind: .tag),
      ], current: nil, work: work)
    let presenter = PalettePresenter(interactor: interactor, wireframe: wireframe)
    let screen = PaletteScreen(presenter: presenter)
    presenter.moduleIsReady(RouteHandle(name: "Palette") { (_) throws(RouteError) in })
    await work.whenIdle()
    await type(screen, typed)
    let rows = (0..<presenter.state.rowCount).map { presenter.row(at: $0).title }
    #expect(Array(rows.prefix(expected.count)) == expected)
  }

  @Test("Results from the disk come after the other actions, even if they were typed before")
  func moreActions() async {
    let interactor = PaletteInteractor(
      index: index, recent: recent, actions: Self.actions, current: nil,
      moreActions: { [PaletteAction(title: "Search: Work", detail: "tag:work")] }, work: work)
    let presenter = PalettePresenter(interactor: interactor, wireframe: wireframe)
    let screen = PaletteScreen(presenter: presenter)
    presenter.moduleIsReady(RouteHandle(name: "Palette") { (_) throws(RouteError) in })
    for character in "work" { _ = screen.handle(.key(Key(.character(character)))) }
    _ = screen.handle(.key("Enter"))
    await work.whenIdle()
    #expect(wireframe.asked == ["do \(Self.actions.count)"])
  }

  @Test("An @ lists only headings, each below its parent, with the current one selected")
  func outline() async {
    let interactor = PaletteInteractor(
      index: index, recent: recent, actions: Self.actions, current: nil,
      headings: {
        [
          PaletteHeading(title: "Plan", line: 1),
          PaletteHeading(title: "Goals", line: 4, level: 2, isCurrent: true),
          PaletteHeading(title: "End", line: 9, level: 2),
        ]
      }, work: work)
    let presenter = PalettePresenter(interactor: interactor, wireframe: wireframe)
    let screen = PaletteScreen(presenter: presenter, typed: "@")
    presenter.handle(.type("@"))
    presenter.moduleIsReady(RouteHandle(name: "Palette") { (_) throws(RouteError) in })
    await work.whenIdle()
    func row(_ index: Int) -> [Substring] {
      lines(screen, 40, 6)[index].split(separator: " ")
    }
    #expect(row(1) == ["Plan", "line", "1"])
    #expect(row(2) == [">", "Goals", "line", "4"])
    #expect(row(3) == ["End", "line", "9"])
    #expect(lines(screen, 40, 6)[2].hasPrefix(">   Goals "), "below the first")
    await type(screen, "e")
    #expect(row(1) == [">", "End", "line", "9"] && row(2).isEmpty)
    await press(screen, "Enter")
    #expect(wireframe.asked == ["line 9"])
  }

  @Test("In a note without headings an @ says so and makes no note")
  func noOutline() async {
    let screen = await open(on: index)
    await type(screen, "@x")
    #expect(lines(screen, 29, 3)[1].contains("No heading matches."))
  }

  @Test("Letters scattered over a command's words do not find it")
  func strewn() async {
    let command = "back to where a link was followed"
    #expect(!FuzzyQuery("bold").isTogether(in: command))
    for typed in ["back", "btw", "bawal", "low", "link back", "balink"] {
      #expect(FuzzyQuery(typed).isTogether(in: command), "\(typed)")
    }
    for typed in ["bk", "whr", "backw link x"] {
      #expect(!FuzzyQuery(typed).isTogether(in: command), "\(typed)")
    }
  }

  init() {
    index = MemoryIndex(
      MemoryNoteStore([
        "plan.md": "# Plan\n", "deep/trip.md": "# Plan of the trip\n", "milk.md": "# Milk\n",
        "notes.md": "# Notes on nothing\n",
      ]))
  }

  @MainActor
  private final class Closing {
    var isRefused = false
    var count = 0
  }

  /// Opens the palette; `current` is the note below it.
  private func open(
    on index: (any NoteIndex)?, current: NoteID? = nil
  ) async -> PaletteScreen {
    let interactor = PaletteInteractor(
      index: index, recent: recent, actions: Self.actions, current: current, work: work)
    let presenter = PalettePresenter(interactor: interactor, wireframe: wireframe)
    let screen = PaletteScreen(presenter: presenter)
    let closing = closing
    presenter.moduleIsReady(
      RouteHandle(name: "Palette") { (handle) throws(RouteError) in
        if closing.isRefused { throw .underWay("Palette") }
        closing.count += 1
      })
    await work.whenIdle()
    return screen
  }

  private func open() async -> PaletteScreen { await open(on: index) }

  private func press(_ screen: PaletteScreen, _ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  private func type(_ screen: PaletteScreen, _ text: String) async {
    for character in text { _ = screen.handle(.key(Key(.character(character)))) }
    await work.whenIdle()
  }

  private func lines(_ screen: PaletteScreen, _ columns: Int = 40, _ rows: Int = 6) -> [String] {
    FakeFrame.drawing(screen, columns: columns, rows: rows).lines
  }

  @Test(
    "A line is found by its name or enough of its letters, and comes before all else",
    arguments: [
      ("q", "> :quit"), ("qu", "> :quit"), ("quit x", "  Nothing is called “quit x”."),
      ("search tea", "> :search tea"),
      ("e pl", "> Plan"), ("e nothing such", "> make a note “nothing such”"), ("e", "> :edit"),
      ("new", "> new note"),
    ])
  func typesLines(typed: String, expected: String) async {
    let interactor = PaletteInteractor(
      index: index, recent: recent, actions: Self.actions,
      lines: [
        PaletteLine("quit", 1, "go back"), PaletteLine("edit", 1, "open", .note),
        PaletteLine("search", 3, "search", .words),
      ], current: nil, work: work)
    let presenter = PalettePresenter(interactor: interactor, wireframe: wireframe)
    let screen = PaletteScreen(presenter: presenter)
    presenter.moduleIsReady(RouteHandle(name: "Palette") { (_) throws(RouteError) in })
    await work.whenIdle()
    await type(screen, typed)
    #expect(lines(screen, 60, 5)[1].hasPrefix(expected))
    await press(screen, "Enter")
    let asked = [
      "q": "run 0 ", "search tea": "run 2 tea", "e pl": "open plan.md",
      "e nothing such": "make nothing such",
    ]
    if let wanted = asked[typed] { #expect(wireframe.asked == [wanted]) }
  }

  @Test("An empty field shows the notes that were opened last, then the actions")
  func recentFirst() async {
    _ = try? await recent.change { $0.open(NoteID("plan.md")) }
    _ = try? await recent.change { $0.open(NoteID("gone.md")) }
    _ = try? await recent.change { $0.open(NoteID("milk.md")) }
    #expect(
      lines(await open()) == [
        "› > commands  # tags  @ headings  ? g… 5", "> Milk", "  Plan",
        "  new note                            n", "  quit                                q",
        "  Trash                          screen",
      ])
  }

  @Test("The current note comes after the others, so Enter goes to the previous note")
  func currentLast() async {
    _ = try? await recent.change { $0.open(NoteID("plan.md")) }
    _ = try? await recent.change { $0.open(NoteID("milk.md")) }
    let screen = await open(on: index, current: NoteID("milk.md"))
    #expect(lines(screen)[1] == "> Plan")
    await press(screen, "Enter")
    #expect(wireframe.asked == ["open plan.md"])
    #expect(closing.count == 1)
  }

  @Test(
    "Typed letters find notes and commands, the best match first",
    arguments: [
      ("plan", ["> Plan", "  Plan of the trip  trip"]),
      ("tr", ["> Trash", "  Plan of the trip  trip"]),
      ("trip pl", ["> Plan of the trip  trip"]),
      ("no", ["> Notes on nothing  notes", "  new note", "  Plan of the trip  trip"]),
      (">n", ["> new note"]),
      (">", ["> new note", "  quit", "  Trash"]),
      (" > ", ["> new note", "  quit", "  Trash"]),
      ("zzz", ["  Nothing is called “zzz”.", "  make a note “zzz”"]),
      (" a b ", ["  Nothing is called “a b”.", "  make a note “a b”"]),
      (">zzz", ["  Nothing matches."]), ("#x", ["  No tag matches."]),
      ("?x", ["  No page of the guide", "  matches."]),
    ] as [(String, [String])])
  func finds(typed: String, expected: [String]) async {
    let screen = await open()
    await type(screen, typed)
    let shown = lines(screen, 29, 5).dropFirst().filter { !$0.isEmpty }
    #expect(Array(shown) == expected)
  }

  @Test("A recently opened note comes before other equal matches, and appears once")
  func recentBreaksTies() async {
    let screen = await open()
    await type(screen, "pl")
    #expect(lines(screen, 29)[1] == "> Plan")
    _ = try? await recent.change { $0.open(NoteID("deep/trip.md")) }
    let second = await open()
    await type(second, "pl")
    let shown = lines(second, 29).filter { $0.contains("Plan") }
    // Both notes begin with these letters: the first match is more recent, not better.
    #expect(shown == ["> Plan of the trip  trip", "  Plan"])
  }

  @Test("The matching letters are marked")
  func marks() async {
    let screen = await open()
    await type(screen, "tri")
    let frame = FakeFrame.drawing(screen, columns: 40, rows: 3)
    let marked = (0..<40).filter {
      frame.style(at: Point(row: 1, column: $0))?.attributes.contains(.underline) == true
    }
    #expect(marked == [14, 15, 16])
    #expect(frame.lines[1].hasPrefix("> Plan of the trip"))
    #expect(frame.lines[1].hasSuffix("deep"))
  }

  @Test(
    "Enter opens a note, M-Enter opens it alongside, a command runs, and a new name makes a note")
  func accepts() async {
    let screen = await open()
    await type(screen, "milk")
    await press(screen, "M-Enter", "Enter", "C-u")
    await type(screen, "quit")
    await press(screen, "Enter", "C-u")
    await type(screen, "new")
    await press(screen, "Down", "Up", "Enter")
    #expect(wireframe.asked == ["beside milk.md", "open milk.md", "do 1", "do 0"])
    await press(screen, "C-u")
    await type(screen, "Brand-new thing")
    await press(screen, "Enter", "Up", "Enter")
    #expect(wireframe.asked.last == "do 0", "not by Enter alone")
    #expect(
      screen.chrome.message == "Nothing is called “Brand-new thing”. M-n makes a note of it.")
    await press(screen, "Down", "Enter")
    #expect(wireframe.asked.last == "make Brand-new thing")
    await press(screen, "C-u", "M-n")
    #expect(screen.chrome.message == "Type the name of the new note first.")
    await type(screen, "milk")
    await press(screen, "M-n")
    #expect(wireframe.asked.last == "make milk")
  }

  @Test("Enter right after typing opens what the letters find, not the row shown before")
  func enterBeforeTheAnswer() async {
    let screen = await open()
    for key in ["m", "i", "l", "Enter"] as [Key] { _ = screen.handle(.key(key)) }
    #expect(wireframe.asked.isEmpty)
    // What is typed after Enter is not for the palette.
    #expect(screen.awaitsRows)
    await work.whenIdle()
    #expect(wireframe.asked == ["open milk.md"])
    #expect(!screen.awaitsRows)
  }

  @Test("Keys move by rows and screenfuls and stay within the rows")
  func moves() async {
    let screen = await open()
    _ = lines(screen, 30, 3)
    for (key, row) in [
      ("Down", "> quit"), ("C-n", "> Trash"), ("Down", "> Trash"), ("C-p", "> quit"),
      ("PgUp", "> new note"), ("PgDn", "> quit"), ("Up", "> new note"), ("Up", "> new note"),
    ] as [(Key, String)] {
      await press(screen, key)
      #expect(lines(screen, 30, 3).contains { $0.hasPrefix(row) }, "\(key.name)")
    }
  }

  @Test("A click on a row acts like Enter; a click on the field or below the rows does nothing")
  func click() async {
    let screen = await open()
    _ = lines(screen)
    for row in [0, 5] {
      _ = screen.handle(.mouse(MouseEvent(.press, at: Point(row: row, column: 4))))
    }
    #expect(wireframe.asked.isEmpty)
    _ = screen.handle(.mouse(MouseEvent(.wheelDown, at: Point(row: 2, column: 4))))
    #expect(lines(screen)[3].hasPrefix("> Trash"))
    _ = screen.handle(.mouse(MouseEvent(.press, at: Point(row: 2, column: 4))))
    #expect(wireframe.asked == ["do 1"])
  }

  @Test("Esc closes the palette without an action; a palette that cannot close says why and stays")
  func closes() async {
    let screen = await open()
    await press(screen, "Esc")
    #expect(closing.count == 1)
    #expect(wireframe.asked.isEmpty)
    closing.isRefused = true
    await press(screen, "Enter")
    #expect(wireframe.asked.isEmpty)
    #expect(!screen.chrome.message.isEmpty)
  }

  @Test("Without a vault the palette has commands and makes no notes")
  func withoutVault() async {
    let screen = await open(on: nil)
    #expect(lines(screen)[1].hasPrefix("> new note"))
    await type(screen, "zzz")
    #expect(lines(screen)[1] == "  Nothing matches.")
    await press(screen, "M-n")
    #expect(wireframe.asked.isEmpty)
    #expect(screen.chrome.message == "Notes cannot be made here.")
  }

  @Test("A failure to list notes is reported, and commands are still found")
  func indexFails() async {
    await index.fail(next: .unusable(path: "/cache", reason: "no space"))
    let screen = await open()
    #expect(screen.chrome.message.contains("/cache"))
    await type(screen, "qu")
    #expect(lines(screen)[1].hasPrefix("> quit"))
  }

  @Test("Names that could do harm show visible escapes, and pasted lines become one")
  func hostile() async {
    let store = MemoryNoteStore(["a.md": "# \u{1b}[31mred\u{202e}\n"])
    let screen = await open(on: MemoryIndex(store))
    _ = screen.handle(.paste(Array("re\nd".utf8)))
    await work.whenIdle()
    let text = lines(screen).joined()
    #expect(text.contains("red"))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202e}" })
  }

  @Test(
    "The smallest window shows the field and a row", arguments: [(16, 3), (1, 1), (3, 2)])
  func small(columns: Int, rows: Int) async {
    let screen = await open()
    await type(screen, "pl")
    let shown = lines(screen, columns, rows)
    if columns == 16 { #expect(shown[1] == "> Plan") }
    #expect(shown.count == rows)
  }
}

@MainActor
private final class FakeWireframe: PaletteWireframe {
  var asked: [String] = []

  func open(_ note: NoteID, beside: Bool) {
    asked.append("\(beside ? "beside" : "open") \(note.path.text)")
  }
  func makeNote(titled title: String) { asked.append("make \(title)") }
  func perform(_ action: Int) { asked.append("do \(action)") }
  func run(_ line: Int, _ argument: String) { asked.append("run \(line) \(argument)") }
  func go(toLine line: Int) { asked.append("line \(line)") }
}
