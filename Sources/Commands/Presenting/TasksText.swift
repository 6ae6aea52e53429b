import Agenda
import Entities
import Services

/// Writes tasks with their days and where they stand.
@MainActor
final class TasksText: TaskListingOutput {
  private(set) var code = ExitCode.done
  private let interactor: any TaskListing
  private let output: CommandOutput
  private let results: ResultWriter
  private let showsPathsOnly: Bool
  private var shown: Set<NoteID> = []

  init(_ interactor: any TaskListing, _ request: CommandRequest, _ output: CommandOutput) {
    self.interactor = interactor
    self.output = output
    results = ResultWriter(request, output)
    showsPathsOnly = request.wantsPathsAlone
    interactor.output = self
  }

  func load(_ due: DueTasks, tag: String?) { interactor.load(due, tag: tag) }

  func tasksFound(_ tasks: [(group: AgendaGroup, task: TaskRecord)]) {
    if showsPathsOnly {
      // Each note once.
      for entry in tasks where shown.insert(entry.task.note).inserted {
        results.add(entry.task.note.path)
      }
      return
    }
    let lines = results.isText ? Columns(output).lines(tasks.map(fields)) : []
    for (index, entry) in tasks.enumerated() {
      results.add(members(entry)) { lines[index] }
    }
  }

  private func fields(_ entry: (group: AgendaGroup, task: TaskRecord)) -> [String] {
    let (task, facts) = (entry.task, entry.task.facts)
    return [
      entry.group.name, facts.day?.text ?? "", output.shown(facts.words),
      "\(output.shown(task.note.path)):\(task.line)",
    ]
  }

  private func members(_ entry: (group: AgendaGroup, task: TaskRecord)) -> [JSONMember] {
    let (task, facts) = (entry.task, entry.task.facts)
    func day(_ day: Day?) -> JSONValue { day.map { .string($0.text) } ?? .null }
    return output.members(of: task.note.path) + [
      JSONMember("title", .string(task.title)), JSONMember("line", .number(task.line)),
      JSONMember("text", .string(facts.words)), JSONMember("status", .string(facts.state.rawValue)),
      JSONMember("group", .string(entry.group.name)),
      JSONMember("priority", .string("\(facts.priority)")), JSONMember("due", day(facts.due)),
      JSONMember("scheduled", day(facts.scheduled)), JSONMember("start", day(facts.start)),
      JSONMember("recurrence", facts.recurrence.map { .string($0) } ?? .null),
      JSONMember("tags", .array(facts.tags.map { .string($0) })),
      JSONMember("blocked", .bool(task.isBlocked)),
    ]
  }

  func tasksEnded() { results.finish() }

  func tasksFailed(_ message: String) {
    output.message(message)
    code = .failed
  }
}
