import Cells
import Entities
import NoteList
import Services
import UseCases

/// Lists tasks and changes one.
extension ObsidianCommands {
  /// A task with its line as it is written.
  private struct Found {
    var task: TaskRecord
    var line: String
  }

  func tasks(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let cases = open.tasks(context.clock, by: await context.settings(in: open))
    let isWanted = try filter(call, cases.rules)
    let isOfOne = call.has("daily") || call["file"] != nil || call["path"] != nil
    if call.has("total"), !isOfOne {
      let all = try await onBehalf(ofIndex: await cases.all())
      output.write("\(all.tasks(in: 0..<all.count).count { isWanted($0.facts) })\n")
      return .done
    }
    var found: [Found] = []
    for note in try await notesWithTasks(call, cases) {
      found += try await tasks(in: note, named: call).filter { isWanted($0.task.facts) }
    }
    if call.format == "text", call.has("verbose"), !call.has("total") {
      writeByFile(found)
      return .done
    }
    let rows = found.map { found in
      [
        JSONMember("status", .string(String(Character(found.task.facts.mark)))),
        JSONMember("text", .string(found.line)),
        JSONMember("file", .string(found.task.note.path.text)),
        JSONMember("line", .number(found.task.line)),
      ]
    }
    write(rows, call) { output.shown($0[1].value.plain) }
    return .done
  }

  private func writeByFile(_ found: [Found]) {
    var last: NoteID?
    for found in found {
      if found.task.note != last { output.write(output.shown(found.task.note.path.bytes) + "\n") }
      last = found.task.note
      output.write("\(found.task.line)\t\(output.shown(found.line))\n")
    }
  }

  private func filter(
    _ call: ObsidianCall, _ rules: TaskRules
  ) throws(CommandFailure) -> (TaskFacts) -> Bool {
    let mark = try mark(call)
    return { facts in
      (mark.map { facts.mark == $0 } ?? true) && (!call.has("todo") || rules.isOpen(facts))
        && (!call.has("done") || rules.type(of: facts) == .done)
    }
  }

  /// Returns the character of `status=`.
  private func mark(_ call: ObsidianCall) throws(CommandFailure) -> Unicode.Scalar? {
    guard let written = call["status"]?.text else { return nil }
    let scalars = written.unicodeScalars
    if scalars.count == 1, let mark = scalars.first, !mark.properties.isWhitespace || mark == " " {
      return mark
    }
    throw CommandFailure("status= takes one character, as in status=-.", code: .usage)
  }

  private func notesWithTasks(
    _ call: ObsidianCall, _ cases: TaskCases
  ) async throws(CommandFailure) -> [NoteID] {
    if call.has("daily") { return [try await todaysNote()] }
    if let note = try await noteIfNamed(call) { return [note] }
    let all = try await onBehalf(ofIndex: await cases.all())
    return Set(all.tasks(in: 0..<all.count).map(\.note)).sorted { $0.path < $1.path }
  }

  /// Returns the tasks of a note. Among all notes, one that cannot be read has none.
  private func tasks(
    in note: NoteID, named call: ObsidianCall
  ) async throws(CommandFailure) -> [Found] {
    let text: [UInt8]
    do throws(CommandFailure) {
      text = try await self.text(of: note)
    } catch {
      let isNamed = call["file"] != nil || call["path"] != nil || call.verbName == "task"
      if isNamed || call.has("daily") { throw error }
      output.message("\(output.shown(note.path)) is left out: \(error.message)")
      return []
    }
    return open.dates.tasks(in: text).map { task in
      var line = text[task.range]
      while line.last == UInt8(ascii: "\n") || line.last == UInt8(ascii: "\r") { line.removeLast() }
      return Found(
        task: TaskRecord(
          note: note, title: note.path.stem.text, line: task.line, facts: task.facts),
        line: String(decoding: line, as: UTF8.self))
    }
  }

  func task(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let (note, number) = try await target(call)
    let found = try await tasks(in: note, named: call).first { $0.task.line == number }
    guard let found else {
      throw CommandFailure(
        "line \(number) of \(output.shown(note.path.bytes)) is not a task.", code: .notFound)
    }
    let cases = open.tasks(context.clock)
    guard let change = try change(call, of: found.task.facts, cases.rules) else {
      write([
        ("file", note.path.text), ("line", "\(number)"),
        ("status", String(Character(found.task.facts.mark))), ("text", found.line),
      ])
      return .done
    }
    // A task that is done is not done again.
    let isDone = call.has("done") && cases.rules.type(of: found.task.facts) == .done
    if !isDone {
      _ = try await onBehalf(ofStore: await cases.change(found.task, change))
    }
    return .done
  }

  /// Returns the change that is asked for; nil if the task is only printed.
  private func change(
    _ call: ObsidianCall, of facts: TaskFacts, _ rules: TaskRules
  ) throws(CommandFailure) -> TaskChange? {
    let asked = ["toggle", "done", "todo"].filter(call.has)
    let mark = try mark(call)
    guard asked.count + (mark == nil ? 0 : 1) < 2 else {
      throw CommandFailure(
        "toggle, done, todo and status= exclude each other. Use only one.", code: .usage)
    }
    if let mark { return .mark(mark) }
    switch asked.first {
    case "toggle": return .toggle
    case "done": return .mark(rules.mark(of: .done))
    case "todo": return .mark(rules.mark(of: .todo))
    default: return nil
    }
  }

  /// Returns the note and the line, from `ref=PATH:LINE` or from `line=` with a note.
  private func target(
    _ call: ObsidianCall
  ) async throws(CommandFailure) -> (note: NoteID, line: Int) {
    if let written = call["ref"] {
      guard call["line"] == nil, call["file"] == nil, call["path"] == nil, !call.has("daily"),
        let colon = written.bytes.lastIndex(of: UInt8(ascii: ":")),
        let line = Int(String(decoding: written.bytes[(colon + 1)...], as: UTF8.self))
      else {
        throw CommandFailure(
          "ref= alone names a task: PATH:LINE, as in Recipe.md:8.", code: .usage)
      }
      let path = try exactPath(RawArgument(bytes: Array(written.bytes[..<colon])))
      guard path.isOfNote, await open.notes.note(at: path) != nil else {
        throw CommandFailure("there is no note \(output.shown(path.bytes)).", code: .notFound)
      }
      return (NoteID(path), line)
    }
    guard let line = try call.number("line") else {
      throw CommandFailure("task needs ref=PATH:LINE, or a note and line=N.", code: .usage)
    }
    return (call.has("daily") ? try await todaysNote() : try await note(call), line)
  }
}
