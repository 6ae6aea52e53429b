import Boards
import Entities
import Testing

@Suite("What a board has set")
struct BoardSettingsTests {
  private func options(_ settings: String) throws -> BoardSettings {
    let text =
      "---\nkanban-plugin: board\n---\n## A\n- a\n\n%% kanban:settings\n```\n\(settings)\n```\n%%\n"
    return try #require(BoardText(Array(text.utf8))).options
  }

  @Test("Widths are within what a terminal has; what is no setting is none")
  func reads() throws {
    let set = try options(
      #"{"lane-width":320,"show-checkboxes":true,"hide-card-count":true,"x":{"y":[1]}}"#)
    #expect(set.columnWidth == 40)
    #expect(set.showsBoxes)
    #expect(set.hidesCounts)
    #expect(!set.addsAbove)
    #expect(try options(#"{"lane-width":1e300}"#).columnWidth == 500)
    #expect(try options(#"{"lane-width":-5}"#).columnWidth == 12)
  }

  @Test(
    "The folder of new notes is one of the vault's",
    arguments: [
      ("Work/New", "Work/New"), ("/Work/", "Work"), ("/", nil), ("", nil), ("../out", nil),
      ("a/.git", nil),
    ])
  func newNotes(written: String, folder: String?) throws {
    let set = try options(#"{"new-note-folder":"\#(written)"}"#)
    #expect(set.newNoteFolder == folder.map { NotePath($0) })
  }

  @Test(
    "Broken settings are none",
    arguments: [
      "", "{", "[]", #"{"lane-width":"wide","show-checkboxes":"yes"}"#, "{}}",
      String(repeating: "[", count: 100_000),
    ])
  func broken(_ text: String) throws {
    #expect(try options(text) == BoardSettings())
  }
}
