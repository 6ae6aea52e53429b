import App
import Cells
import Services
import Terminal
import Testing
import UseCases
import VaultSettings

@testable import Commands

@MainActor
@Suite("The guide")
struct GuideTests {
  /// The text between backticks on a page.
  private static func code(_ text: some StringProtocol) -> [String] {
    String(text).split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { $0.element.split(whereSeparator: \.isWhitespace) }
      .map { $0.joined(separator: " ") }
  }

  private static func page(_ topic: String) throws -> GuidePage {
    try #require(Guide.page(on: topic), "there is no page \(topic)")
  }

  @Test("No topic shares the name of a command, and each page begins with its topic")
  func names() {
    #expect(Guide.topics.count > 10)
    #expect(Guide.page(on: "no-such") == nil)
    for page in Guide.pages {
      #expect(CommandTable.all.allSatisfy { $0.name.family != page.topic }, "\(page.topic)")
      #expect(page.title.lowercased() == page.topic)
      #expect(page.text.hasPrefix("# \(page.title): \(page.summary)\n"))
      #expect(!page.summary.isEmpty)
    }
  }

  @Test("Guide pages are plain text within 80 columns", arguments: Guide.pages)
  func width(page: GuidePage) {
    for line in page.text.split(separator: "\n") {
      #expect(Cells.width(of: String(line)) <= 80, "\(page.topic): \(line)")
    }
    #expect(page.text.hasSuffix("\n") && !page.text.contains("\t") && !page.text.contains("```"))
  }

  @Test("Every command on a guide page is valid", arguments: Guide.pages)
  func commands(page: GuidePage) {
    for code in Self.code(page.text) where code.hasPrefix("notes-tui ") {
      let words = code.split(separator: " ").dropFirst().map(String.init)
      do throws(UsageError) {
        _ = try Invocation(arguments: words, folder: "/")
      } catch {
        // A command that is only mentioned may lack its arguments.
        if case .missingArgument = error { continue }
        Issue.record("\(page.topic): \(code): \(error.message)")
      }
    }
  }

  @Test("The settings page lists exactly the existing settings, with their values")
  func settings() throws {
    let page = try Self.page("settings")
    let rows = try #require(
      page.blocks.lazy.compactMap { if case .list(let rows) = $0 { rows } else { nil } }.first)
    let names = rows.map { Self.code($0)[0] }
    #expect(names.sorted() == SettingName.allCases.map(\.rawValue).sorted())
    for (name, row) in zip(names, rows) {
      let setting = try #require(SettingName(rawValue: name))
      for choice in setting.choices ?? [] where choice != setting.standard {
        #expect(Self.code(row).contains(choice), "\(name) does not say \(choice)")
      }
    }
  }

  @Test(
    "The keyboard page names only existing keys",
    arguments: [
      ("List", ["Notes"]), ("Editor", ["Editor"]), ("Agenda", ["Agenda"]), ("Everywhere", []),
    ])
  func keys(screen: String, titles: [String]) throws {
    let page = try Self.page("keyboard")
    let rows = page.blocks.compactMap { if case .list(let rows) = $0 { rows } else { nil } }
      .joined()
    let row = try #require(rows.first { $0.hasPrefix("\(screen): ") })
    let tables = Screens.keyTables.filter { titles.isEmpty || titles.contains($0.title) }
    let known = Set(tables.flatMap(\.rows).flatMap(\.keys))
    for key in Self.code(row) { #expect(known.contains(key), "\(screen): \(key)") }
  }

  @Test("The keys in the README exist")
  func readme() throws {
    let tables = Screens.keyTables.filter { ["Notes", "Everywhere"].contains($0.title) }
    let known = Set(tables.flatMap(\.rows).flatMap(\.keys))
    let lines = try text(at: resource("../README.md")).split(separator: "\n")
    let table = lines.drop { $0 != "| key | in the list |" }
    let keys = table.dropFirst(2).prefix { $0.hasPrefix("|") }
    #expect(keys.count == 10)
    for row in keys { #expect(known.contains(Self.code(row)[0]), "\(row)") }
  }

  @Test("The guide's examples of keys and themes are valid")
  func examples() throws {
    let keys = try Self.page("keyboard").blocks.compactMap {
      if case .code(let lines) = $0 { lines } else { nil }
    }.joined()
    #expect(keys.count == 7)
    var own = UserKeys(
      Array(keys.joined(separator: "\n").utf8), for: Screens.keyTables, path: "keys")
    _ = own.takeVimLines()
    #expect(own.problems == [])
    #expect(own.vimLines.count == 4)
    let theme = try Self.page("settings").blocks.compactMap {
      if case .code(let lines) = $0, lines[0].contains(" = ") { lines } else { nil }
    }.joined()
    #expect(theme.count == 2)
    let lines = Array(theme.joined(separator: "\n").utf8)
    #expect(ThemeText.theme(named: "own", from: lines, path: "theme").problems == [])
  }

  @Test("Guide pages are split into headings, paragraphs, lists and code")
  func blocks() {
    let page = GuidePage(
      topic: "x",
      text: """
        # X: y
        One
        two.

        - a
          b
        - c

        ## D

            e
              f
        """)
    #expect(
      page.blocks == [
        .paragraph("One two."), .list(["a b", "c"]), .heading("D"), .code(["e", "  f"]),
      ])
  }
}
