import Entities
import Services
import UseCases

/// Writes tasks with their days and where they are.
@MainActor
struct TasksText {
  let request: CommandRequest
  let output: CommandOutput

  func write(_ listing: TaskListing) {
    let results = ResultWriter(request, output)
    var shown: Set<NoteID> = []
    for part in listing.parts {
      if request.wantsPathsAlone {
        // Each note once.
        for entry in part where shown.insert(entry.task.note).inserted {
          results.add(entry.task.note.path)
        }
        continue
      }
      let lines = results.isText ? Columns(output).lines(part.map(fields)) : []
      for (index, entry) in part.enumerated() {
        results.add(members(entry, by: listing.rules)) { lines[index] }
      }
    }
    results.finish()
  }

  private func fields(_ entry: (group: AgendaGroup, task: TaskRecord)) -> [String] {
    let (task, facts) = (entry.task, entry.task.facts)
    return [
      entry.group.name, facts.day?.text ?? "", output.shown(facts.words),
      "\(output.shown(task.note.path)):\(task.line)",
    ]
  }

  private func members(
    _ entry: (group: AgendaGroup, task: TaskRecord), by rules: TaskRules
  ) -> [JSONMember] {
    let (task, facts) = (entry.task, entry.task.facts)
    func day(_ day: Day?) -> JSONValue { day.map { .string($0.text) } ?? .null }
    return output.members(of: task.note.path) + [
      JSONMember("title", .string(task.title)), JSONMember("line", .number(task.line)),
      JSONMember("text", .string(facts.words)),
      JSONMember("status", .string(rules.type(of: facts).word)),
      JSONMember("group", .string(entry.group.name)),
      JSONMember("priority", .string("\(facts.priority)")), JSONMember("due", day(facts.due)),
      JSONMember("scheduled", day(facts.scheduled)), JSONMember("start", day(facts.start)),
      JSONMember("recurrence", facts.recurrence.map { .string($0) } ?? .null),
      JSONMember("tags", .array(facts.tags.map { .string($0) })),
      JSONMember("blocked", .bool(task.isBlocked)),
    ]
  }
}
