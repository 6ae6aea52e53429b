import Entities
import Login
import Services
import Viper

extension CommandRunner {
  func makeVault(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let place = AbsolutePath.of(try argument(0, of: request), from: context.folder)
    let interactor = LoginBuilder(vaults: context.vaults, work: context.work).makeInteractor()
    let presenter = VaultPresenter(interactor, output)
    presenter.make(at: place.text)
    await context.work.whenIdle()
    return presenter.code
  }

  func new(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let title = request.argument?.text
    let body = try request.value(of: .body).map { (body) throws(CommandFailure) in
      try text(body)
    }
    let tags = try (request.options[.tag] ?? []).map { (tag) throws(CommandFailure) in
      try NewNoteText.tag(tag.text)
    }
    guard title != nil || body != nil else {
      throw CommandFailure(
        "new needs a title or --body. See notes-tui new --help.", code: .usage)
    }
    let vault = try await context.openVault()
    var folder = NotePath("")
    if let named = request.value(of: .folder) {
      folder = try self.folder(named, in: vault)
    } else if let set = try? await context.settings.settings()[.newNoteFolder] {
      folder = try self.folder(RawArgument("/\(set)"), in: vault)
    }
    let draft = NewNoteText(title: title, tags: tags, body: body ?? [])
    let id = try await NoteWriting(vault: vault, clock: context.clock).make(
      draft.bytes, titled: draft.name, in: folder)
    let results = ResultWriter(request, output)
    results.add(JSONMember.path(id.path)) { output.shown(id.path.bytes) }
    results.finish()
    return .done
  }

  func write(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let bytes = try text(request.arguments.dropFirst().first)
    let vault = try await context.openVault()
    let writing = NoteWriting(vault: vault, clock: context.clock)
    let written = try argument(0, of: request)
    if let match = try await exactNote(written, in: vault) {
      return try await writing.replace(match.id, with: bytes, telling: output)
    }
    try await writing.make(bytes, at: NoteID(try address(in: vault).newPath(written)))
    return .done
  }

  func append(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let bytes = try text(request.arguments.dropFirst().first)
    let vault = try await context.openVault()
    let match = try await note(request, in: vault)
    try await NoteWriting(vault: vault, clock: context.clock).append(bytes, to: match.id)
    return .done
  }

  /// A beginning is enough to read a note, and too little to replace one: a new note may be meant.
  private func exactNote(
    _ written: RawArgument, in vault: CommandVault
  ) async throws(CommandFailure) -> NoteMatch? {
    do throws(CommandFailure) {
      let found = try await address(in: vault).lookUp(written)
      return found?.isExact == true ? found : nil
    } catch {
      guard error.code == .ambiguous,
        let matches = try? await vault.services.index.find(written.text),
        matches.allSatisfy({ !$0.isExact })
      else { throw error }
      return nil
    }
  }
}
