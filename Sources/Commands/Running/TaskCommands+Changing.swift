import Cells
import Entities
import Services
import UseCases

/// Changes tasks from the command line, with the same use cases as the agenda.
extension TaskCommands {
  func checkAdded(_ request: CommandRequest) throws(CommandFailure) {
    guard request.arguments.contains(where: { $0.text.contains { !$0.isWhitespace } }) else {
      throw CommandFailure("a task needs words.", code: .usage)
    }
  }

  func addTask(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let words = request.arguments.map(\.text).joined(separator: " ")
    let vault = context.vault
    let cases = vault.tasks(context.clock)
    let due = try request.value(of: .due).map { (written) throws(CommandFailure) in
      try day(written, cases)
    }
    let priority = TaskFacts.Priority.allCases.first {
      "\($0)" == request.value(of: .priority)?.text
    }
    var note: NoteID?
    if let written = request.value(of: .to) {
      note = try await context.address(in: vault).find(written).id
    }
    var lock: (any OpenLock)?
    if let note { lock = try await context.openLock(of: note, request, in: vault) }
    defer { withExtendedLifetime(lock) {} }
    let added = try await onBehalf(
      ofStore: await cases.add(words, due: due, priority: priority ?? .normal, to: note))
    let results = ResultWriter(request, output)
    var facts = TaskFacts()
    facts.words = words
    facts.due = due
    results.add(members(of: facts, in: added.note, line: added.line)) {
      "\(output.shown(added.note.path)):\(added.line)"
    }
    results.finish()
    return .done
  }

  func tickTasks(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let (match, lines) = try await noteAndLines(request, in: vault)
    let lock = try await context.openLock(of: match.id, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let cases = vault.tasks(context.clock)
    let tasks = try await tasks(of: match, cases)
    var chosen: [TaskRecord] = []
    for argument in lines {
      let task = try task(argument, among: tasks, of: match.id, cases)
      if !chosen.contains(task) { chosen.append(task) }
    }
    let rules = cases.rules
    let open = chosen.filter { rules.type(of: $0.facts) != .done }
    try await onBehalf(
      ofStore: await cases.change(open, in: match.id, .mark(rules.mark(of: .done))))
    let results = ResultWriter(request, output)
    for task in chosen { add(task, request, to: results) }
    results.finish()
    return .done
  }

  func checkLine(_ request: CommandRequest) throws(CommandFailure) {
    _ = try noteAndLine(request.argument(at: 0))
  }

  func rescheduleTask(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let (written, line) = try noteAndLine(request.argument(at: 0))
    let vault = context.vault
    let cases = vault.tasks(context.clock)
    let named = try request.argument(at: 1)
    let day = named.text.lowercased() == "none" ? nil : try day(named, cases)
    let match = try await context.address(in: vault).find(written)
    let lock = try await context.openLock(of: match.id, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    var task = try task(line, among: try await tasks(of: match, cases), of: match.id, cases)
    try await onBehalf(ofStore: await cases.change(task, .reschedule(day)))
    if task.facts.due != nil || task.facts.scheduled == nil { task.facts.due = day }
    ResultWriter.write(request, output) { add(task, request, to: $0) }
    return .done
  }

  // MARK: Parts

  private func day(
    _ written: RawArgument, _ cases: TaskCases
  ) throws(CommandFailure) -> Day {
    if let day = cases.day(written.text) { return day }
    throw CommandFailure(
      "not a date: “\(output.shown(written.bytes))”. Use 2026-12-01, tomorrow, fri, in 2 weeks"
        + " or 1 dec.", code: .usage)
  }

  private func tasks(
    of match: NoteMatch, _ cases: TaskCases
  ) async throws(CommandFailure) -> [TaskRecord] {
    try await onBehalf(ofStore: await cases.tasks(in: match.id, titled: match.title))
  }

  /// Finds a task by its line number, or by words that only one open task has.
  private func task(
    _ written: RawArgument, among tasks: [TaskRecord], of note: NoteID, _ cases: TaskCases
  ) throws(CommandFailure) -> TaskRecord {
    let name = output.shown(note.path.bytes)
    if let line = Int(written.text) {
      if let task = tasks.first(where: { $0.line == line }) { return task }
      throw CommandFailure("line \(line) of \(name) is not a task.", code: .notFound)
    }
    let wanted = written.text.lowercased()
    let rules = cases.rules
    let open = tasks.filter { rules.isOpen($0.facts) }
    let exact = open.filter { $0.facts.words.lowercased() == wanted }
    let found = exact.isEmpty ? open.filter { $0.facts.words.lowercased().contains(wanted) } : exact
    switch found.count {
    case 0:
      throw CommandFailure(
        "\(name) has no open task “\(output.shown(written.bytes))”.", code: .notFound)
    case 1: return found[0]
    default:
      throw CommandFailure(
        "“\(output.shown(written.bytes))” fits \(found.count) tasks of \(name); name one by its line:",
        code: .ambiguous,
        details: found.prefix(20).map { "\($0.line)  \(output.shown($0.facts.words))" })
    }
  }

  /// Parses `NOTE LINE…`, or `NOTE:LINE…` as task lists print it. A note whose name ends like that
  /// takes precedence.
  private func noteAndLines(
    _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> (NoteMatch, [RawArgument]) {
    let written = try request.argument(at: 0)
    let others = Array(request.arguments.dropFirst())
    guard let address = try? noteAndLine(written) else {
      if others.isEmpty { throw CommandFailure(UsageError.missingArgument("LINE", .taskDone)) }
      return (try await context.address(in: vault).find(written), others)
    }
    if !others.isEmpty, let match = try await context.address(in: vault).lookUp(written) {
      return (match, others)
    }
    return (try await context.address(in: vault).find(address.note), [address.line] + others)
  }

  /// Splits `Plan B:12`.
  private func noteAndLine(
    _ written: RawArgument
  ) throws(CommandFailure) -> (note: RawArgument, line: RawArgument) {
    let bytes = written.bytes
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")), colon > 0,
      Int(String(decoding: bytes[(colon + 1)...], as: UTF8.self)) != nil
    else {
      throw CommandFailure(
        "“\(output.shown(bytes))” names no line: write NOTE:LINE, as in “Plan B:12”.", code: .usage)
    }
    return (
      RawArgument(bytes: Array(bytes[..<colon])), RawArgument(bytes: Array(bytes[(colon + 1)...]))
    )
  }

  /// Adds a task to the results. As text, it is printed only in a dry run.
  private func add(
    _ task: TaskRecord, _ request: CommandRequest, to results: ResultWriter
  ) {
    results.add(members(of: task.facts, in: task.note, line: task.line)) {
      request.isTrial
        ? "\(output.shown(task.note.path)):\(task.line): \(output.shown(task.facts.words))" : ""
    }
  }

  private func members(of facts: TaskFacts, in note: NoteID, line: Int) -> [JSONMember] {
    output.members(of: note.path) + [
      JSONMember("line", .number(line)), JSONMember("text", .string(facts.words)),
      JSONMember("due", .optional(facts.due?.text)),
    ]
  }
}
