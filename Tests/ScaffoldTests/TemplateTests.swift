import Testing

@testable import Scaffold

@Suite("The templates")
struct TemplateTests {
  let package: TemporaryPackage

  init() throws {
    package = try TemporaryPackage()
    try package.addTemplate()
  }

  @Test("G4 without a name the templates are listed one per line, including the person's own")
  func lists() throws {
    try package.addTemplate(named: "mine", in: "Own")
    var lines: [String] = []
    try Generator(root: package.root, extraTemplates: "\(package.root)/Own") { lines.append($0) }
      .list()
    #expect(
      lines == [
        "Templates:", "  thorough  Every role in a file of its own.",
        "  mine      Every role in a file of its own.",
        "Use one by: make module NAME=DailyNotes STYLE=thorough",
      ])
  }

  @Test("G4 a person's own template generates like the package's")
  func usesOwnTemplate() throws {
    try package.addTemplate(named: "mine", in: "Own")
    let (_, refusal) = package.generate("Tags", "mine", templates: "\(package.root)/Own")
    #expect(refusal == nil)
    #expect(package.has("Sources/Modules/Tags/TagsContract.swift"))
  }

  @Test("G4 a missing template is refused with a list of the existing templates")
  func refusesUnknownTemplate() {
    #expect(
      package.generate("Tags", "fancy").refusal
        == "No template is named fancy. There are: thorough.")
    #expect(
      package.generate("Tags", "").refusal == "Which template? Say STYLE=…, one of: thorough.")
  }

  @Test("G4 two templates with the same name are refused")
  func refusesTwins() throws {
    try package.addTemplate(in: "Own")
    let refusal = package.generate("Tags", templates: "\(package.root)/Own").refusal
    #expect(refusal?.hasPrefix("Two templates are named thorough") == true)
  }

  @Test("G5 a template with an unknown placeholder is refused by the placeholder's name")
  func refusesUnknownPlaceholder() throws {
    try package.addTemplate(
      adding: [
        "Sources/Modules/{{Name}}/A.swift": "{{Name}}\nlet a = \"{{nmae}}\"\n",
        "Sources/Modules/{{Name}}/{{Nome}}.swift": "", "Tests/Scripts/a.script": "{{words\n",
      ])
    let before = try package.snapshot()

    let refusal = try #require(package.generate("Tags").refusal)

    let folder = "\(package.root)/Resources/Templates/thorough"
    #expect(
      refusal == """
        The template thorough is refused, and nothing was written:
          \(folder)/Sources/Modules/{{Name}}/A.swift:2: no placeholder is named {{nmae}}
          \(folder)/Sources/Modules/{{Name}}/{{Nome}}.swift: in its name, \
        no placeholder is named {{Nome}}
          \(folder)/Tests/Scripts/a.script:1: {{words is not closed by }}
        The placeholders are {{Name}} {{name}} {{Words}} {{words}} {{slug}} {{says}} {{word}} {{others}} \
        {{key}} \
        {{?key}} {{?command}} {{!command}}.
        """)
    #expect(try package.snapshot() == before)
  }

  @Test(
    "G5 an invalid template.txt is refused with the line number",
    arguments: [
      ("", "template.txt:1: the first line says in a sentence what the template is for."),
      ("Fine.\ninsert A.swift: x", "template.txt:2: this is no insertion."),
      ("Fine.\ninsert ../A.swift before \"m\": x", "template.txt:2: this is no insertion."),
      ("Fine.\n\n{{oops}}", "template.txt:3: no placeholder is named {{oops}}"),
      (
        "Fine.\ninsert Package.swift before \"nowhere\": x",
        "template.txt:2: the marker “nowhere” stands in 0 lines of Package.swift"
      ),
    ])
  func refusesDescription(text: String, message: String) throws {
    try package.addTemplate(adding: ["template.txt": text])
    let before = try package.snapshot()
    #expect(package.generate("Tags").refusal?.contains(message) == true)
    #expect(try package.snapshot() == before)
  }

  @Test("A template without a description is refused")
  func refusesMissingDescription() throws {
    try package.write("Own/odd/Sources/a.swift", "")
    let refusal = package.generate("Tags", templates: "\(package.root)/Own").refusal
    #expect(refusal?.hasPrefix("The template odd does not say what it is") == true)
  }

  @Test(
    "Braces that are not placeholders are unchanged",
    arguments: [
      ("{ {{name}} }", "{ tags }"), ("{{{Name}}}", "{Tags}"), ("a { b } }}", "a { b } }}"),
      ("\"{{Name}}{{Name}}\"", "\"TagsTags\""), ("", ""),
    ])
  func fills(text: String, filled: String) throws {
    var placeholders = Placeholders(try ModuleName("Tags"))
    #expect(placeholders.fill(text, of: "a") == filled)
    #expect(placeholders.faults.isEmpty)
  }
}
