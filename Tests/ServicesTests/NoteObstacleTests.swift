import Entities
import Services
import Testing

@Suite("Why a note cannot be opened")
struct NoteObstacleTests {
  @Test(
    "An index keeps a code, which says the same when it is read back",
    arguments: [
      NoteObstacle.locked, .outside, .noPermission, .gone, .unreadable("is a pipe"),
      .unreadable("is locked"), .unreadable("locked"), .unreadable(""),
    ])
  func code(obstacle: NoteObstacle) {
    #expect(NoteObstacle(code: obstacle.code) == obstacle)
  }

  @Test("A reason that reads like a lock or a link to outside is neither")
  func words() {
    let note = NoteSummary(
      id: NoteID("a.md"), title: "A", snippet: "", modified: Timestamp(seconds: 0),
      obstacle: .unreadable("is locked"))
    #expect(!note.isLocked && !note.leadsOutside)
    #expect(NoteObstacle.locked.words == "is locked")
    #expect(NoteObstacle.outside.words == "is a link to a file outside the vault")
  }

  @Test("What an attempt to read came to is a value")
  func reading() {
    let path = NotePath("a.md")
    #expect(NoteObstacle(NoteStoreError.notAFile(path, kind: "a pipe")).words == "is a pipe")
    #expect(NoteObstacle(NoteStoreError.notPermitted(path, action: "read")) == .noPermission)
  }
}
