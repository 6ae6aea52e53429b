import Testing

extension BuildTests {
  /// Names that sort apart, long enough to strain the line length.
  private static let generated = [
    (name: "Atlas", style: "compact", more: ["KEY=a"]),
    (
      name: "Loners", style: "notes",
      more: ["KEY=e", "COMMAND=1", "SAYS=the notes that nothing links to", "WORDS=lonely, single"]
    ),
    (name: "ReadingListOfTheYear", style: "list", more: ["KEY=y", "COMMAND=1"]),
  ]

  /// Z15 R10 G6: a module of either style builds, with a key and a command, and its tests and its script
  /// pass untouched.
  func generate(in copy: PackageCopy) async throws {
    for (name, style, more) in Self.generated {
      let made = await copy.make(["module", "NAME=\(name)", "STYLE=\(style)"] + more)
      #expect(made.status == 0, "\(made.output)")
      // A person reads through all of them.
      let files = made.output.split(separator: "\n").count { $0.contains(#/^  (new|change) /#) }
      #expect((1...20).contains(files), "\(made.output)")
    }
    let again = await copy.make("module", "NAME=Atlas", "STYLE=compact")
    #expect(again.status != 0)
    #expect(again.output.contains("There is a module Atlas already."), "\(again.output)")
    try copy.append("{{nmae}}\n", to: "Resources/Templates/compact/Tests/Scripts/more.script")
    let named = await copy.scaffold("--name", "Reading", "--style", "notes", "--command")
    #expect(named.output.contains("CommandTable has a static reading already."), "\(named.output)")
    let refused = await copy.scaffold("--name", "Other", "--style", "compact")
    #expect(refused.status != 0)
    #expect(refused.output.contains("no placeholder is named {{nmae}}"), "\(refused.output)")

    for check in ["walls", "lint"] {
      let checked = await copy.make(check)
      #expect(checked.status == 0, "\(checked.output)")
    }
    // The others' own tests are built often enough elsewhere.
    let names = Self.generated.map(\.name)
    try await copy.replace(
      "modules.flatMap(module) + partTests",
      by: "modules.flatMap { module($0).prefix(\(names).contains($0) ? 2 : 1) }"
        + " + partTests.prefix(1)", in: "Package.swift")
    let tests = await copy.swift("test", "--filter", "(Atlas|Loners|ReadingListOfTheYear)Tests")
    #expect(tests.status == 0, "\(tests.output)")
    #expect(tests.output.contains("tests in 3 suites passed"), "\(tests.output)")
    for (name, _, _) in Self.generated {
      let played = await Command.run([
        "\(copy.root)/.build/debug/notes-tui", "script", "\(copy.root)/Tests/Scripts/\(name)",
        "--driver", "both",
      ])
      #expect(played.status == 0, "\(played.output)")
      #expect(played.output.contains("1 passed, 0 failed"), "\(played.output)")
    }
  }
}
