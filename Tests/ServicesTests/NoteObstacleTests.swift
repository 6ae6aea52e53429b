import Entities
import Services
import Testing

@Suite("Why a note cannot be opened")
struct NoteObstacleTests {
  @Test(
    "An obstacle's code in an index is read back as the same obstacle",
    arguments: [
      NoteObstacle.locked, .outside, .noPermission, .gone, .unreadable("is a pipe"),
      .unreadable("is locked"), .unreadable("locked"), .unreadable(""),
    ])
  func code(obstacle: NoteObstacle) {
    #expect(NoteObstacle(code: obstacle.code) == obstacle)
  }

  @Test("An obstacle that only reads like a lock or an outside link is neither")
  func words() {
    let note = NoteSummary(
      id: NoteID("a.md"), title: "A", snippet: "", modified: Timestamp(seconds: 0),
      obstacle: .unreadable("is locked"))
    #expect(!note.isLocked && !note.leadsOutside)
    #expect(NoteObstacle.locked.words == "is locked")
    #expect(NoteObstacle.outside.words == "is a link to a file outside the vault")
  }

  @Test("A read error becomes an obstacle")
  func reading() {
    let path = NotePath("a.md")
    #expect(NoteObstacle(NoteStoreError.notAFile(path, kind: "a pipe")).words == "is a pipe")
    #expect(NoteObstacle(NoteStoreError.notPermitted(path, action: "read")) == .noPermission)
  }
}
