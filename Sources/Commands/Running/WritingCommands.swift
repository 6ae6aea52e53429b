import Daily
import Editor
import Entities
import Services
import VaultSettings
import Viper

/// Notes that are made, and that get other texts.
@MainActor
struct WritingCommands {
  let context: CommandContext

  var output: CommandOutput { context.output }

  func new(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let title = request.argument?.text
    let body = try request.value(of: .body).map { (body) throws(CommandFailure) in
      try context.text(body)
    }
    let tags = try (request.options[.tag] ?? []).map {
      (tag: RawArgument) throws(CommandFailure) in
      try NewNoteText.tag(tag.text)
    }
    let template = request.value(of: .template)
    let isUnique = request.has(.unique)
    guard title != nil || body != nil || template != nil || isUnique else {
      throw CommandFailure(
        "new needs a title, --body, --template or --unique. See notes-tui new --help.",
        code: .usage)
    }
    let vault = try await context.vault(request)
    let planner = vault.planner(by: await context.settings(in: vault), context.clock)
    var folder = try request.value(of: .folder).map { (named) throws(CommandFailure) in
      try context.address(in: vault).folder(named)
    }
    if folder == nil, !isUnique, let set = await context.settings(in: vault)[.newNoteFolder] {
      folder = try context.address(in: vault).folderFromTop(RawArgument(set))
    }
    let unique = isUnique ? await planner.plan(.unique(folder: folder)) : nil
    if let problem = unique?.problem { output.message(output.shown(problem)) }
    var draft = NewNoteText(title: title, tags: tags, body: body ?? [])
    if let template {
      draft.template = try await onBehalf { () async throws(NoteStoreError) -> [UInt8] in
        let place = try await planner.template(named: template.text)
        return try await planner.text(of: place, title: title ?? "").bytes
      }
    }
    if let unique {
      draft.fileName = unique.note?.path.stem.text
      if template == nil, !unique.text.bytes.isEmpty { draft.template = unique.text.bytes }
    }
    let usual = if let unique { unique.folder } else { await planner.newNoteFolder() }
    let place = folder ?? usual
    let (writer, texts) = (vault.writer(context.clock), vault.texts)
    let isMade = request.has(.folder) && context.isMissing(place, in: vault)
    let id = try await onBehalf { () async throws(NoteStoreError) in
      try await writer.make(draft.text(with: texts), titled: draft.name(by: texts), in: place)
    }
    await vault.reindex([id])
    let results = ResultWriter(request, output)
    results.add(id.path)
    results.finish()
    if isMade { context.sayMade(place, request) }
    return .done
  }

  func write(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let bytes = try newText(request)
    let vault = try await context.vault(request)
    let written = try request.argument(at: 0)
    let note: NoteID
    if let match = try await exactNote(written, in: vault) {
      note = match.id
    } else {
      note = NoteID(try context.address(in: vault).newPath(written))
    }
    let lock = try await context.openLock(of: note, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let writer = vault.writer(context.clock)
    let outcome = try await onBehalf { () async throws(NoteStoreError) in
      try await writer.write(bytes, to: note)
    }
    defer { context.writeDone(request, in: vault) }
    return await tell(outcome, of: note, in: vault)
  }

  private func newText(_ request: CommandRequest) throws(CommandFailure) -> [UInt8] {
    let text = request.arguments.dropFirst().first
    if request.has(.empty) {
      if text == nil { return [] }
      throw CommandFailure(
        "--empty writes an empty text. Leave out TEXT, or --empty.", code: .usage)
    }
    let bytes = try context.text(text)
    // A job without a terminal has an empty input, and a note is not emptied by that.
    if text == nil, bytes.isEmpty {
      throw CommandFailure(
        "write got no text: standard input is empty. To empty the note, add --empty.",
        code: .usage)
    }
    return bytes
  }

  func append(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let bytes = try context.text(request.arguments.dropFirst().first)
    let vault = try await context.vault(request)
    let match = try await context.note(request, in: vault)
    let lock = try await context.openLock(of: match.id, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let writer = vault.writer(context.clock)
    let outcome = try await onBehalf { () async throws(NoteStoreError) in
      try await writer.append(bytes, to: match.id)
    }
    defer { context.writeDone(request, in: vault) }
    return await tell(outcome, of: match.id, in: vault)
  }

  /// Says where a text is that could not be joined with what others wrote meanwhile.
  func tell(
    _ outcome: NoteWriter.Outcome, of note: NoteID, in vault: CommandVault
  ) async -> ExitCode {
    switch outcome {
    case .written(let note):
      await vault.reindex([note])
      return .done
    case .beside(let other):
      await vault.reindex([note, other])
      output.message(
        "\(output.shown(note.path.bytes)) was changed meanwhile; your text is in "
          + "\(output.shown(other.path.bytes)).")
      return .conflict
    }
  }

  /// A beginning is enough to read a note, and too little to replace one: a new note may be meant.
  private func exactNote(
    _ written: RawArgument, in vault: CommandVault
  ) async throws(CommandFailure) -> NoteMatch? {
    do throws(CommandFailure) {
      let found = try await context.address(in: vault).lookUp(written)
      return found?.isExact == true ? found : nil
    } catch {
      guard error.code == .ambiguous,
        let matches = try? await vault.notes(called: written.text),
        matches.allSatisfy({ !$0.isExact })
      else { throw error }
      return nil
    }
  }
}
