import Conflicts
import Entities
import Services

/// Lists and merges the conflict copies that other programs left in a vault.
struct ConflictCommands: CommandPart {
  let context: CommandContext

  func list(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    try context.refuseLocked()
    let conflicts = try self.conflicts(in: context.vault)
    let found = try await onBehalf(ofIndex: await conflicts.all())
    ConflictsText(request: request, output: output)
      .write(await conflicts.assess(found.copies), found.marked)
    return .done
  }

  func check(_ request: CommandRequest) throws(CommandFailure) {
    if request.has(.all) == (request.argument != nil) {
      throw CommandFailure(
        "name the NOTE whose copies are to be merged, or give --all for all that leave no marks.",
        code: .usage)
    }
  }

  func merge(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let conflicts = try conflicts(in: vault)
    let wanted = try await copies(request, in: vault, conflicts)
    let text = ConflictsText(request: request, output: output)
    let receipt = try await onBehalf(
      ofStore: await conflicts.merge(wanted, cleanOnly: request.has(.all)))
    await vault.reindex(receipt.touched)
    text.write(receipt)
    if !receipt.left.isEmpty, receipt.merged.isEmpty, !request.has(.all) { return .failed }
    return receipt.marked.isEmpty && receipt.left.isEmpty ? .done : .conflict
  }

  /// Returns the copies of the named note, or the named copy. With `--all`, returns every copy with
  /// a name that no user would give.
  private func copies(
    _ request: CommandRequest, in vault: CommandVault, _ conflicts: ConflictCases
  ) async throws(CommandFailure) -> [ConflictCopy] {
    let all = try await onBehalf(ofIndex: await conflicts.copies())
    if request.has(.all) { return all.filter(\.isSure) }
    let note = try await context.note(request, in: vault).id
    let wanted = all.filter { $0.copy == note }
    if !wanted.isEmpty { return wanted }
    let ofNote = all.filter { $0.note == note }
    if ofNote.isEmpty {
      throw CommandFailure(
        "\(output.shown(note.path)) has no copy that another program left. “notes-tui conflicts”"
          + " lists all.", code: .notFound)
    }
    return ofNote
  }

  private func conflicts(in vault: CommandVault) throws(CommandFailure) -> ConflictCases {
    guard let conflicts = vault.conflicts else {
      throw CommandFailure("nothing looks for conflicts in this vault.")
    }
    return conflicts
  }
}

extension CommandContext {
  /// Refuses a locked vault. The names alone show that there are copies.
  func refuseLocked() throws(CommandFailure) {
    guard case .closed(let vault) = found, let refusal = vault.refusal else { return }
    if vault.copies > 0 {
      output.message(
        vault.copies == 1
          ? "1 copy that another program left waits for the passphrase."
          : "\(vault.copies) copies that other programs left wait for the passphrase.")
    }
    throw refusal
  }
}
