import Cells
import Entities
import Services
import UseCases
import Vault
import VaultSettings

/// Lists, exports and changes tasks.
struct TaskCommands: CommandPart {
  let context: CommandContext

  func checkDue(_ request: CommandRequest) throws(CommandFailure) {
    _ = try due(request)
    if (request.options[.tag]?.count ?? 0) > 1 {
      throw CommandFailure("--tag can be given once with “tasks”.", code: .usage)
    }
  }

  func tasks(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let due = try due(request)
    let vault = context.vault
    let settings = await context.settings(in: vault)
    let cases = vault.tasks(context.clock, by: settings)
    let weekStart = WeekStart.weekday(set: settings[.weekStart], locale: context.locale)
    let listing = try await onBehalf(
      ofIndex: await cases.list(due, tag: request.value(of: .tag)?.text, weekStart: weekStart))
    TasksText(request: request, output: output).write(listing)
    return .done
  }

  private func due(_ request: CommandRequest) throws(CommandFailure) -> DueTasks {
    guard let written = request.value(of: .due) else { return .all }
    let today = Day(context.clock.civil(context.clock.now))
    guard let due = DueTasks(written.text, today: today) else {
      throw CommandFailure(
        "Not a date: “\(output.shown(written.bytes))”. Use all, overdue, today, week, or a day such as "
          + "fri or 2026-12-01.", code: .usage)
    }
    return due
  }

  /// Writes a calendar file. It replaces the old one only when it is complete.
  func exportCalendar(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let target = try request.argument(at: 0)
    let vault = context.vault
    let settings = await context.settings(in: vault)
    let cases = vault.tasks(context.clock, by: settings)
    let reminders = vault.reminders(context.clock, by: settings)
    let tasks = try await onBehalf(ofIndex: await cases.all())
    let file = try context.streams.openOutput(
      target.isStandardInput ? nil : target, isPrivate: false)
    var calendar = ICalendar(
      now: context.clock.now, rules: cases.rules, alarms: reminders.times)
    try write(ICalendar.head, to: file, at: target)
    var start = 0
    while start < tasks.count {
      let end = min(tasks.count, start + 500)
      var text: [UInt8] = []
      for task in tasks.tasks(in: start..<end) { text += calendar.text(of: task) ?? [] }
      try write(text, to: file, at: target)
      start = end
    }
    try write(ICalendar.end, to: file, at: target)
    try file.finish()
    return .done
  }

  private func write(
    _ bytes: [UInt8], to file: any AgeOutput, at target: RawArgument
  ) throws(CommandFailure) {
    guard let failure = Self.failure(of: file.sink.write, writing: bytes) else { return }
    throw CommandFailure(
      "\(output.shown(target.bytes)) cannot be written: \(AgePipeError.writing(failure).reason).")
  }

  private static func failure<Failure: Error>(
    of write: (UnsafeRawBufferPointer) throws(Failure) -> Void, writing bytes: [UInt8]
  ) -> Failure? {
    var failure: Failure?
    bytes.withUnsafeBytes { piece in
      do throws(Failure) {
        try write(piece)
      } catch {
        failure = error
      }
    }
    return failure
  }
}

/// Writes tasks with their days and locations.
@MainActor
private struct TasksText {
  let request: CommandRequest
  let output: CommandOutput

  func write(_ listing: TaskListing) {
    let results = ResultWriter(request, output)
    var shown: Set<NoteID> = []
    for part in listing.parts {
      if request.printsOnlyPaths {
        // Each note is printed once.
        for entry in part where shown.insert(entry.task.note).inserted {
          results.add(entry.task.note.path)
        }
        continue
      }
      for entry in part { results.add(members(entry, by: listing.rules), cells: cells(entry)) }
      results.align()
    }
    results.finish()
  }

  private func cells(_ entry: (group: AgendaGroup, task: TaskRecord)) -> [String] {
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
