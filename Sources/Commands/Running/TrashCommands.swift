import Cells
import Entities
import NoteList
import Services
import Trash
import UseCases

/// Renames, moves and trashes notes, and works with their versions.
struct TrashCommands: CommandPart {
  let context: CommandContext

  func rename(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let title = try request.argument(at: 1).text
    guard title.contains(where: { !$0.isWhitespace }) else {
      throw CommandFailure("a note needs a title.", code: .usage)
    }
    if let item = try await context.address(in: vault).item(request.argument(at: 0)) {
      return try await rename(item, to: request.argument(at: 1), request, in: vault)
    }
    let match = try await context.note(request, in: vault)
    let moved = try await onBehalf(ofStore: await vault.notes.rename(match.id, to: title))
    await vault.reindex(moved.receipt.notes)
    let text = NotesText(request, context)
    text.write(moved)
    text.warnOfTitle(of: moved)
    return .done
  }

  /// Renames a folder or a file. A file that is not a note retains its extension if the new name
  /// has none.
  private func rename(
    _ item: VaultItem, to written: RawArgument, _ request: CommandRequest,
    in vault: CommandVault
  ) async throws(CommandFailure) -> ExitCode {
    guard !written.bytes.contains(UInt8(ascii: "/")), written.bytes.first != UInt8(ascii: ".")
    else {
      throw CommandFailure(
        "“\(output.shown(written.bytes))” is not a name: no / and no dot at its start. “move” puts it"
          + " into another folder.", code: .usage)
    }
    var name = written.path
    if case .attachment(let old) = item, !name.bytes.contains(UInt8(ascii: ".")) {
      name = NotePath(bytes: name.bytes + old.name.bytes.drop { $0 != UInt8(ascii: ".") })
    }
    let path = item.path.folder.appending(name)
    try await move(item, to: path, request, in: vault)
    return .done
  }

  private func move(
    _ item: VaultItem, to path: NotePath, _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) {
    let moved = try await onBehalf(ofStore: await vault.notes.move(item, to: path))
    await vault.reindex(moved.receipt.notes)
    NotesText(request, context).write(moved)
  }

  func move(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let address = context.address(in: vault)
    let folder = try address.folder(request.argument(at: 1))
    let isMade = context.isMissing(folder, in: vault)
    if let item = try await address.item(request.argument(at: 0)) {
      try await move(item, to: folder.appending(item.path.name), request, in: vault)
    } else {
      let match = try await context.note(request, in: vault)
      let moved = try await onBehalf(ofStore: await vault.notes.move(match.id, to: folder))
      await vault.reindex(moved.receipt.notes)
      NotesText(request, context).write(moved)
    }
    if isMade { context.reportNewFolder(folder, request) }
    return .done
  }

  func join(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let address = context.address(in: vault)
    var notes: [NoteID] = []
    for argument in request.arguments {
      let match = try await address.find(argument)
      guard !notes.contains(match.id) else {
        throw CommandFailure(
          "\(output.shown(match.id.path)) is named twice: a note cannot be merged into itself.",
          code: .usage)
      }
      notes.append(match.id)
    }
    let (target, others) = (notes[0], Array(notes.dropFirst()))
    let joined = try await onBehalf(ofIndex: await vault.notes.joining(others, into: target))
    let text = NotesText(request, context)
    let receipt = try await onBehalf(ofStore: await vault.notes.join(joined))
    await vault.reindex(receipt.touched)
    text.write(joined, request.isTrial ? nil : receipt)
    if let failure = receipt.failure { throw CommandFailure(failure) }
    return .done
  }

  func trash(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let address = context.address(in: vault)
    var notes: [NoteID] = []
    for argument in request.arguments {
      let match = try await address.find(argument)
      if !notes.contains(match.id) { notes.append(match.id) }
    }
    defer { context.writeDone(request, in: vault) }
    let done = await vault.notes.trash(notes)
    await vault.reindex(done.values.map(\.original))
    if let failure = done.failure { throw CommandFailure(failure) }
    return .done
  }

  func restore(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let text = TrashText(request: request, context: context)
    let items = try await onBehalf(ofStore: await vault.trash.items())
    guard let wanted = request.argument else {
      text.write(items)
      return .done
    }
    let item = try text.item(meantBy: wanted, among: items)
    let note = try await onBehalf(ofStore: await vault.trash.restore(item))
    await vault.reindex([note])
    text.write(item, restoredTo: note)
    return .done
  }
}

/// Writes the contents of the trash in text and JSON, and finds an item by its name.
private struct TrashText: CommandPart {
  let request: CommandRequest
  let context: CommandContext

  func write(_ items: [TrashItem]) {
    let results = ResultWriter(request, output)
    for item in items {
      results.add(
        output.members(of: item.original) + members(item),
        cells: [
          item.trashed.map { WrittenTime.onWall($0, context.clock) } ?? "-",
          output.shown(item.title), output.shown(item.original.bytes),
        ])
    }
    results.finish()
  }

  func write(_ item: TrashItem, restoredTo note: NoteID) {
    ResultWriter.write(request, output) { $0.add(note.path, members(item)) }
  }

  private func members(_ item: TrashItem) -> [JSONMember] {
    [
      JSONMember("title", .string(item.title)),
      JSONMember("trashed", .optional(item.trashed.map(\.written))),
    ]
  }

  /// Finds an item by its path in the trash, its original path, its name or its title: the first of
  /// these that matches anything.
  func item(
    meantBy wanted: RawArgument, among all: [TrashItem]
  ) throws(CommandFailure) -> TrashItem {
    let ways: [(TrashItem) -> Bool] = [
      { $0.resting.bytes == wanted.bytes }, { $0.original.bytes == wanted.bytes },
      { $0.original.name.bytes == wanted.bytes }, { $0.original.stem.bytes == wanted.bytes },
      { item in
        [item.title, item.original.name.text, item.original.stem.text]
          .contains { $0.lowercased() == wanted.text.lowercased() }
      },
    ]
    let found = ways.lazy.map { all.filter($0) }.first { !$0.isEmpty } ?? []
    let shown = output.shown(wanted.bytes)
    return try found.only(
      ifNone: "there is no “\(shown)” in the trash. “notes-tui restore” lists it.",
      ifSeveral:
        "“\(shown)” fits \(found.count) trashed notes; name one by the place where it lies:"
    ) { output.shown($0.resting.bytes) }
  }
}
