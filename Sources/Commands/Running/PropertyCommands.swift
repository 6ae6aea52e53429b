import Cells
import Entities
import NoteQueries
import Services

/// Properties of the front matter, of one note and of many.
@MainActor
struct PropertyCommands {
  let context: CommandContext

  var output: CommandOutput { context.output }

  func get(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let match = try await context.note(request, in: vault)
    let lock = try await context.openLock(of: match.id, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let text = try await read(match.id, in: vault).bytes
    var all = try properties(in: text, of: match.id, vault)
    let types = await types(of: vault)
    let name = request.arguments.dropFirst().first?.text
    if let name {
      all.removeAll { $0.name.lowercased() != name.lowercased() }
      if all.isEmpty { throw missing(name, in: match.id) }
    }
    let results = ResultWriter(request, output)
    for property in all {
      let type =
        types[property.name.lowercased()]
        ?? PropertyType(of: property.value, named: property.name)
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
    let vault = try await context.vault(request)
    let types = await types(of: vault)
    let all = try await counts(in: vault).map { count in
      var count = count
      count.type = types[count.name.lowercased()] ?? count.type
      return count
    }
    let results = ResultWriter(request, output)
    let lines =
      results.isText
      ? Columns(output).lines(
        all.map { [output.shown($0.name), $0.type?.rawValue ?? "", "\($0.notes)"] }) : []
    for (index, property) in all.enumerated() {
      results.add([
        JSONMember("name", .string(property.name)),
        JSONMember("type", .optional(property.type?.rawValue)),
        JSONMember("notes", .number(property.notes)),
      ]) { lines[index] }
    }
    results.finish()
    return .done
  }

  func set(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let first = request.has(.where) ? 0 : 1
    let name = try self.name(request, at: first)
    let written = request.arguments.dropFirst(first + 1).map(\.text)
    if written.isEmpty { throw CommandFailure(UsageError.missingArgument("VALUE", request.name)) }
    let vault = try await context.vault(request)
    return try await change(request, in: vault) { own throws(CommandFailure) in
      let type = try await type(of: name, own: own, written, request, in: vault)
      var values: [String] = []
      for text in written { values.append(try value(text, of: name, as: type, in: vault)) }
      return .set(name: own?.name ?? name, values: values, type: type)
    }
  }

  func unset(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let name = try self.name(request, at: request.has(.where) ? 0 : 1)
    let vault = try await context.vault(request)
    return try await change(request, in: vault) { _ in .unset(name: name) }
  }

  func rename(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let (old, new) = (try name(request, at: 0), try name(request, at: 1))
    let vault = try await context.vault(request)
    return try await changeMany(.rename(name: old, to: new), request, in: vault)
  }

  // MARK: What is meant

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

  // MARK: One note

  private func read(
    _ note: NoteID, in vault: CommandVault
  ) async throws(CommandFailure) -> NoteContent {
    try await onBehalf { () async throws(NoteStoreError) in
      try await vault.services.store.read(note)
    }
  }

  private func properties(
    in text: [UInt8], of note: NoteID, _ vault: CommandVault
  ) throws(CommandFailure) -> [NoteProperty] {
    do throws(NoteTextProblem) {
      return try vault.services.texts.properties(in: text)
    } catch {
      throw CommandFailure("\(output.shown(note.path)): \(error.message)")
    }
  }

  private func missing(_ name: String, in note: NoteID) -> CommandFailure {
    CommandFailure(
      "\(output.shown(note.path)) has no property “\(output.shown(name))”.", code: .notFound)
  }

  /// `made` is given the property as the note has it.
  private func change(
    _ request: CommandRequest, in vault: CommandVault,
    _ made: (NoteProperty?) async throws(CommandFailure) -> PropertyChange
  ) async throws(CommandFailure) -> ExitCode {
    if request.has(.where) { return try await changeMany(made(nil), request, in: vault) }
    let match = try await context.note(request, in: vault)
    let lock = try await context.openLock(of: match.id, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let name = try self.name(request, at: 1)
    var last: (own: NoteProperty?, change: PropertyChange)?
    // What is wrong with the text or the words is told apart from what is wrong with the file.
    let outcome = try await onBehalf { () async throws(NoteStoreError) in
      try await vault.services.store.inTurn(at: match.id) { () async throws(NoteStoreError) in
        let content = try await vault.services.store.read(match.id)
        let text: [UInt8]
        do throws(CommandFailure) {
          let own = try properties(in: content.bytes, of: match.id, vault)
            .first { $0.name.lowercased() == name.lowercased() }
          // What the words mean is asked again only where another program changed the property.
          if last == nil || last?.own != own { last = (own, try await made(own)) }
          text = try self.text(content.bytes, of: match.id, after: last?.change, own, vault)
        } catch {
          return Result<Void, CommandFailure>.failure(error)
        }
        if text == content.bytes {
          last = nil
        } else {
          _ = try await vault.services.store.save(text, to: match.id, replacing: content.stamp)
        }
        return .success(())
      }
    }
    try outcome.get()
    let results = ResultWriter(request, output)
    defer { results.finish() }
    guard let last else { return .done }
    _ = try? await vault.services.index.refresh([match.id])
    add(last.change, last.own, match.id, match.title, to: results)
    return .done
  }

  private func text(
    _ bytes: [UInt8], of note: NoteID, after change: PropertyChange?, _ own: NoteProperty?,
    _ vault: CommandVault
  ) throws(CommandFailure) -> [UInt8] {
    guard let change else { return bytes }
    if case .unset = change, own == nil { throw missing(change.name, in: note) }
    do throws(NoteTextProblem) {
      return try vault.services.texts.text(bytes, changing: change)
    } catch {
      throw CommandFailure("\(output.shown(note.path)) is left alone: \(error.message)")
    }
  }

  // MARK: Many

  private func changeMany(
    _ change: PropertyChange, _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> ExitCode {
    let query = try query(request.value(of: .where)?.text ?? "")
    let services = vault.services
    let changes = try await changed(change, in: query, isTrial: request.isTrial, services)
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

  /// Answers with what was changed. Where another program changes one of the notes meanwhile, nothing of
  /// it was done: what the notes say then is asked again. Other runs of this command wait.
  private func changed(
    _ change: PropertyChange, in query: NoteQuery, isTrial: Bool, _ services: VaultServices
  ) async throws(CommandFailure) -> PropertyChanges {
    let turn = isTrial ? nil : await services.store.turn(at: NoteID(NotePath("")))
    defer { withExtendedLifetime(turn) {} }
    var failure: NoteStoreError?
    for _ in 0..<20 {
      let changes: PropertyChanges
      do throws(NoteIndexError) {
        changes = try await services.queries.changes.changing(change, in: query)
      } catch {
        throw CommandFailure(error)
      }
      if isTrial || changes.found.isEmpty { return changes }
      do throws(NoteStoreError) {
        let receipt = try await services.rewriting.rewrite(changes.found.map(\.change))
        _ = try? await services.index.refresh(receipt.touched)
        return changes
      } catch .changedOutside(let path) {
        failure = .changedOutside(path)
      } catch {
        throw CommandFailure(error)
      }
    }
    throw failure.map { CommandFailure($0) } ?? CommandFailure("the notes were not changed.")
  }

  private func query(_ typed: String) throws(CommandFailure) -> NoteQuery {
    do throws(QueryError) {
      return try NoteQuery(parsing: typed, today: context.clock.civil(context.clock.now))
    } catch {
      // The caret stands below the place: what is before it may be of any width.
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
