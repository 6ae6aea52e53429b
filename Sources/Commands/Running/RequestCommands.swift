import Cells
import Comparing
import Entities
import Requests
import Services
import Terminal
import UseCases

/// Opens addresses of Obsidian's, and lists what waits for an answer.
struct RequestCommands: CommandPart {
  let context: CommandContext

  func list(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let cases = vault.requests(by: await context.settings(in: vault), context.clock)
    let results = ResultWriter(request, output)
    for item in await cases.waiting() {
      results.add(
        [
          JSONMember("title", .string(item.title)), JSONMember("change", .string("\(item.change)")),
          JSONMember("arrived", .string(item.arrived.written)),
          JSONMember("bytes", .number(item.size)),
        ],
        cells: [WrittenTime.onWall(item.arrived, context.clock), output.shown(item.title)])
    }
    results.finish()
    return .done
  }

  // MARK: Addresses

  func open(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    guard let address = request.address else {
      preconditionFailure("the parser reads the address of this command")
    }
    if address.writes { return try await write(address, request) }
    guard context.streams.canAsk else {
      throw CommandFailure(
        "\(address.action.rawValue) shows a screen, and there is no terminal here.")
    }
    var options = LaunchOptions()
    options.vault = context.vaultFolder
    options.place = try screen(address)
    options.settings = request.settings
    options.frozenClock = request.frozenClock
    options.isReadOnly = request.has(.readOnly)
    options.follow(request.options)
    context.openScreen(options)
    return .done
  }

  /// Returns the address of the screen; nil for the vault's first one.
  private func screen(_ address: ObsidianAddress) throws(CommandFailure) -> String? {
    switch address.action {
    case .chooseVault: return "\(ScreenAddress.scheme)login"
    case .daily: return "\(ScreenAddress.scheme)daily"
    case .search:
      let query = address.query.map { "/" + ScreenAddress.encoded(Array($0.utf8)) } ?? ""
      return "\(ScreenAddress.scheme)search\(query)"
    case .open, .new, .unique:
      let inside = try file(address, in: context.vaultFolder)
      guard let note = inside?.bytes ?? address.file.map({ Array($0.utf8) }) else { return nil }
      let part = address.part.map { "#" + ScreenAddress.encoded(Array($0.utf8)) } ?? ""
      return ScreenAddress.address(ofNote: note) + part
    }
  }

  /// Returns the path in the vault of a file on the disk that the address names; nil without one.
  private func file(
    _ address: ObsidianAddress, in folder: NotePath
  ) throws(CommandFailure) -> NotePath? {
    guard let path = address.path else { return nil }
    let inside = AbsolutePath.inside(folder, NotePath(path), following: context.realPath)
    if let inside, !inside.bytes.isEmpty { return inside }
    throw CommandFailure(
      "“\(output.shown(path))” is outside the vault \(output.shown(folder.bytes)).")
  }

  private func write(
    _ address: ObsidianAddress, _ request: CommandRequest
  ) async throws(CommandFailure) -> ExitCode {
    let content = try await content(of: address)
    let vault = context.vault
    let cases = vault.requests(by: await context.settings(in: vault), context.clock)
    let file = try file(address, in: vault.folder)
    let writing = try await failing { () async throws(RequestFailure) in
      try await cases.writing(address, content: content, file: file)
    }
    var isAgreed = request.has(.yes) || request.isTrial
    if !isAgreed { isAgreed = await cases.isAgreed(to: writing) }
    if !isAgreed {
      let item = RequestItem(writing)
      // What cannot be written is refused now, while its sender is there.
      let preview = try await failing { () async throws(RequestFailure) in
        try await cases.preview(writing)
      }
      switch context.streams.confirm(question(item, preview)) {
      case true?: break
      case false?: throw CommandFailure("nothing was written.", code: .cancelled)
      case nil:
        try await failing { () async throws(RequestFailure) in
          try await cases.ask(about: writing)
        }
        let words = "\(output.shown(item.title)): asks for your answer in notes-tui."
        output.message(words)
        await context.desktop.notify(words)
        return .done
      }
    }
    _ = try await failing { () async throws(RequestFailure) in try await cases.write(writing) }
    context.writeDone(request, in: vault)
    return .done
  }

  /// Returns the text of the address, or of the clipboard.
  private func content(of address: ObsidianAddress) async throws(CommandFailure) -> [UInt8] {
    guard address.usesClipboard else { return Array((address.content ?? "").utf8) }
    let copied = await context.desktop.paste()
    guard let copied, !copied.isEmpty else {
      throw CommandFailure(
        "the text is on the clipboard, which \(copied == nil ? "cannot be read" : "is empty") here. "
          + "Install wl-paste or xclip, or switch on “Legacy mode” in the Web Clipper's settings.")
    }
    try await rethrow(ObsidianAddress.check(content: copied)) { (error: ObsidianAddressProblem) in
      CommandFailure("the clipboard is refused: \(error.message)")
    }
    return copied
  }

  private func question(_ item: RequestItem, _ preview: RequestPreview) -> String {
    let most = 20
    var lines = preview.lines.prefix(most).map { line in
      let sign =
        switch line.kind {
        case .added: "+"
        case .removed: "-"
        case .same: " "
        case .gap: "…"
        }
      return "\(sign) \(output.shown(line.text))"
    }
    if preview.lines.count > most { lines.append("… \(preview.lines.count - most) more lines") }
    return lines.joined(separator: "\n") + "\nAnother program asks: \(output.shown(item.title)) "
      + "(\(output.shown(preview.path.bytes))). Write it? [y/N]"
  }

  private func failing<Value>(
    _ body: () async throws(RequestFailure) -> Value
  ) async throws(CommandFailure) -> Value {
    do throws(RequestFailure) {
      return try await body()
    } catch .edit(.store(let error)) {
      throw CommandFailure(error)
    } catch {
      throw CommandFailure(output.shown(error.message))
    }
  }
}

extension CommandTable {
  static let requests = [
    CommandSpec(
      .openURI, [ArgumentSpec("ADDRESS")], vault: .changes, options: [.yes],
      answer: .many(doneFields), takesVersion: false,
      says: "do what an obsidian:// address asks for",
      details: """
        Understands open, new, daily, unique, search and choose-vault, as Obsidian's Web Clipper \
        and other programs send them. A vault is named as in Obsidian; without a name it is the \
        usual one. What would be written is shown, and written only after you agree. Without a \
        terminal, as from a browser, it is stored outside the vault until you answer in the screen \
        “Requests”, which opens at the next start; there you can also agree to all of its kind. \
        A text is never replaced without a version of it. With --yes it is written without a \
        question. A clip on the clipboard is read by wl-paste or xclip.
        """,
      example: "open-uri \"obsidian://new?file=Tea&content=hot\""
    ) { RequestCommands(context: $0.context).open },
    CommandSpec(
      "requests", vault: .opens,
      answer: .many([
        AnswerField("title", "what would be written"),
        AnswerField("change", "make, append, prepend or replace"),
        AnswerField("arrived", "when it was asked, in UTC"),
        AnswerField("bytes", "the size of its text"),
      ]),
      says: "list what other programs ask to write",
      details: "The screen of that name answers them: notes-tui notes://requests.",
      example: "requests"
    ) { RequestCommands(context: $0.context).list },
  ]
}
