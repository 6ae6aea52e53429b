import Testing

/// Each rule of the house broken in a copy of the package, as a newcomer might break it.
@Suite("The import walls")
struct WallTests {
  struct Attempt: CustomTestStringConvertible {
    let what: String
    let path: String
    let code: String
    let message: String

    var testDescription: String { what }
  }

  @Test("Z14 The package passes unchanged")
  func passes() async throws {
    let walls = await (try PackageCopy()).make("walls")
    #expect(walls.status == 0, "\(walls.output)")
    #expect(walls.output.isEmpty)
  }

  @Test(
    "Z14 K1 A broken wall fails make check, with the line and the rule", arguments: attempts
  )
  func fails(attempt: Attempt) async throws {
    let copy = try await PackageCopy(.folders)
    try copy.append(attempt.code, to: attempt.path)

    let walls = await copy.make("walls")

    #expect(walls.status != 0)
    let line = try #require(
      attempt.code.split(separator: "\n").firstIndex { $0.contains("import") }.map { $0 + 1 })
    #expect(
      walls.output.contains("\(attempt.path):\(line): \(attempt.message)\n"), "\(walls.output)")
  }

  static let attempts = [
    Attempt(
      what: "one module from another", path: "Sources/Modules/NoteList/Attempt.swift",
      code: "import Editor\n",
      message: "Module NoteList may not import Editor: modules meet only in App"),
    Attempt(
      what: "one module from another, in its package declarations",
      path: "Sources/Modules/Help/Attempt.swift", code: "package import Prompt\n",
      message: "Module Help may not import Prompt: modules meet only in App"),
    Attempt(
      what: "one module's tests from another", path: "Tests/Modules/HelpTests/Attempt.swift",
      code: "@testable import Editor\n",
      message: "The tests of Help may not import Editor: modules meet only in App"),
    Attempt(
      what: "Terminal from a presenter", path: "Sources/Modules/NoteList/AttemptPresenter.swift",
      code: "import Terminal\n",
      message: "A presenter may not import Terminal: it knows no window"),
    Attempt(
      what: "one type of Terminal from a presenter, behind a condition",
      path: "Sources/Modules/NoteList/AttemptPresenter+Rows.swift",
      code: "#if DEBUG\n  import struct Terminal.Style\n#endif\n",
      message: "A presenter may not import Terminal: it knows no window"),
    Attempt(
      what: "Terminal from a contract", path: "Sources/Modules/NoteList/AttemptContract.swift",
      code: "package import Terminal\n",
      message: "A contract may not import Terminal: it knows no window"),
    Attempt(
      what: "Terminal from an interactor",
      path: "Sources/Modules/NoteList/AttemptInteractor.swift",
      code: "import Terminal\n",
      message: "An interactor may not import Terminal: it knows no screen"),
    Attempt(
      what: "Terminal from a file of a module that bears no role in its name",
      path: "Sources/Modules/NoteList/Attempt.swift", code: "import Terminal\n",
      message: "A part of a module may not import Terminal: only views and builders do"),
    Attempt(
      what: "Entities from a view", path: "Sources/Modules/NoteList/View/AttemptView.swift",
      code: "import Entities\n",
      message: "A view may not import Entities: it is given display values"),
    Attempt(
      what: "Services from a view", path: "Sources/Modules/NoteList/View/AttemptView.swift",
      code: "/* import */ import Services // for one thing\n",
      message: "A view may not import Services: it is given display values"),
    Attempt(
      what: "Services from a presenter", path: "Sources/Modules/NoteList/AttemptPresenter.swift",
      code: "import Services\n",
      message: "A presenter may not know Services: it is given ids and display values"),
    Attempt(
      what: "Services from words", path: "Sources/Modules/NoteList/AttemptWords.swift",
      code: "import Services\n",
      message: "Words may not know Services: they are given ids and display values"),
    Attempt(
      what: "CNcurses from App", path: "Sources/App/Attempt.swift", code: "import CNcurses\n",
      message: "App may not import CNcurses: only NcursesTerminal touches ncurses"),
    Attempt(
      what: "CVterm from App", path: "Sources/App/Attempt.swift", code: "import CVterm\n",
      message: "App may not import CVterm: only UIScripts and tests emulate a terminal"),
    Attempt(
      what: "the file store from App", path: "Sources/App/Attempt.swift",
      code: "import Entities; import FileStore\n",
      message:
        "App may not import FileStore: its floor allows Bases Bytes Cells Entities Lists Programs"
        + " Secrets Services Terminal Threads UseCases Viper CSystem CResources Modules Comparing"
        + " Daily NoteQueries OwnCommands Undo VaultLayers VaultSettings OpenVault"),
    Attempt(
      what: "a screen from the engine", path: "Sources/TextEngine/Attempt.swift",
      code: "import Terminal\n",
      message:
        "TextEngine may not import Terminal: its floor allows Bytes Cells Code MarkdownLines Regex"
    ),
    Attempt(
      what: "Foundation from anywhere", path: "Sources/Entities/Attempt.swift",
      code: "import FoundationEssentials\n",
      message: "Entities may not import FoundationEssentials: it slows the start; use Glibc and"
        + " CSystem"),
  ]

  @Test("A presenter uses only ids and display values of Entities")
  func hidesEntities() async throws {
    let copy = try await PackageCopy(.folders)
    try copy.append("package struct NoteSummary {}\n", to: "Sources/Entities/Attempt.swift")
    try copy.append("package struct NoteID {}\n", to: "Sources/Entities/Attempt.swift")
    let path = "Sources/Modules/NoteList/AttemptPresenter.swift"
    try copy.append("import Entities\nvar note: NoteID?\nvar summary: NoteSummary?\n", to: path)

    let walls = await copy.make("walls")

    #expect(walls.status != 0)
    let refused = walls.output.split(separator: "\n").filter { $0.hasPrefix(path) }
    #expect(
      refused == [
        "\(path):3: A presenter may not know NoteSummary: it is given ids and display values"
      ])
  }

  @Test("Commands reach the services of a vault in only three files")
  func hidesServices() async throws {
    let copy = try await PackageCopy(.folders)
    let path = "Sources/Commands/Running/AttemptCommand.swift"
    try copy.append("// vault.services\nlet store = vault.services.store\n", to: path)

    let walls = await copy.make("walls")

    #expect(walls.status != 0)
    #expect(
      walls.output.contains(
        "\(path):2: A command may not reach for services: it awaits use cases,"
          + " of CommandVault+Cases\n"), "\(walls.output)")
    #expect(try Self.list("reaching").count == 3)
  }

  @Test("The text engine names no command of the program")
  func hidesProgramCommands() async throws {
    let copy = try await PackageCopy(.folders)
    let path = "Sources/TextEngine/Attempt.swift"
    try copy.append("extension CommandID {\n  static let save: Self = \"save\"\n}\n", to: path)

    let walls = await copy.make("walls")

    #expect(walls.status != 0)
    #expect(
      walls.output.contains(
        "\(path):2: TextEngine may not name save: it has no such command,"
          + " and those of the program belong to the program\n"), "\(walls.output)")
  }

  /// The lines of a list in `.ci/walls`.
  private static func list(_ name: String) throws -> [Substring] {
    let walls = try House.text(".ci/walls")
    let start = try #require(walls.firstRange(of: "\n\(name)='\n")).upperBound
    return walls[start...].prefix { $0 != "'" }.split(separator: "\n")
  }

  @Test("Text that only looks like an import breaks no wall")
  func takesNoTextForCode() async throws {
    let copy = try await PackageCopy(.folders)
    try copy.append(
      """
      // import Editor
      /* import Editor /* import Editor */ import Editor */
      let sample = \"""
      import Editor
      \"""
      let quoted = "\\"; import Editor", raw = #"" import Editor"#
      import Glibc

      """, to: "Sources/Modules/NoteList/Attempt.swift")

    let walls = await copy.make("walls")

    #expect(walls.status == 0, "\(walls.output)")
  }

  @Test("A new part needs a floor in .ci/walls")
  func asksForFloor() async throws {
    let copy = try await PackageCopy(.folders)
    try copy.append("import Entities\n", to: "Sources/SearchAttempt/Search.swift")
    let walls = await copy.make("walls")
    #expect(walls.status != 0)
    #expect(walls.output.contains("Sources/SearchAttempt/Search.swift:1: SearchAttempt stands on"))
  }
}
