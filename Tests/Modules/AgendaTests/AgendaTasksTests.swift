import Entities
import Services
import TestSupport
import Testing

@testable import Agenda

@Suite("Done tasks stay in their rows")
struct AgendaTasksTests {
  private func record(_ words: String, _ day: Int?, line: Int = 1) -> TaskRecord {
    var facts = TaskFacts()
    facts.words = words
    facts.due = day.map { Day($0) }
    return TaskRecord(note: NoteID("\(words).md"), title: words, line: line, facts: facts)
  }

  private func done(_ task: TaskRecord) -> TaskFacts {
    var facts = task.facts
    facts.mark = "x"
    return facts
  }

  private func texts(_ tasks: AgendaTasks) -> [String] {
    var tasks = tasks
    return (0..<tasks.count).compactMap { index in
      tasks.task(at: index).map { "\($0.shown.facts.words)\($0.isKept ? "*" : "")" }
    }
  }

  @Test("A done task keeps its row before and after the index knows of it")
  func keeps() {
    let all = ["a", "b", "c", "d"].enumerated().map { record($0.element, $0.offset) }
    var tasks = AgendaTasks()
    tasks.take(WholeTaskCatalog(all), settled: true)
    tasks.keep(all[1], as: done(all[1]))
    tasks.keep(all[2], as: done(all[2]))
    #expect(texts(tasks) == ["a", "b*", "c*", "d"])
    #expect(tasks.task(at: 1)?.shown.facts.type == .done)
    tasks.take(WholeTaskCatalog([all[0], all[3]]), settled: true)
    #expect(texts(tasks) == ["a", "b*", "c*", "d"])
    #expect(tasks.count == 4)
    #expect(tasks.position(of: Day(2)) == 2)
    #expect(tasks.position(of: Day(3)) == 3)
    #expect(tasks.position(of: nil) == 4)
    #expect(tasks.index(of: all[2]) == 2)
    #expect(tasks.index(of: all[3]) == 3)
    tasks.forgetAll()
    #expect(texts(tasks) == ["a", "d"])
  }

  @Test("A task that someone opened again is no longer shown as done")
  func reopened() {
    let all = ["a", "b"].map { record($0, 1) }
    var tasks = AgendaTasks()
    tasks.take(WholeTaskCatalog(all), settled: true)
    tasks.keep(all[0], as: done(all[0]))
    // These tasks were requested before the change was written.
    tasks.take(WholeTaskCatalog(all), settled: false)
    #expect(texts(tasks) == ["a*", "b"])
    tasks.take(WholeTaskCatalog(all), settled: true)
    #expect(texts(tasks) == ["a", "b"])
  }

  @Test("A task is found when the lines of its note move, or else its old position is")
  func follows() {
    let task = record("a", 1, line: 5)
    var tasks = AgendaTasks()
    tasks.take(
      WholeTaskCatalog([record("a", 0), record("a", 1, line: 7), record("b", 1)]), settled: true)
    #expect(tasks.index(of: task) == 1)
    tasks.take(WholeTaskCatalog([record("b", 1), record("c", 2)]), settled: true)
    #expect(tasks.index(of: task) == 0)
    tasks.take(WholeTaskCatalog([]), settled: true)
    #expect(tasks.index(of: task) == 0)
  }
}

@Suite("The rows of an agenda")
struct AgendaLayoutTests {
  @Test("Sections without tasks have no rows, and every row leads to its task and back")
  func rows() {
    let layout = AgendaLayout([
      .init(name: "A", tasks: 0..<0), .init(name: "B", tasks: 0..<2),
      .init(name: "C", tasks: 2..<2),
      .init(name: "D", tasks: 2..<3),
    ])
    #expect(layout.rowCount == 5)
    let places = (0..<6).map { layout.item(ofRow: $0) }
    #expect(places == [.head(0), .task(0), .task(1), .head(1), .task(2), nil])
    for task in 0..<3 {
      #expect(layout.row(ofTask: task).flatMap { layout.item(ofRow: $0) } == .task(task))
    }
    #expect(layout.row(ofTask: 3) == nil)
    #expect(layout.taskOfSection(after: 0) == 2)
    #expect(layout.taskOfSection(after: 2) == nil)
    #expect(layout.taskOfSection(before: 2) == 0)
    #expect(layout.taskOfSection(before: 1) == 0)
    #expect(layout.taskOfSection(before: 0) == nil)
    #expect(AgendaLayout().tasks == 0..<0)
  }
}
