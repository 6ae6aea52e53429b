import Daily
import Entities
import Files
import Html
import NewNotes
import Saving
import Services
import UseCases
import VaultSettings

/// Adds lines to the note that collects them, and makes notes of web pages.
struct CaptureCommands: CommandPart {
  let context: CommandContext

  /// A page that is larger is no article.
  private static let largestPage = 32 << 20

  // MARK: Lines

  func checkCapture(_ request: CommandRequest) throws(CommandFailure) {
    let address = try address(request)
    if request.has(.attach) { return }
    let text = CapturedText(try words(request), address: address)
    guard text.bytes.isEmpty else { return }
    throw CommandFailure(
      "capture needs a text, --url or --attach. See notes-tui capture --help.", code: .usage)
  }

  func capture(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let (words, address) = (try words(request), try address(request))
    let vault = context.vault
    let (note, start) = try await target(in: vault)
    let lock = try await context.openLock(of: note, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let paths = (request.options[.attach] ?? []).map { AbsolutePath.of($0, from: context.folder) }
    let links = try await context.runner.writing.links(to: paths, from: note, in: vault)
    if !links.isEmpty, note.path.isLocked {
      output.message("the note is locked, and the files are not.")
    }
    let text = CapturedText(words, address: address, links: links)
    let writer = vault.writer(context.clock)
    let outcome = try await onBehalf(
      ofStore: await writer.append(text.bytes, to: note, beginningWith: start))
    let code = await context.runner.writing.tell(outcome, of: note, in: vault)
    ResultWriter.write(request, output) { $0.add(note.path) }
    return code
  }

  /// Returns the words of the arguments, else of standard input unless something else is captured.
  private func words(_ request: CommandRequest) throws(CommandFailure) -> [UInt8] {
    let arguments = request.arguments
    if arguments.count > 1 { return Array(arguments.map(\.bytes).joined(separator: [0x20])) }
    if arguments.isEmpty, request.has(.url) || request.has(.attach) { return [] }
    return try context.text(arguments.first)
  }

  private func address(_ request: CommandRequest) throws(CommandFailure) -> String? {
    guard let written = request.value(of: .url) else { return nil }
    let bytes = written.bytes
    let isAddress =
      bytes.contains(UInt8(ascii: ":"))
      && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7f && !"<>\"\\`".utf8.contains($0) }
    if isAddress, let text = String(validating: bytes, as: UTF8.self) { return text }
    throw CommandFailure(
      "“\(output.shown(bytes))” is not an address. Write it as https://example.org, with blanks "
        + "as %20.", code: .usage)
  }

  /// Returns the note that the setting names, and its first text if it does not exist.
  private func target(
    in vault: CommandVault
  ) async throws(CommandFailure) -> (note: NoteID, start: [UInt8]) {
    let settings = await context.settings(in: vault)
    let named = settings[.captureNote] ?? "Inbox"
    if named == "today" {
      let planner = vault.newNotes(by: settings, context.clock).planner
      let planned = await planner.plan(.daily(planner.today))
      if let problem = planned.problem { output.message(output.shown(problem)) }
      guard let note = planned.note else { throw CommandFailure("the day has no note.") }
      return (note, planned.text.bytes)
    }
    guard let path = NotePath(linked: named) else {
      throw CommandFailure(
        "the setting capture-note is “\(output.shown(named))”, which is not the name or path of a "
          + "note.")
    }
    return (NoteID(path), [])
  }

  // MARK: Pages

  func checkClip(_ request: CommandRequest) throws(CommandFailure) { _ = try page(request) }

  func clip(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    var new = try page(request)
    let vault = context.vault
    new.folder = try request.value(of: .folder).map { (named) throws(CommandFailure) in
      try context.address(in: vault).folder(named)
    }
    let made = try await context.runner.writing.make(new, request, in: vault)
    await vault.reindex([made.id])
    ResultWriter.write(request, output) { $0.add(made.id.path) }
    return .done
  }

  private func page(_ request: CommandRequest) throws(CommandFailure) -> NewNote {
    guard request.argument?.isStandardInput != false else {
      throw CommandFailure(
        "clip reads HTML on standard input: notes-tui clip - < page.html.", code: .usage)
    }
    let html = try context.text(nil)
    guard html.count <= Self.largestPage else {
      throw CommandFailure("the page is larger than \(Self.largestPage >> 20) MB.")
    }
    let page = HtmlMarkdown.answer(of: html)
    let title = page.title ?? page.heading
    guard title != nil || !page.text.isEmpty else {
      throw CommandFailure("clip got no page: standard input has no text.", code: .usage)
    }
    var new = NewNote(title: title)
    new.body = page.text
    // The title becomes the heading, which the page often has too.
    if let title, page.text.starts(with: Array("# \(title)\n".utf8)) {
      new.body = Array(page.text.drop { $0 != 0x0a }.drop { $0 == 0x0a })
    }
    new.source = try address(request)
    new.tags = try (request.options[.tag] ?? []).map { (tag) throws(CommandFailure) in
      try context.tag(tag.text)
    }
    return new
  }
}
