import Bytes
import Cells
import Entities
import PrivateEditor
import Services
import Terminal
import Undo
import UseCases

/// Prints a note's file, or opens a note in an editor.
struct EditingCommands: CommandPart {
  let context: CommandContext

  func path(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let path: NotePath
    if request.argument == nil {
      path = context.vaultFolder
    } else {
      let vault = context.vault
      let note = try await context.note(request, in: vault).id.path
      // The files of an encrypted vault have other names.
      if vault.isEncrypted {
        throw CommandFailure("the notes of an encrypted vault have no files that can be opened.")
      }
      path = vault.folder.appending(note)
    }
    if request.has(.json) {
      ResultWriter.write(request, output) { $0.add(JSONMember.path(path)) { "" } }
    } else if output.isTerminal || request.has(.null) {
      output.write(path.bytes, endsWithNull: request.has(.null))
    } else {
      output.write(path.bytes + [UInt8(ascii: "\n")])
    }
    return .done
  }

  func checkEdit(_ request: CommandRequest) throws(CommandFailure) {
    if context.editor != nil, request.has(.readOnly) {
      throw CommandFailure("with --read-only no editor is given a note.")
    }
  }

  func edit(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    guard let editor = context.editor else { return try await editOnScreen(request) }
    let vault = context.vault
    let note = try await context.note(request, in: vault).id
    if note.path.isLocked || vault.isEncrypted {
      return try await edit(note, with: editor, request, in: vault)
    }
    let cases = vault.ownEditor(context.clock)
    let old = await cases.begin(note)
    let problem = editor.edit(vault.folder.appending(note.path).bytes)
    if let new = await cases.end(note, after: old), let old {
      await vault.recorder?.keep(note, from: old.bytes, to: new.bytes)
    }
    await vault.reindex([note])
    if let problem { output.message(problem) }
    return problem == nil ? .done : .failed
  }

  /// Opens the user's editor. Encrypted text stays in memory only.
  private func edit(
    _ note: NoteID, with editor: UserEditor, _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> ExitCode {
    let lock = try await context.openLock(of: note, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let cases = vault.ownEditor(context.clock)
    let old = try await onBehalf(ofStore: await cases.read(note))
    let isAgreed = context.streams.confirm(
      """
      Hand this note to your editor unencrypted? Its file stays in memory and is removed \
      afterwards, but the editor may keep copies: swap files, backups, a history. [y/N]
      """)
    guard let isAgreed else {
      throw CommandFailure(
        "there is no terminal to ask on whether your editor may have the note unencrypted.")
    }
    if !isAgreed { throw CommandFailure("nothing was done.", code: .cancelled) }
    // A neutral name, because the name in the vault is secret too.
    switch editor.editPrivately(old.bytes, "note.md") {
    case .failed(let reason): throw CommandFailure(reason)
    case .ended(let text, let problem):
      if let problem { output.message(problem) }
      guard text != old.bytes else { return problem == nil ? .done : .failed }
      let outcome = try await onBehalf(ofStore: await cases.save(text, over: old.stamp, of: note))
      await vault.reindex([note])
      if let problem = outcome.problem { output.message(problem) }
      switch outcome {
      case .saved: return problem == nil ? .done : .failed
      case .beside: return .conflict
      case .unsaved: return .failed
      }
    }
  }

  /// Opens this program's editor, if the user has configured none.
  private func editOnScreen(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    var path = try request.argument(at: 0).bytes
    var options = LaunchOptions()
    if let vault = context.opened {
      path = try await context.note(request, in: vault).id.path.bytes
    }
    options.vault = context.vaultFolder
    options.place = ScreenAddress.address(ofNote: path)
    options.settings = request.settings
    options.frozenClock = request.frozenClock
    options.isReadOnly = request.has(.readOnly)
    options.follow(request.options)
    context.openScreen(options)
    return .done
  }
}
