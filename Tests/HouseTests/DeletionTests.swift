import Glibc
import Testing

/// Real builds in a copy: minutes, so `swift test` alone leaves them out. `make test` and `.ci/run`
/// run them, by NOTES_TUI_HOUSE=1.
@Suite(
  "Taking a module away",
  .enabled(
    if: getenv("NOTES_TUI_HOUSE") != nil,
    "it builds a copy of the package: set NOTES_TUI_HOUSE=1, as make test does"))
struct DeletionTests {
  @Test("C5 Deleting a module folder breaks only App")
  func breaksOnlyApp() async throws {
    let copy = try await PackageCopy()
    try await copy.removeFolder("Sources/Modules/Help")
    try await copy.removeFolder("Tests/Modules/HelpTests")

    for target in ["NoteList", "Editor", "Prompt", "FileStore", "FakeTerminal"] {
      let build = await copy.build(target)
      #expect(build.status == 0, "\(target) should build without Help:\n\(build.output)")
    }

    let app = await copy.build("App")
    #expect(app.status != 0, "App names Help and cannot build without it")
    let errors = app.output.split(separator: "\n").filter { $0.contains("error:") }
    #expect(errors.contains { $0.contains("no such module 'Help'") }, "\(app.output)")
    let places = errors.filter { $0.contains(".swift:") }
    #expect(places.allSatisfy { $0.contains("/Sources/App/") }, "\(app.output)")
  }
}
