import Testing

@testable import Scaffold

@Suite("The module generator")
struct GeneratorTests {
  let package: TemporaryPackage

  init() throws {
    package = try TemporaryPackage()
    try package.addTemplate()
  }

  @Test("G1 a module is generated from a template, with names filled in in paths and texts")
  func generates() throws {
    let (_, refusal) = package.generate("DailyNotes")

    #expect(refusal == nil)
    #expect(
      try package.read("Sources/Modules/DailyNotes/DailyNotesContract.swift")
        == "/// The daily notes.\nlet dailyNotes = 1\n")
    #expect(
      try package.read("Tests/Modules/DailyNotesTests/DailyNotesTests.swift")
        == "import DailyNotes\n")
    #expect(
      try package.read("Sources/App/Wireframes/Wireframe+DailyNotes.swift") == "import DailyNotes\n"
    )
    #expect(try package.read("Tests/Scripts/DailyNotes/open.script") == "# Daily notes open.\n")
  }

  @Test("The module is added to the manifest's sorted list and to the app's addresses")
  func joinsThePackage() throws {
    _ = package.generate("Folders")

    #expect(try package.read("Package.swift").contains("  \"Editor\", \"Folders\", \"Help\",\n"))
    #expect(
      try package.read("Sources/App/Addresses.swift")
        == "let places = [\n  \"folders\": FoldersPlace(),\n  // generated\n]\n")
  }

  @Test("Lines for one marker are added together, even if the file already has some of them")
  func addsBlocks() throws {
    let package = try TemporaryPackage()
    try package.write("every.script", "press C-p\ntype \"Help\"\n# more\n")
    try package.addTemplate(adding: [
      "template.txt": """
      What it is for.
      insert every.script before "# more": press C-p
      insert every.script before "# more": type "{{Words}}"
      """
    ])
    let wanted = "press C-p\ntype \"Help\"\npress C-p\ntype \"Daily notes\"\n# more\n"
    #expect(package.generate("DailyNotes").refusal == nil)
    #expect(try package.read("every.script") == wanted)
    #expect(package.generate("DailyNotes", force: true).refusal == nil)
    #expect(try package.read("every.script") == wanted)
  }

  @Test(
    "A line is inserted in order among sorted items of several lines",
    arguments: [
      ("DailyNotes", "text\n\n- `DailyNotes`\n- `Editor`\n  more\n- `Help`\n# more\n"),
      ("Folders", "text\n\n- `Editor`\n  more\n- `Folders`\n- `Help`\n# more\n"),
      ("Tags", "text\n\n- `Editor`\n  more\n- `Help`\n- `Tags`\n# more\n"),
    ])
  func sorts(name: String, wanted: String) throws {
    let package = try TemporaryPackage()
    try package.write("list.md", "text\n\n- `Editor`\n  more\n- `Help`\n# more\n")
    try package.addTemplate(adding: [
      "template.txt": "What it is for.\ninsert list.md sorted before \"# more\": - `{{Name}}`"
    ])
    #expect(package.generate(name).refusal == nil)
    #expect(try package.read("list.md") == wanted)
    #expect(package.generate(name, force: true).refusal == nil)
    #expect(try package.read("list.md") == wanted)
  }

  @Test(
    "Lines for a key or a command are written only on request",
    arguments: [
      ("", false, "let keys = []\n", "let answer = 1\n"),
      ("b", false, "let keys = [\n  \"b\",\n]\n", "let answer = 1\n"),
      ("", true, "let keys = []\n", "// tags: a command\nlet answer = 2\n"),
    ])
  func choices(key: String, command: Bool, keys: String, answer: String) throws {
    let package = try TemporaryPackage()
    try package.write("more.swift", "let keys = [\n]\n")
    try package.addTemplate(adding: [
      "template.txt": """
      What it is for.
      insert more.swift before "]": {{?key}}  "{{key}}",
      {{?command}}It is a command, too.
      """,
      "Sources/Commands/{{?command}}{{Name}}.swift": "",
      "Sources/Modules/{{Name}}/Answer.swift":
        "{{?command}}// {{slug}}: a command\n{{!command}}let answer = 1\n{{?command}}let answer = 2\n",
    ])
    let (lines, refusal) = package.generate("Tags", key: key, command: command)
    #expect(refusal == nil)
    #expect(try package.read("Sources/Modules/Tags/Answer.swift") == answer)
    #expect(try package.read("more.swift").replacing("[\n]", with: "[]") == keys)
    #expect(package.has("Sources/Commands/Tags.swift") == command)
    #expect(lines.contains("It is a command, too.") == command)
  }

  @Test("A key that is taken is refused, and the free keys are named")
  func refusesTakenKey() throws {
    let package = try TemporaryPackage()
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let taken = letters.filter { !"cYz".contains($0) }.map { "\"\($0)\"" }.joined(separator: " ")
    try package.write("keys.swift", "let keys = [\(taken)]\n")
    try package.write("more.swift", "let keys = [\"z\"]\n// more\n")
    try package.addTemplate(adding: [
      "template.txt": """
      What it is for.
      insert more.swift before "// more": {{?key}}["{{key}}"],
      keys keys.swift: the list
      keys more.swift: the program
      """
    ])
    let before = try package.snapshot()
    #expect(
      package.generate("Tags", key: "b").refusal
        == "KEY=b is a key of the list already. These letters are free: c Y. Nothing was written.")
    #expect(
      package.generate("Tags", key: "z").refusal?.hasPrefix("KEY=z is a key of the program") == true
    )
    #expect(try package.snapshot() == before)
    #expect(package.generate("Tags", key: "c").refusal == nil)
    // Generated again, the module finds its own key.
    #expect(package.generate("Tags", force: true, key: "c").refusal == nil)
    #expect(package.generate("Pages").refusal == nil)
  }

  @Test("A name that a file of a folder already has is refused, with the template's message")
  func refusesClash() throws {
    let package = try TemporaryPackage()
    try package.write("Sources/Commands/Line/Table.swift", "static let reading = [\n")
    try package.addTemplate(adding: [
      "template.txt": """
      What it is for.
      refuse Sources/Commands with "static let {{name}} =": CommandTable has a static {{name}} already.
      """,
      "Sources/Commands/{{Name}}Command.swift": "static let {{name}} = [\n",
    ])
    let before = try package.snapshot()
    #expect(
      package.generate("Reading").refusal
        == "CommandTable has a static reading already. Nothing was written.")
    #expect(try package.snapshot() == before)
    #expect(package.generate("Readings").refusal == nil)
    // Generated again, the module finds its own file.
    #expect(package.generate("Readings", force: true).refusal == nil)
  }

  @Test("G2 the files to be written are shown first, and the template's notes last")
  func showsSummary() {
    #expect(
      package.generate("Tags").lines == [
        "Tags, thorough: Every role in a file of its own.",
        "  new      Sources/App/Wireframes/Wireframe+Tags.swift",
        "  new      Sources/Modules/Tags/TagsContract.swift",
        "  new      Tests/Modules/TagsTests/TagsTests.swift",
        "  new      Tests/Scripts/Tags/open.script",
        "  change   Sources/App/Addresses.swift",
        "  change   Package.swift",
        "Written. Build and test it by: make try NAME=Tags",
        "Open it: notes://tags",
      ])
  }

  @Test("G3 an existing module is not overwritten")
  func refusesToOverwrite() throws {
    _ = package.generate("Tags")
    try package.write("Sources/Modules/Tags/TagsContract.swift", "my own\n")
    let before = try package.snapshot()

    let (_, refusal) = package.generate("Tags")

    #expect(refusal == "There is a module Tags already. FORCE=1 replaces its files.")
    #expect(try package.snapshot() == before)
  }

  @Test("G3 a single file in the way is named and not changed")
  func refusesToOverwriteOneFile() throws {
    try package.write("Tests/Scripts/Tags/open.script", "mine\n")
    let before = try package.snapshot()

    let (lines, refusal) = package.generate("Tags")

    #expect(lines.contains("  replace  Tests/Scripts/Tags/open.script"))
    #expect(refusal?.contains("nothing was written: Tests/Scripts/Tags/open.script.") == true)
    #expect(try package.snapshot() == before)
  }

  @Test("G3 FORCE=1 replaces the module's files, and leaves the lists unchanged")
  func replacesWithForce() throws {
    _ = package.generate("Tags")
    let first = try package.snapshot()
    try package.write("Sources/Modules/Tags/TagsContract.swift", "my own\n")

    let (lines, refusal) = package.generate("Tags", force: true)

    #expect(refusal == nil)
    #expect(lines.contains("  same     Package.swift"))
    #expect(try package.snapshot() == first)
  }

  @Test("The name of another part is refused, even with force", arguments: ["App", "House"])
  func refusesTakenName(name: String) throws {
    let before = try package.snapshot()
    let refusal = package.generate(name, force: true).refusal
    #expect(refusal?.hasPrefix("“\(name)” is taken: ") == true)
    #expect(try package.snapshot() == before)
  }

  @Test("G6 a template without tests is refused")
  func refusesTemplateWithoutTests() throws {
    try package.write("Resources/Templates/bare/template.txt", "Sources alone.\n")
    try package.write("Resources/Templates/bare/Sources/Modules/{{Name}}/A.swift", "")
    let before = try package.snapshot()

    let refusal = package.generate("Tags", "bare").refusal

    #expect(refusal?.contains("no Swift file for Tests/Modules/TagsTests/") == true)
    #expect(try package.snapshot() == before)
  }

  @Test("A manifest without the list is refused before anything is written")
  func refusesOtherManifest() throws {
    try package.write("Package.swift", "let parts = []\n")
    let before = try package.snapshot()
    #expect(package.generate("Tags").refusal?.hasPrefix("Package.swift has no list") == true)
    #expect(try package.snapshot() == before)
  }
}
