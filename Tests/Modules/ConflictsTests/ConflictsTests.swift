import Comparing
import CopyNames
import Entities
import FakeTerminal
import Lists
import Services
import Terminal
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import Conflicts

@MainActor
@Suite("Conflicts")
struct ConflictsTests {
  private let work = Work()
  private let conflicts = GivenConflicts()
  private let wireframe = FakeWireframe()
  private let clock = StillClock()

  private func copy(_ name: String, _ program: ConflictProgram = .syncthing) -> ConflictCopy {
    ConflictCopy(
      copy: NoteID("\(name) copy.md"), note: NoteID("\(name).md"), program: program,
      modified: clock.now)
  }

  private func merge(_ after: String, conflicts: Int = 0) -> MergedCopy {
    MergedCopy(
      before: Array("a\n".utf8), after: Array(after.utf8), conflicts: conflicts, hasBase: true)
  }

  private func interactor(notesChanged: @escaping ([NoteID]) -> Void = { _ in })
    -> ConflictsInteractor
  {
    ConflictsInteractor(
      cases: ConflictCases(conflicts), work: work, notesChanged: notesChanged)
  }

  private func screen(_ interactor: ConflictsInteractor) async throws -> ConflictsScreen {
    let module = ConflictsBuilder.make(
      interactor: interactor, date: { ShortDate.text(for: $0, clock: clock) },
      wireframe: wireframe)
    wireframe.module = module
    module.lifeCycle.moduleIsReady(RouteHandle(name: "Conflicts") { _ in })
    module.lifeCycle.moduleWillAppear()
    await work.whenIdle()
    return try #require(module.view as? ConflictsScreen)
  }

  private func press(_ screen: ConflictsScreen, _ keys: Key...) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  private func fill() {
    conflicts.add(copy("Plan"), merge("a\nb\n"))
    conflicts.add(copy("Trip", .dropbox), merge("<<<<<<<\n", conflicts: 2))
    conflicts.add(copy("Shut"), nil)
    conflicts.add(
      MarkedNote(
        note: NoteID("Old.md"), title: "Old", modified: clock.now, conflicts: 1, line: 7))
  }

  @Test("A row shows the copy, its author, what merging does and when the copy was written")
  func rows() async throws {
    fill()
    let screen = try await screen(interactor())
    #expect(
      FakeFrame.drawing(screen, columns: 80, rows: 4).lines == [
        "> Plan copy.md                          Syncthing     merges              10:30",
        "  Trip copy.md                          Dropbox       2 conflicts         10:30",
        "  Shut copy.md                          Syncthing     not mergeable       10:30",
        "  Old.md                                marked        1 conflict          10:30",
      ])
    #expect(screen.chrome.state == "4 conflicts")
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 4).lines[0].contains("merges"))
    #expect(FakeFrame.drawing(screen, columns: 20, rows: 4).lines[0] == "> Plan copy.md")
  }

  @Test("Enter shows the changes without asking, and m then asks once")
  func shows() async throws {
    fill()
    let screen = try await screen(interactor())
    await press(screen, "Enter")
    #expect(wireframe.shown.map(\.text) == ["a", "b"])
    wireframe.close()
    #expect(wireframe.asked.isEmpty && conflicts.requests.isEmpty)
    await press(screen, "m")
    #expect(wireframe.asked.isEmpty)
    wireframe.close()
    #expect(
      wireframe.asked == [
        "Merge the copy into Plan.md and put it into the trash?"
      ])
    wireframe.questions.answer(.chosen("no"))
    await work.whenIdle()
    #expect(conflicts.requests.isEmpty)
    await press(screen, "m")
    wireframe.close()
    wireframe.questions.answer(.chosen("yes"))
    await work.whenIdle()
    #expect(conflicts.requests == [[copy("Plan")]])
    #expect(
      screen.chrome.message == "Merged “Plan copy”; it is in the trash. Press u to undo.")
    #expect(screen.chrome.state == "3 conflicts")
  }

  @Test("A merge that leaves marks says so before and after")
  func marks() async throws {
    fill()
    let screen = try await screen(interactor())
    await press(screen, "j", "m")
    wireframe.close()
    #expect(wireframe.asked[0].hasSuffix("2 conflicts will be marked in it."))
    wireframe.questions.answer(.chosen("yes"))
    await work.whenIdle()
    #expect(screen.chrome.message.contains("Both texts are marked in Trip.md."))
    #expect(screen.chrome.tone == .warning)
  }

  @Test("A merges copies that leave no marks and have no name a person gives, and u undoes all")
  func allClean() async throws {
    fill()
    conflicts.add(copy("List"), merge("a\nc\n"))
    conflicts.add(copy("Mine", .unknown), merge("a\nd\n"))
    var changed: [NoteID] = []
    let interactor = interactor { changed += $0 }
    let screen = try await screen(interactor)
    await press(screen, "A")
    #expect(wireframe.asked[0].hasPrefix("Merge the 2 copies that leave no marks?"))
    wireframe.questions.answer(.chosen("yes"))
    await work.whenIdle()
    #expect(conflicts.requests == [[copy("Plan"), copy("List")]])
    #expect(
      screen.chrome.message == "Merged 2 copies; they are in the trash. Press u to undo.")
    #expect(changed.contains(NoteID("Plan copy.md")))
    // The screen has been closed and opened again.
    let again = try await self.screen(interactor)
    await press(again, "u")
    #expect(again.chrome.message == "Taken back: 2 copies and their notes as before.")
    #expect(again.chrome.state == "6 conflicts")
    await press(again, "u")
    #expect(again.chrome.message == "Nothing to undo.")
  }

  @Test("A reports when no copy merges without marks")
  func noneClean() async throws {
    conflicts.add(copy("Trip"), merge("<<<<<<<\n", conflicts: 1))
    let screen = try await screen(interactor())
    await press(screen, "A")
    #expect(wireframe.asked.isEmpty)
    #expect(screen.chrome.message == "No copy can be merged without marks.")
  }

  @Test("Enter, m and o open a note with marks at the first mark")
  func opens() async throws {
    fill()
    let screen = try await screen(interactor())
    await press(screen, "G", "Enter", "m", "o", "k", "o")
    #expect(wireframe.opened == ["Old.md:7", "Old.md:7", "Old.md:7", "Shut.md"])
  }

  @Test("Files that other programs leave are listed and are not counted as conflicts")
  func remains() async throws {
    fill()
    for path in [".stversions", "deep/.Trip.md.icloud"] {
      conflicts.add(try #require(SyncRemains(hidden: NotePath(path))))
    }
    let screen = try await screen(interactor())
    #expect(screen.chrome.state == "4 conflicts")
    await press(screen, "G", "Enter")
    #expect(
      screen.chrome.message
        == "deep/Trip.md is in iCloud and not on this device. It is not deleted: download it to read it."
    )
    await press(screen, "k", "m")
    #expect(screen.chrome.message.hasPrefix(".stversions has Syncthing's older states of files."))
    await press(screen, "n")
    #expect(screen.chrome.message == "This is not a copy of a note." && wireframe.asked.isEmpty)
    for other in [".obsidian", ".icloud", "x.icloud", ".stfolder"] {
      #expect(SyncRemains(hidden: NotePath(other)) == nil)
    }
  }

  @Test("n makes a separate note of a copy, and u undoes that; a note with marks already is one")
  func keeps() async throws {
    fill()
    var changed: [NoteID] = []
    let screen = try await screen(interactor { changed += $0 })
    await press(screen, "j", "n")
    #expect(wireframe.asked.last == "The title that the copy gets as a note of its own:")
    wireframe.questions.answer(.typed("Trip by sea"))
    await work.whenIdle()
    #expect(
      screen.chrome.message
        == "The copy is a note of its own now: Trip by sea.md. Press u to undo.")
    #expect(screen.chrome.state == "3 conflicts")
    #expect(changed.contains(NoteID("Trip by sea.md")))
    await press(screen, "u")
    #expect(screen.chrome.message == "Taken back: the copy has its name again.")
    #expect(screen.chrome.state == "4 conflicts")
    let changes = changed.count
    await press(screen, "n")
    wireframe.questions.answer(.cancelled)
    await work.whenIdle()
    #expect(changed.count == changes)
  }

  @Test("A refused action is reported and can be tried again")
  func fails() async throws {
    fill()
    let screen = try await screen(interactor())
    await press(screen, "j", "j", "Enter")
    #expect(screen.chrome.message.hasPrefix("Shut copy.md is locked"))
    conflicts.fail(next: .changedOutside(NotePath("Plan.md")))
    await press(screen, "A")
    wireframe.questions.answer(.chosen("yes"))
    await work.whenIdle()
    #expect(screen.chrome.message.hasPrefix("Plan.md was changed by another program"))
    #expect(screen.chrome.state == "4 conflicts")
    await press(screen, "A")
    wireframe.questions.answer(.chosen("yes"))
    await work.whenIdle()
    conflicts.fail(next: .noSpace(NotePath("Plan.md")))
    await press(screen, "u")
    #expect(screen.chrome.message.hasPrefix("The disk is full"))
    await press(screen, "u")
    #expect(screen.chrome.message.hasPrefix("Taken back: 1 copy"))
  }

  @Test("Conflicts are counted again only when another program writes a name that copies have")
  func counts() async {
    let interactor = interactor()
    interactor.countCopies()
    await work.whenIdle()
    #expect(interactor.facts.count == 0)
    conflicts.add(copy("Plan"), merge("a\nb\n"))
    interactor.notesChangedOutside([NoteID("Plan.md")])
    await work.whenIdle()
    #expect(interactor.facts.count == 0)
    interactor.notesChangedOutside([NoteID("Plan copy.md")])
    await work.whenIdle()
    #expect(interactor.facts.count == 1)
  }

  @Test("An empty list is reported, and keys do nothing then")
  func empty() async throws {
    let screen = try await screen(interactor())
    await press(screen, "Enter", "m", "o")
    #expect(wireframe.opened.isEmpty)
    #expect(FakeFrame.drawing(screen, columns: 60, rows: 2).lines[0] == "  No conflicts.")
    #expect(screen.chrome.state == "none")
  }

  @Test("Every part of a removed conflicts screen is freed, and the vault's interactor stays")
  func freed() async {
    let probe = LeakProbe()
    let interactor = interactor()
    do {
      let module = ConflictsBuilder.make(
        interactor: interactor, date: { ShortDate.text(for: $0, clock: clock) },
        wireframe: FakeWireframe())
      probe.watch(module)
      module.lifeCycle.moduleWillAppear()
      module.lifeCycle.moduleWasRemoved()
      await work.whenIdle()
      #expect(probe.leaks.count == 3)
    }
    #expect(probe.leaks == [])
  }
}

@MainActor
private final class FakeWireframe: ConflictsWireframe {
  var opened: [String] = []
  var shown: [DifferenceLine] = []
  var asked: [String] = []
  let questions = AskedQuestions()
  var module: Module<any Screen>?
  private var whenClosed: (() -> Void)?

  func open(_ note: NoteID, atLine line: Int?) {
    opened.append(note.path.text + (line.map { ":\($0)" } ?? ""))
  }

  func showDifference(
    _ lines: [DifferenceLine], titled title: String, then: @escaping @MainActor () -> Void
  ) {
    shown = lines
    whenClosed = then
  }

  func close() {
    let body = whenClosed
    whenClosed = nil
    body?()
  }

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    asked.append(question.text)
    questions.take(question, then: answer)
  }
}
