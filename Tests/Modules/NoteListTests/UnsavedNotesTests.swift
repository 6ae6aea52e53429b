import Entities
import Services
import TestSupport
import Testing
import Viper

@testable import NoteList

@MainActor
@Suite("Text that earlier runs of the program never saved")
struct UnsavedNotesTests {
  private let output = HeardOutput()
  private let work = Work()

  /// What is told when it is looked for once, and then so many times for the next.
  private func told(_ left: [RecoveredText], next: Int = 0) async -> [String] {
    let scope = NoteListScope(work)
    scope.screen = output
    let unsaved = UnsavedNotes(MemoryJournal(left: left), scope)
    unsaved.report()
    await work.whenIdle()
    for _ in 0..<next {
      unsaved.findNext()
      await work.whenIdle()
    }
    return withExtendedLifetime(unsaved) { output.heard }
  }

  private func text(of note: String) -> RecoveredText {
    RecoveredText(note: NoteID(note), bytes: [65], savedAt: Timestamp(seconds: 0))
  }

  private let draft = RecoveredText(
    note: nil, bytes: [65], savedAt: Timestamp(seconds: 0), draft: -1)

  @Test("A draft that was never saved is reported")
  func drafts() async {
    #expect(await told([draft]) == ["unsaved [] and a draft"])
  }

  @Test("Notes with unsaved text from an earlier run are reported")
  func notes() async {
    #expect(await told([text(of: "b.md"), text(of: "a/c.md")]) == [#"unsaved ["c", "b"]"#])
  }

  @Test("The absence of unsaved text is reported only on request")
  func nothing() async {
    #expect(await told([], next: 1) == ["nothing unsaved"])
  }

  @Test("Each request opens the next note, then the draft, then the first note again")
  func next() async {
    let told = await told([text(of: "a.md"), text(of: "b.md"), draft], next: 4)
    #expect(told.dropFirst() == ["next a.md", "next b.md", "next draft", "next a.md"])
  }
}
