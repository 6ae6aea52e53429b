import Entities
import Services

/// The copies that other programs left in a vault, listed and merged.
@MainActor
struct ConflictCommands {
  let context: CommandContext

  private var output: CommandOutput { context.output }

  func list(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    await context.tellOfLockedCopies()
    let conflicts = try await self.conflicts(in: context.vault(request))
    let presenter = ConflictsText(request, output)
    do throws(NoteIndexError) {
      let (copies, marked) = (try await conflicts.copies(), try await conflicts.marked())
      var found: [ConflictsText.Copy] = []
      for copy in copies { found.append(await compared(copy, by: conflicts)) }
      presenter.list(found, marked)
    } catch {
      throw CommandFailure(error)
    }
    return .done
  }

  private func compared(
    _ copy: ConflictCopy, by conflicts: any NoteConflicts
  ) async -> ConflictsText.Copy {
    do throws(NoteStoreError) {
      return ConflictsText.Copy(copy: copy, merge: try await conflicts.merged(copy))
    } catch {
      return ConflictsText.Copy(copy: copy, merge: nil)
    }
  }

  func merge(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    if request.has(.all) == (request.argument != nil) {
      throw CommandFailure(
        "name the NOTE whose copies are to be merged, or give --all for all that leave no marks.",
        code: .usage)
    }
    let vault = try await context.vault(request)
    let conflicts = try conflicts(in: vault)
    let wanted = try await copies(request, in: vault, conflicts)
    let presenter = ConflictsText(request, output)
    if request.has(.dryRun) {
      var merges: [ConflictsText.Copy] = []
      for copy in wanted { merges.append(await compared(copy, by: conflicts)) }
      presenter.plan(merges, cleanOnly: request.has(.all))
      return .done
    }
    let receipt = try await onBehalf { () async throws(NoteStoreError) in
      try await conflicts.merge(wanted, cleanOnly: request.has(.all))
    }
    _ = try? await vault.services.index.refresh(receipt.touched)
    presenter.write(receipt)
    if !receipt.left.isEmpty, receipt.merged.isEmpty, !request.has(.all) { return .failed }
    return receipt.marked.isEmpty && receipt.left.isEmpty ? .done : .conflict
  }

  /// Those of the note that is named, or the one copy that is; with --all every one whose name no
  /// person gives.
  private func copies(
    _ request: CommandRequest, in vault: CommandVault, _ conflicts: any NoteConflicts
  ) async throws(CommandFailure) -> [ConflictCopy] {
    let all: [ConflictCopy]
    do throws(NoteIndexError) {
      all = try await conflicts.copies()
    } catch {
      throw CommandFailure(error)
    }
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

  private func conflicts(in vault: CommandVault) throws(CommandFailure) -> any NoteConflicts {
    guard let conflicts = vault.services.conflicts else {
      throw CommandFailure("nothing looks for conflicts in this vault.")
    }
    return conflicts
  }
}

extension CommandContext {
  /// Before the passphrase is missed: names alone say that copies are there.
  func tellOfLockedCopies() async {
    let count = await locked.copies()
    guard count > 0 else { return }
    output.message(
      count == 1
        ? "1 copy that another program left waits for the passphrase."
        : "\(count) copies that other programs left wait for the passphrase.")
  }
}
