import Editor
import Entities
import Files
import Services
import UseCases

/// Files from elsewhere, copied into the vault and linked in a note.
extension WritingCommands {
  func attach(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let paths = request.arguments.dropFirst().map { AbsolutePath.of($0, from: context.folder) }
    let vault = context.vault
    let note = try await context.note(request, in: vault).id
    let lock = try await context.openLock(of: note, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let attaching = vault.attaching(SystemFiles(home: "", folder: context.folder))
    // Nothing is written where one of them cannot be read.
    for path in paths {
      try await onBehalf { () throws(NoteStoreError) in try attaching.check(path) }
    }
    let results = ResultWriter(request, output)
    var (links, failure): ([String], CommandFailure?) = ([], nil)
    for path in paths {
      do throws(CommandFailure) {
        let attached = try await attached(path, to: note, attaching, request, in: vault)
        links.append(attached.link)
        results.add(
          output.members(of: attached.file.path) + [
            JSONMember("link", .string(attached.link)), JSONMember("made", .bool(attached.isNew)),
          ]
        ) { output.shown(attached.file.path) }
      } catch {
        failure = error
        break
      }
    }
    results.finish()
    if links.isEmpty, let failure { throw failure }
    if note.path.isLocked { output.message("the note is locked, and the files are not.") }
    let lines = links.joined(separator: "\n")
    let outcome: NoteWriter.Outcome
    do throws(NoteStoreError) {
      outcome = try await vault.writer(context.clock).append(Array(lines.utf8), to: note)
    } catch {
      var failure = CommandFailure(error)
      failure.details = ["The files are in the vault and not linked. “undo” takes them away."]
      throw failure
    }
    let code = await tell(outcome, of: note, in: vault)
    if let failure { throw failure }
    return code
  }

  /// A file of the vault is only linked.
  private func attached(
    _ path: NotePath, to note: NoteID, _ attaching: FileAttaching, _ request: CommandRequest,
    in vault: CommandVault
  ) async throws(CommandFailure) -> FileAttaching.Attached {
    if let inside = AbsolutePath.inside(vault.folder, path, following: context.realPath),
      vault.isAttachment(inside)
    {
      let file = NoteID(inside)
      return .init(file: file, link: await attaching.link(to: file, from: note), isNew: false)
    }
    return try await onBehalf { () async throws(NoteStoreError) in
      try await attaching.attach(path, to: note)
    }
  }
}
