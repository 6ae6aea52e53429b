import Cells
import Daily
import Saving
import Entities
import Files
import NewNotes
import Services
import UseCases

/// Creates notes and changes their texts.
struct WritingCommands: CommandPart {
  let context: CommandContext

  func checkNew(_ request: CommandRequest) throws(CommandFailure) { _ = try newNote(request) }

  private func newNote(_ request: CommandRequest) throws(CommandFailure) -> NewNote {
    var new = NewNote(title: request.argument?.text)
    let body = try request.value(of: .body).map { (body) throws(CommandFailure) in
      try context.text(body)
    }
    new.body = body ?? []
    new.tags = try (request.options[.tag] ?? []).map {
      (tag: RawArgument) throws(CommandFailure) in
      try context.tag(tag.text)
    }
    (new.template, new.isUnique) = (request.value(of: .template)?.text, request.has(.unique))
    guard new.title != nil || body != nil || new.template != nil || new.isUnique else {
      throw CommandFailure(
        "new needs a title, --body, --template or --unique. See notes-tui new --help.",
        code: .usage)
    }
    return new
  }

  func new(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    var new = try newNote(request)
    new.folder = try request.value(of: .folder).map { (named) throws(CommandFailure) in
      try context.address(in: vault).folder(named)
    }
    let isMade = new.folder.map { context.isMissing($0, in: vault) } ?? false
    let made = try await make(new, request, in: vault)
    if let problem = made.problem { output.message(output.shown(problem)) }
    await vault.reindex([made.id])
    ResultWriter.write(request, output) { $0.add(made.id.path) }
    if isMade, let folder = new.folder { context.reportNewFolder(folder, request) }
    return .done
  }

  func make(
    _ new: NewNote, _ request: CommandRequest, in vault: CommandVault
  ) async throws(CommandFailure) -> MadeNote {
    let cases = vault.newNotes(by: await context.settings(in: vault), context.clock)
    do throws(NewNoteFailure) {
      // A vault that does not exist yet has no templates, and cannot be searched.
      if vault.isMissing, let name = new.template { throw await cases.noTemplate(named: name) }
      return try await cases.make(new)
    } catch .store(let error) {
      throw CommandFailure(error)
    } catch {
      let words = output.shown(error.words)
      if case .noTemplate = error { throw CommandFailure(words, code: .notFound) }
      throw CommandFailure(words)
    }
  }

  func checkWritten(_ request: CommandRequest) throws(CommandFailure) { _ = try newText(request) }

  func write(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let bytes = try newText(request)
    let vault = context.vault
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
    let outcome = try await onBehalf(ofStore: await writer.write(bytes, to: note))
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
    // A job without a terminal has an empty input, which must not empty a note.
    if text == nil, bytes.isEmpty {
      throw CommandFailure(
        "write got no text: standard input is empty. To empty the note, add --empty.",
        code: .usage)
    }
    return bytes
  }

  func checkAppended(_ request: CommandRequest) throws(CommandFailure) {
    _ = try context.text(request.arguments.dropFirst().first)
  }

  func append(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let bytes = try context.text(request.arguments.dropFirst().first)
    let vault = context.vault
    let match = try await context.note(request, in: vault)
    let lock = try await context.openLock(of: match.id, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let writer = vault.writer(context.clock)
    let outcome = try await onBehalf(ofStore: await writer.append(bytes, to: match.id))
    defer { context.writeDone(request, in: vault) }
    return await tell(outcome, of: match.id, in: vault)
  }

  /// Reports where a text was saved that could not be merged with concurrent changes.
  func tell(
    _ outcome: HeadlessNoteWriter.Outcome, of note: NoteID, in vault: CommandVault
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

  /// Finds a note by its exact name. A prefix is enough for reading, but not for replacing: a new
  /// note may be meant.
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

/// Copies outside files into the vault and links them in a note.
extension WritingCommands {
  func attach(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let paths = request.arguments.dropFirst().map { AbsolutePath.of($0, from: context.folder) }
    let vault = context.vault
    let note = try await context.note(request, in: vault).id
    let lock = try await context.openLock(of: note, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let attaching = vault.attaching(SystemFiles(home: "", folder: context.folder))
    // Nothing is written if one of them cannot be read.
    for path in paths {
      try await onBehalf(ofStore: attaching.check(path))
    }
    let results = ResultWriter(request, output)
    var (links, failure): ([String], CommandFailure?) = ([], nil)
    for path in paths {
      do throws(CommandFailure) {
        let attached = try await attached(path, to: note, attaching, in: vault)
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
    let outcome: HeadlessNoteWriter.Outcome
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

  /// Attaches files and returns the links to them. None is attached if one cannot be read.
  func links(
    to paths: [NotePath], from note: NoteID, in vault: CommandVault
  ) async throws(CommandFailure) -> [String] {
    let attaching = vault.attaching(SystemFiles(home: "", folder: context.folder))
    for path in paths {
      try await onBehalf(ofStore: attaching.check(path))
    }
    var links: [String] = []
    for path in paths {
      links.append(try await attached(path, to: note, attaching, in: vault).link)
    }
    return links
  }

  /// Attaches a file. One that is already in the vault is only linked.
  private func attached(
    _ path: NotePath, to note: NoteID, _ attaching: FileAttaching, in vault: CommandVault
  ) async throws(CommandFailure) -> FileAttaching.Attached {
    if let inside = AbsolutePath.inside(vault.folder, path, following: context.realPath),
      vault.isAttachment(inside)
    {
      let file = NoteID(inside)
      return .init(file: file, link: await attaching.link(to: file, from: note), isNew: false)
    }
    return try await onBehalf(ofStore: await attaching.attach(path, to: note))
  }
}

extension WritingCommands {
  func checkDaily(_ request: CommandRequest) throws(CommandFailure) {
    if let argument = request.argument { _ = try context.text(argument) }
  }

  func daily(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let bytes = try request.argument.map { (argument) throws(CommandFailure) in
      try context.text(argument)
    }
    let vault = context.vault
    let planner = vault.newNotes(by: await context.settings(in: vault), context.clock).planner
    let day = try day(request, today: planner.today, in: vault)
    let planned = await planner.plan(.daily(day))
    guard let note = planned.note else { throw CommandFailure("the day has no note.") }
    if let problem = planned.problem { output.message(output.shown(problem)) }
    let lock = try await context.openLock(of: note, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let writer = vault.writer(context.clock)
    let outcome = try await onBehalf(
      ofStore: await writer.append(bytes ?? [], to: note, beginningWith: planned.text.bytes))
    let code = await tell(outcome, of: note, in: vault)
    ResultWriter.write(request, output) { $0.add(note.path) }
    return code
  }

  /// Returns the day of `--date`, or today.
  private func day(
    _ request: CommandRequest, today: Day, in vault: CommandVault
  ) throws(CommandFailure) -> Day {
    guard let written = request.value(of: .date)?.text else { return today }
    if let day = DateFormat("YYYY-MM-DD").day(in: written) { return day }
    if let day = vault.dates.day(written, today: today) { return day }
    throw CommandFailure(
      "not a date: “\(PlainLine.of(Array(written.utf8)))”. Use a form such as 2026-12-01, fri or in 2"
        + " weeks.", code: .usage)
  }
}
