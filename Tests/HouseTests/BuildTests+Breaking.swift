import Testing

extension BuildTests {
  /// K2 C5: an unmet requirement and a deleted module each break only App.
  func breakOnlyApp(in copy: PackageCopy) async throws {
    // A route that the list wants and nobody provides.
    let contract = "Sources/Modules/NoteList/NoteListContract.swift"
    let opening = "package protocol NoteListWireframe: Asking {"
    try await copy.replace(opening, by: "\(opening) func openAtlas()", in: contract)
    try await expectAppAlone(copy, toFailBy: "does not conform to protocol 'NoteListWireframe'")
    try await copy.replace(" func openAtlas()", by: "", in: contract)

    // The compiler would still find the module that was built before.
    for built in ["Modules/Help.swiftmodule", "Help.build"] {
      try await copy.removeFolder(".build/debug/\(built)")
    }
    try await copy.removeFolder("Sources/Modules/Help")
    try await copy.removeFolder("Tests/Modules/HelpTests")
    for target in ["NoteList", "Editor", "Prompt", "FileStore", "FakeTerminal"] {
      let build = await copy.build(target)
      #expect(build.status == 0, "\(target) should build without Help:\n\(build.output)")
    }
    try await expectAppAlone(copy, toFailBy: "no such module 'Help'")
  }

  private func expectAppAlone(_ copy: PackageCopy, toFailBy message: String) async throws {
    let app = await copy.build("App")
    #expect(app.status != 0)
    let errors = app.output.split(separator: "\n").filter { $0.contains("error:") }
    #expect(errors.contains { $0.contains(message) }, "\(app.output)")
    let places = errors.filter { $0.contains(".swift:") }
    #expect(places.allSatisfy { $0.contains("/Sources/App/") }, "\(app.output)")
  }
}
