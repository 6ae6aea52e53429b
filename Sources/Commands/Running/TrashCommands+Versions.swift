import Cells
import Entities
import History
import Services

extension TrashCommands {
  func history(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let written = try request.argument(at: 0)
    let match = try await context.address(in: vault).lookUp(written)
    let note: NoteID
    // A deleted note still has versions and is named by its path.
    if let match {
      note = match.id
    } else {
      note = NoteID(try context.address(in: vault).newPath(written))
    }
    // The dates of versions are readable without the passphrase; their text is not.
    let lock =
      request.name == .history ? nil : try await context.openLock(of: note, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let list = try await onBehalf(ofStore: await vault.history.list(of: note))
    for problem in list.problems { output.message(problem) }
    if list.items.isEmpty {
      // Throws an error with similar names.
      if match == nil { _ = try await context.address(in: vault).find(written) }
      if request.name != .history {
        throw CommandFailure(
          "there is no version of “\(output.shown(note.path.bytes))” yet.", code: .notFound)
      }
    }
    let text = HistoryText(request: request, context: context)
    if request.name == .history {
      text.write(list.items)
      return .done
    }
    let item = try text.item(among: list.items)
    try await request.name == .historyRestore
      ? restore(item, request, in: vault) : show(item, by: text, in: vault)
    return .done
  }

  private func show(
    _ item: HistoryItem, by text: HistoryText, in vault: CommandVault
  ) async throws(CommandFailure) {
    let bytes = try await onBehalf(ofStore: await vault.history.text(of: item))
    text.write(bytes, of: item)
  }

  private func restore(
    _ item: HistoryItem, _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) {
    let change = try await onBehalf(ofStore: await vault.history.restore(item))
    if change.isOfGoneNote {
      output.message("the note was gone; it is \(output.shown(change.note.path.bytes)) now.")
    }
    await vault.reindex([change.note])
    context.writeDone(request, in: vault)
  }
}

/// Writes the versions of a note, or one of them, in text and JSON, and finds a version by its
/// name.
private struct HistoryText: CommandPart {
  let request: CommandRequest
  let context: CommandContext

  func write(_ items: [HistoryItem]) {
    let results = ResultWriter(request, output)
    for item in items {
      results.add(
        members(of: item) + [JSONMember("size", .number(item.size))],
        cells: [
          item.name, WrittenTime.onWall(item.savedAt, context.clock), "\(item.size)",
          item.writer ?? "",
        ])
    }
    results.finish()
  }

  func write(_ bytes: [UInt8], of item: HistoryItem) {
    if request.has(.json) {
      let text = JSONMember("text", .string(String(decoding: bytes, as: UTF8.self)))
      ResultWriter.write(request, output) { $0.add(members(of: item) + [text]) { "" } }
    } else if output.isTerminal {
      output.writeLines(of: bytes)
    } else {
      output.write(bytes)
    }
  }

  private func members(of item: HistoryItem) -> [JSONMember] {
    [
      JSONMember("version", .string(item.name)),
      JSONMember("kept", .string(item.savedAt.written)),
      JSONMember("writer", .optional(item.writer)),
    ]
  }

  /// Returns the version of this name, or the only one whose name begins with it.
  func item(among items: [HistoryItem]) throws(CommandFailure) -> HistoryItem {
    let wanted = request.arguments.count > 1 ? request.arguments[1].text : ""
    if let exact = items.first(where: { $0.name == wanted }) { return exact }
    let fitting = items.filter { !wanted.isEmpty && $0.name.hasPrefix(wanted) }
    let shown = output.shown(wanted)
    return try fitting.only(
      ifNone: "there is no version “\(shown)”. “notes-tui history NOTE” lists them.",
      ifSeveral: "“\(shown)” fits \(fitting.count) versions:"
    ) { "\($0.name)  \(WrittenTime.onWall($0.savedAt, context.clock))" }
  }
}
