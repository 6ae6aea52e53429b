import Boards
import Entities
import Testing

@Suite("Board settings")
struct BoardSettingsTests {
  private func options(_ settings: String) throws -> BoardSettings {
    let text =
      "---\nkanban-plugin: board\n---\n## A\n- a\n\n%% kanban:settings\n```\n\(settings)\n```\n%%\n"
    return try #require(BoardText(Array(text.utf8))).options
  }

  @Test("Widths stay within those of a terminal, and an invalid setting is ignored")
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
    "The folder of new notes is a folder of the vault",
    arguments: [
      ("Work/New", "Work/New"), ("/Work/", "Work"), ("/", nil), ("", nil), ("../out", nil),
      ("a/.git", nil),
    ])
  func newNotes(written: String, folder: String?) throws {
    let set = try options(#"{"new-note-folder":"\#(written)"}"#)
    #expect(set.newNoteFolder == folder.map { NotePath($0) })
  }

  @Test(
    "Broken settings are ignored",
    arguments: [
      "", "{", "[]", #"{"lane-width":"wide","show-checkboxes":"yes"}"#, "{}}",
      String(repeating: "[", count: 100_000),
    ])
  func broken(_ text: String) throws {
    #expect(try options(text) == BoardSettings())
  }
}
