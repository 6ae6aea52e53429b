import CopyNames
import Entities
import FakeTerminal
import Services
import TestSupport
import Testing
import Viper

@testable import Conflicts

@MainActor
@Suite("Conflict counts next to the vault's name")
struct CountedConflictsTests {
  private final class Changes: ConflictsInteractorOutput {
    var count = 0
    func conflictsChanged() { count += 1 }
  }

  private let work = Work()
  private let conflicts = GivenConflicts()

  private func copy(_ name: String, _ program: ConflictProgram) -> ConflictCopy {
    ConflictCopy(copy: NoteID("\(name) 2.md"), note: NoteID("\(name).md"), program: program)
  }

  @Test("Listed copies and notes marked by a sync count, but copies a person may have made do not")
  func counts() async {
    let merge = MergedCopy(before: [], after: [1], conflicts: 0, hasBase: false)
    conflicts.add(copy("a", .dropbox), merge)
    conflicts.add(copy("b", .unknown), merge)
    conflicts.add(
      MarkedNote(
        note: NoteID("c.md"), title: "c", modified: Timestamp(seconds: 0), conflicts: 1, line: 1))
    let interactor = ConflictsInteractor(
      cases: ConflictCases(conflicts), work: work, scheduler: ManualScheduler())
    let changes = Changes()
    interactor.add(changes)
    #expect(interactor.facts.count(with: []) == 0)
    interactor.countCopiesSoon()
    await work.whenIdle()
    #expect(changes.count == 1 && interactor.facts.count(with: []) == 1)
    #expect(interactor.facts.count(with: [NotePath("c.md"), NotePath("d.md")]) == 3)
    // The screen finds the marks too, and a note found twice counts once.
    interactor.load()
    await work.whenIdle()
    #expect(interactor.facts.count(with: [NotePath("c.md"), NotePath("d.md")]) == 3)
    #expect(interactor.facts.count(with: []) == 2)
    interactor.end()
    interactor.countCopiesSoon()
    await work.whenIdle()
    #expect(interactor.facts.count(with: []) == 2)
  }
}
