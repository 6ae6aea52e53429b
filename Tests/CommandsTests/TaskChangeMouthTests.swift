import Commands
import Entities
import Services
import TestSupport
import Testing
import UseCases
import VaultLayers
import Viper

@testable import Agenda

/// Rescheduling and adding a task, in the agenda and on the command line.
@MainActor
@Suite("Rescheduling and adding tasks in every interface")
struct TaskChangeMouthTests {
  private nonisolated static let path = NotePath("Tasks.md")

  private nonisolated static let troubles: [(TroubledStore.Trouble, String)] =
    [
      .notPermitted(path, action: "write"), .noSpace(path), .changedOutside(path),
      .tooLarge(path, bytes: 1 << 30), .failed(path, action: "write", reason: "no reason"),
    ].flatMap { (error: NoteStoreError) in
      [(.saving(error), error.message), (.reading(error), error.message)]
    } + [(.readOnly, NoteStoreError.readOnly(path).message)]

  @Test(
    "A note that cannot be read or saved stays, with the same message in every interface",
    arguments: Act.allCases,
    troubles)
  func refused(act: Act, trouble: (TroubledStore.Trouble, String)) async {
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["Tasks.md": Act.before])
      let said = await mouth.carryOut(act, notes, TroubledStore(notes, trouble.0))
      #expect(said == trouble.1, "\(mouth)")
      #expect(await notes.text(of: NoteID(Self.path)) == Act.before, "\(mouth)")
    }
  }

  @Test("A simultaneous change by another program is preserved", arguments: Act.allCases)
  func otherWriter(act: Act) async {
    var left: Set<String?> = []
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore(["Tasks.md": Act.before])
      let said = await mouth.carryOut(act, notes, TroubledStore(notes, .otherWriter))
      #expect(said == nil, "\(mouth)")
      left.insert(await notes.text(of: NoteID(Self.path)))
    }
    #expect(left.count == 1 && left.first??.contains(TroubledStore.othersLine) == true)
  }

  @Test("A missing note for tasks is made; a failure gives the same message in every interface")
  func made() async {
    for mouth in Mouth.allCases {
      let notes = MemoryNoteStore()
      let error = NoteStoreError.noSpace(Self.path)
      #expect(
        await mouth.carryOut(.add, notes, TroubledStore(notes, .saving(error))) == error.message,
        "\(mouth)")
      #expect(await notes.ids.isEmpty, "\(mouth)")
      #expect(await mouth.carryOut(.add, notes, notes) == nil, "\(mouth)")
      #expect(await notes.text(of: NoteID(Self.path)) == "- [ ] two\n", "\(mouth)")
    }
  }
}

enum Act: CaseIterable {
  case putOff, add

  static let before = "- [ ] one\n"
}

private enum Mouth: CaseIterable {
  case agenda, commandLine

  /// Returns the message of a failure.
  @MainActor
  func carryOut(_ act: Act, _ notes: MemoryNoteStore, _ store: any NoteStore) async -> String? {
    switch self {
    case .agenda:
      let work = Work()
      let agenda = AgendaInteractor(
        TaskCases.of(notes, through: store), clock: StillClock(), scheduler: NoScheduler(),
        weekStart: .monday, work: work)
      var (facts, failure) = (TaskFacts(), String?.none)
      facts.words = "one"
      let reply: AgendaReply = { failure = $0 }
      switch act {
      case .putOff:
        let task = TaskRecord(note: NoteID("Tasks.md"), title: "Tasks", line: 1, facts: facts)
        agenda.reschedule(
          agenda.item(task), to: Day(year: 2026, month: 3, day: 3), reply: reply)
      case .add: agenda.add("two", due: nil, reply: reply)
      }
      await work.whenIdle()
      return failure
    case .commandLine:
      let scene = CommandScene(notes)
      scene.troubled = store
      let words =
        act == .add ? ["task", "add", "two"] : ["task", "reschedule", "Tasks:1", "tomorrow"]
      let code = await scene.run(words)
      return code == .done ? nil : scene.messages.last?.replacing("notes-tui: ", with: "")
    }
  }
}

private final class NoScheduler: Scheduler {
  let runsByItself = false

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) -> Timer {
    Timer {}
  }
}
