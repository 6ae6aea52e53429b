import Cells
import Entities
import NoteQueries
import Services
import UseCases

/// Reads and changes front matter properties of one note or of many.
struct PropertyCommands: CommandPart {
  let context: CommandContext

  func get(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let match = try await context.note(request, in: vault)
    let lock = try await context.openLock(of: match.id, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let cases = vault.properties(context.clock)
    var all = try await rethrow(await cases.properties(of: match.id), as: failure)
    await showProblems(of: cases)
    let name = request.arguments.dropFirst().first?.text
    if let name {
      all.removeAll { $0.property.name.lowercased() != name.lowercased() }
      if all.isEmpty { throw failure(.missing(match.id, name: name)) }
    }
    let results = ResultWriter(request, output)
    for (property, type) in all {
      results.add([
        JSONMember("name", .string(property.name)),
        JSONMember("type", .optional(type?.rawValue)),
        JSONMember("value", JSONValue(property.value)),
      ]) {
        let values = property.values.map { output.shown($0) }
        return name != nil
          ? values.joined(separator: "\n")
          : "\(output.shown(property.name)): \(values.joined(separator: ", "))"
      }
    }
    results.finish()
    return .done
  }

  func list(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let cases = vault.properties(context.clock)
    await showProblems(of: cases)
    let all = try await rethrow(await cases.counts(), as: failure)
    let results = ResultWriter(request, output)
    for property in all {
      results.add(
        [
          JSONMember("name", .string(property.name)),
          JSONMember("type", .optional(property.type?.rawValue)),
          JSONMember("notes", .number(property.notes)),
        ],
        cells: [output.shown(property.name), property.type?.rawValue ?? "", "\(property.notes)"])
    }
    results.finish()
    return .done
  }

  func checkSet(_ request: CommandRequest) throws(CommandFailure) {
    try checkName(request)
    if values(request).isEmpty {
      throw CommandFailure(UsageError.missingArgument("VALUE", request.name))
    }
  }

  func set(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let (name, written) = (try self.name(request), values(request))
    let vault = context.vault
    let asked = request.value(of: .type).flatMap { PropertyType(rawValue: $0.text) }
    let typing = try await rethrow(
      await vault.properties(context.clock).typing(of: name, as: asked), as: failure)
    typing.problems.forEach(output.message)
    return try await change(name, request, in: vault) { own throws(PropertyFailure) in
      try typing.change(written, of: own)
    }
  }

  func unset(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let name = try self.name(request)
    return try await change(name, request, in: context.vault) { _ in .unset(name: name) }
  }

  func checkNames(_ request: CommandRequest) throws(CommandFailure) {
    for index in 0...1 { _ = try name(request, at: index) }
  }

  func rename(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let (old, new) = (try name(request, at: 0), try name(request, at: 1))
    return try await changeMany(.rename(name: old, to: new), request, in: context.vault)
  }

  // MARK: Arguments

  func checkName(_ request: CommandRequest) throws(CommandFailure) { _ = try name(request) }

  private func name(_ request: CommandRequest) throws(CommandFailure) -> String {
    try name(request, at: request.has(.where) ? 0 : 1)
  }

  private func values(_ request: CommandRequest) -> [String] {
    request.arguments.dropFirst(request.has(.where) ? 1 : 2).map(\.text)
  }

  private func name(_ request: CommandRequest, at index: Int) throws(CommandFailure) -> String {
    guard request.arguments.indices.contains(index) else {
      throw CommandFailure(UsageError.missingArgument("NAME", request.name))
    }
    let name = request.arguments[index].text
    if name.contains(where: { !$0.isWhitespace }), !name.contains(where: \.isNewline) {
      return name
    }
    throw CommandFailure("a property needs a name, on one line.", code: .usage)
  }

  /// Reports property types of Obsidian that cannot be read.
  private func showProblems(of cases: PropertyEditing) async {
    for problem in await cases.problemsOfTypes() { output.message(problem) }
  }

  // MARK: Errors

  func failure(_ failure: PropertyFailure) -> CommandFailure {
    switch failure {
    case .store(let error): CommandFailure(error)
    case .index(let error): CommandFailure(error)
    case .changedMeanwhile: CommandFailure(failure.message, code: .conflict)
    case .unreadable(let note, let reason):
      CommandFailure("\(output.shown(note.path)): \(reason)")
    case .leftAlone(let note, let reason):
      CommandFailure("\(output.shown(note.path)) is left alone: \(reason)")
    case .missing(let note, let name):
      CommandFailure(
        "\(output.shown(note.path)) has no property “\(output.shown(name))”.", code: .notFound)
    case .words(let message):
      CommandFailure(
        "\(output.shown(message)) --type text writes it as it is.", code: .usage)
    case .oneValue(let name, let type):
      CommandFailure(
        "“\(output.shown(name))” is of the type \(type.rawValue), which has one value;"
          + " --type multitext makes a list.", code: .usage)
    }
  }

  // MARK: One note

  /// `make` gets the property as the note has it.
  private func change(
    _ name: String, _ request: CommandRequest, in vault: CommandVault,
    _ make: PropertyEditing.Making
  ) async throws(CommandFailure) -> ExitCode {
    if request.has(.where) {
      let change = try await rethrow(make(nil), as: failure)
      guard let change else { return .done }
      return try await changeMany(change, request, in: vault)
    }
    let match = try await context.note(request, in: vault)
    let lock = try await context.openLock(of: match.id, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let outcome = try await rethrow(
      await vault.properties(context.clock).change(name, in: [match.id], make), as: failure)
    let results = ResultWriter(request, output)
    if let change = outcome.change, let found = outcome.changes.found.first {
      add(change, found.old, match.id, match.title, to: results)
    }
    results.finish()
    return .done
  }

  // MARK: Many

  private func changeMany(
    _ change: PropertyChange, _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> ExitCode {
    let query = try query(request.value(of: .where)?.text ?? "")
    let cases = vault.properties(context.clock)
    let changes = try await rethrow(await cases.change(change, in: query).changes, as: failure)
    let results = ResultWriter(request, output)
    for found in changes.found {
      add(change, found.old, found.change.note, found.change.title, to: results)
    }
    results.finish()
    for left in changes.left {
      output.message("\(output.shown(left.note.path)) is left alone: \(left.reason)")
    }
    let count = changes.found.count
    if request.isTrial, !request.has(.dryRun), count > 0 {
      let notes = count == 1 ? "this note" : "these \(count) notes"
      output.message("nothing was changed yet. To change \(notes), add --yes.")
    } else if !changes.left.isEmpty, count > 0 {
      output.message(count == 1 ? "1 other note is changed." : "\(count) other notes are changed.")
    }
    if !changes.left.isEmpty { return .failed }
    if !changes.found.isEmpty { return .done }
    if changes.matched > 0 {
      output.message("no matching note needs a change.")
      return .done
    }
    if case .set = change {
      output.message("no note matches the query.")
    } else {
      output.message("no matching note has “\(output.shown(change.name))”.")
    }
    return .notFound
  }

  private func query(_ typed: String) throws(CommandFailure) -> NoteQuery {
    do throws(QueryError) {
      return try NoteQuery(parsing: typed, today: context.clock.civil(context.clock.now))
    } catch {
      // The caret is below the error, and the text before it may have any width.
      let before = Cells.visible(String(typed.prefix(error.position)))
      throw CommandFailure(
        error.message, code: .usage,
        details: [
          Cells.visible(typed), String(repeating: " ", count: Cells.width(of: before)) + "^",
        ])
    }
  }

  private func add(
    _ change: PropertyChange, _ old: NoteProperty?, _ note: NoteID, _ title: String,
    to results: ResultWriter
  ) {
    var name = old?.name ?? change.name
    var new: (value: PropertyValue, texts: [String])? = old.map { ($0.value, $0.values) }
    var text = "\(output.shown(name)): "
    switch change {
    case .set(_, let values, let type): new = (PropertyValue(values, as: type), values)
    case .unset: new = nil
    case .rename(_, let to):
      text = "\(output.shown(name)) -> \(output.shown(to))"
      name = to
    }
    if case .rename = change {
    } else {
      text += "\(shown(old?.values)) -> \(shown(new?.texts))"
    }
    results.add(
      output.members(of: note.path) + [
        JSONMember("title", .string(title)), JSONMember("name", .string(name)),
        JSONMember("old", old.map { JSONValue($0.value) } ?? .null),
        JSONMember("new", new.map { JSONValue($0.value) } ?? .null),
      ]
    ) { "\(output.shown(note.path)): \(text)" }
  }

  private func shown(_ values: [String]?) -> String {
    guard let values else { return "(none)" }
    return values.isEmpty ? "(empty)" : values.map { output.shown($0) }.joined(separator: ", ")
  }
}

extension JSONValue {
  init(_ value: PropertyValue) {
    switch value {
    case .null: self = .null
    case .checkbox(let isOn): self = .bool(isOn)
    case .number(let number): self = .real(number)
    case .text(let text): self = .string(text)
    case .list(let values): self = .array(values.map(JSONValue.init))
    case .object(let pairs):
      self = .object(pairs.map { JSONMember($0.name, JSONValue($0.value)) })
    }
  }
}
