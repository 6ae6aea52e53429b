import Conflicts
import Entities
import FakeTerminal
import Services
import TestSupport
import Testing
import Viper

@testable import App

@MainActor
@Suite("Conflicts counted beside the vault's name")
struct ConflictsKeeperTests {
  private let work = Work()
  private let conflicts = GivenConflicts()

  private func copy(_ name: String, _ program: ConflictProgram) -> ConflictCopy {
    ConflictCopy(copy: NoteID("\(name) 2.md"), note: NoteID("\(name).md"), program: program)
  }

  @Test(
    "Copies count once the list is there, with notes that a sync marked, but none a person may have made"
  )
  func counts() async {
    let merge = MergedCopy(before: [], after: [1], conflicts: 0, hasBase: false)
    conflicts.add(copy("a", .dropbox), merge)
    conflicts.add(copy("b", .unknown), merge)
    conflicts.add(
      MarkedNote(
        note: NoteID("c.md"), title: "c", modified: Timestamp(seconds: 0), conflicts: 1, line: 1))
    let interactor = ConflictsInteractor(conflicts: conflicts, work: work)
    let keeper = ConflictsKeeper(interactor: interactor, scheduler: ManualScheduler())
    var changes = 0
    keeper.changed = { changes += 1 }
    #expect(keeper.count(with: []) == 0)
    keeper.notesWereLoaded()
    await work.whenIdle()
    #expect(changes == 1 && keeper.count(with: []) == 1)
    #expect(keeper.count(with: [NotePath("c.md"), NotePath("d.md")]) == 3)
    // The screen finds the marks, too: a note that both know of counts once.
    interactor.load()
    await work.whenIdle()
    #expect(keeper.count(with: [NotePath("c.md"), NotePath("d.md")]) == 3)
    #expect(keeper.count(with: []) == 2)
    keeper.stop()
    keeper.notesWereLoaded()
    await work.whenIdle()
    #expect(keeper.count(with: []) == 2)
  }
}
