import Daily
import Entities
import Services
import Terminal
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import NewNotes

@MainActor
@Suite("Daily notes, and new notes")
struct NewNotesTests {
  private let work = Work()
  private let parent = Parent()
  private let module: Module<any Screen>
  private let input: any NewNotesInput
  private let store: MemoryNoteStore
  private let index: MemoryIndex

  init() {
    let store = MemoryNoteStore([
      "Templates/Day.md": "# {{title}}", "Templates/Week.md": "week", "plan.md": "# Plan",
    ])
    let index = MemoryIndex(store)
    (self.store, self.index) = (store, index)
    var settings = SettingValues()
    settings.values = [.templateFolder: "Templates", .newNoteFolder: "in"]
    let built = NewNotesBuilder.make(
      cases: { [settings] in
        NewNoteCases(
          store: store, texts: PlainTexts(),
          planner: NotePlanner(
            store: store, index: index, foreign: NoForeignSettings(), settings: settings,
            clock: StillClock()))
      },
      work: work, wireframe: parent, output: parent)
    (module, input) = (built.module, built.input)
  }

  private func answer(_ answer: Answer) async {
    parent.questions.answer(answer)
    await work.whenIdle()
  }

  @Test("The notes of today and of another day open")
  func daily() async {
    input.openDailyNote(of: nil)
    await work.whenIdle()
    input.openDailyNote(of: Day(20_515))
    await work.whenIdle()
    #expect(parent.heard == ["daily 2026-03-02.md", "daily 2026-03-03.md"])
    #expect(module.view == nil)
  }

  @Test("The next and previous daily notes open from a daily note only")
  func steps() async {
    let route = RouteHandle(name: "Editor") { _ in }
    input.openDailyNote(-1, from: NoteID("2026-03-02.md"), insteadOf: route)
    await work.whenIdle()
    input.openDailyNote(1, from: NoteID("plan.md"), insteadOf: route)
    await work.whenIdle()
    #expect(
      parent.heard == [
        "Editor becomes 2026-03-01",
        "“plan.md” is not a daily note: daily-format gives other names.",
      ])
  }

  @Test("A new note asks for a template and a title, and opens before it is on disk")
  func fromTemplate() async {
    input.makeNoteFromTemplate(in: nil)
    await work.whenIdle()
    await answer(.chosen("0"))
    #expect(parent.questions.last == .titleOfNewNote)
    await answer(.typed("Monday"))
    #expect(parent.heard == ["open Templates/Week.md as Monday"])
    #expect(await store.ids.count == 3)
  }

  @Test("A template is filled with the note's title")
  func fills() async {
    input.fillTemplate(titled: "Plan") { [parent] filled in
      parent.heard.append(String(decoding: filled.bytes, as: UTF8.self))
    }
    await work.whenIdle()
    await answer(.chosen("1"))
    #expect(parent.heard == ["# Plan"])
  }

  @Test("Nine of ten templates have keys, any can be named, and a wrong name is reported")
  func many() async {
    for number in 1...9 {
      await store.change(NoteID("Templates/T\(number).md"), to: "\(number)")
    }
    input.fillTemplate(titled: "") { [parent] filled in
      parent.heard.append(String(decoding: filled.bytes, as: UTF8.self))
    }
    await work.whenIdle()
    guard case .choices(let choices, _) = parent.questions.last?.kind else {
      Issue.record("no choice is asked for")
      return
    }
    #expect(choices.count == 10)
    await answer(.chosen("named"))
    await answer(.typed("Nowhere"))
    #expect(parent.heard == ["There is no template “Nowhere” in “Templates”, nor at that path."])
    input.fillTemplate(titled: "") { _ in }
    await work.whenIdle()
    await answer(.chosen("named"))
    await store.fail(next: .locked(NotePath("Templates/T9.md")))
    await answer(.typed("T9"))
    #expect(parent.heard.last == NoteStoreError.locked(NotePath("Templates/T9.md")).message)
    input.fillTemplate(titled: "") { [parent] filled in
      parent.heard.append(String(decoding: filled.bytes, as: UTF8.self))
    }
    await work.whenIdle()
    await answer(.chosen("named"))
    await answer(.typed("T9"))
    #expect(parent.heard.last == "9")
  }

  @Test("Missing templates say where they belong, and a broken index says what is wrong")
  func none() async {
    for note in ["Day", "Week"] { await store.remove(NoteID("Templates/\(note).md")) }
    input.makeNoteFromTemplate(in: nil)
    await work.whenIdle()
    #expect(
      parent.heard == ["No templates yet: every note in the folder “Templates” is one."])
    await index.fail(next: .refused("the disk is full"))
    input.makeNoteFromTemplate(in: nil)
    await work.whenIdle()
    #expect(parent.heard.last?.contains("the disk is full") == true)
  }

  @Test("A title makes a note in the folder for new notes; no title makes none")
  func makes() async {
    input.makeNote(titled: "")
    input.makeNote(titled: "One\nTwo")
    await work.whenIdle()
    #expect(parent.heard.count == 1)
    #expect(await store.ids.filter { $0.path.folder.text == "in" }.count == 1)
    await store.fail(next: .noSpace(NotePath("in")))
    input.makeNote(titled: "Three")
    await work.whenIdle()
    #expect(parent.heard.count == 2)
  }

  @Test("A missing note is made with the exact name in its link, after a question")
  func offers() async {
    #expect(input.offerNote(named: "Ideas/Boat", in: nil, wasTyped: false))
    #expect(parent.questions.last?.text == "No note is called “Ideas/Boat”. Make it?")
    await answer(.chosen("leave"))
    #expect(input.offerNote(named: "Boat", in: NotePath("trips"), wasTyped: false))
    await answer(.chosen("make"))
    #expect(input.offerNote(named: "Ideas/Boat", in: nil, wasTyped: false))
    await answer(.chosen("make"))
    #expect(parent.heard == ["made trips/Boat.md", "made Ideas/Boat.md"])
    #expect(await store.text(of: NoteID("trips/Boat.md")) == "# Boat\n")
    #expect(!input.offerNote(named: "map.png", in: nil, wasTyped: false))
  }

  @Test("Answers after the module is removed have no effect")
  func removed() async {
    input.openDailyNote(of: nil)
    module.lifeCycle.moduleWasRemoved()
    await work.whenIdle()
    #expect(parent.heard == [])
  }
}

@MainActor
private final class Parent: NewNotesWireframe, NewNotesOutput {
  let questions = AskedQuestions()
  var heard: [String] = []

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    questions.take(question, then: answer)
  }

  func openDailyNote(_ note: NoteID, of day: Day) { heard.append("daily \(note.path.text)") }
  func replace(_ route: RouteHandle, byDailyNoteOf day: Day) {
    heard.append("\(route.name) becomes \(day.text)")
  }
  func openNote(_ plan: NotePlan) {
    if case .after(let template, let title, _) = plan {
      heard.append("open \(template.path.text) as \(title)")
    }
  }
  func showMessage(_ text: String) { heard.append(text) }
  func newNotesDidMake(_ note: NoteID) { heard.append("made \(note.path.text)") }
}
