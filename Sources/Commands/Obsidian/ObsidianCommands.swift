import Cells
import Entities
import NoteList

/// Runs the verbs of Obsidian's command line, with the use cases that the commands await.
struct ObsidianCommands: CommandPart {
  let context: CommandContext
  let request: CommandRequest

  var open: CommandVault { context.vault }

  func run(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    // Like Obsidian, and unlike other commands, wherever the current folder is.
    output.paths = PrintedPaths()
    let isCopied = request.has(.copy) && !request.isTrial
    if isCopied { output.beginCopy() }
    let code = try await call.verb.run(self)(call)
    if isCopied, let problem = await context.desktop.copy(output.copied ?? []) {
      throw CommandFailure(problem)
    }
    return code
  }

  // MARK: Other commands

  /// Returns the request of another command with the options that guard this one.
  func becoming(
    _ name: CommandName, _ arguments: [RawArgument] = [],
    _ options: [(OptionName, RawArgument)] = []
  ) -> CommandRequest {
    var other = CommandRequest(name)
    other.arguments = arguments
    for name in [OptionName.dryRun, .passphraseFD, .absolute] {
      if let value = request.value(of: name) { other.options.append(value, to: name) }
    }
    for (name, value) in options { other.options.append(value, to: name) }
    return other
  }

  /// Returns the path by which another command finds exactly this file.
  func argument(_ path: NotePath) -> RawArgument {
    RawArgument(bytes: open.folder.appending(path).bytes)
  }

  // MARK: Targets

  /// Returns the note that `file=` names as a link does, or `path=` from the vault's top folder.
  func note(_ call: ObsidianCall) async throws(CommandFailure) -> NoteID {
    guard let note = try await noteIfNamed(call) else { throw noActiveFile(call) }
    return note
  }

  func noActiveFile(_ call: ObsidianCall) -> CommandFailure {
    CommandFailure(
      "\(call.verbName) needs file=NAME or path=PATH: no file is active here.", code: .usage)
  }

  /// The same for a verb that without a name is about the whole vault; nil then.
  func noteIfNamed(_ call: ObsidianCall) async throws(CommandFailure) -> NoteID? {
    guard let file = try await fileIfNamed(call) else { return nil }
    if file.isOfNote { return NoteID(file) }
    throw CommandFailure("\(output.shown(file.bytes)) is not a note.", code: .usage)
  }

  func file(named call: ObsidianCall) async throws(CommandFailure) -> NotePath {
    guard let file = try await fileIfNamed(call) else { throw noActiveFile(call) }
    return file
  }

  private func fileIfNamed(_ call: ObsidianCall) async throws(CommandFailure) -> NotePath? {
    if let written = call["path"] {
      let path = try exactPath(written)
      if await isThere(path) { return path }
      throw CommandFailure(
        "there is no file \(output.shown(path.bytes)). path= is the whole path in the vault.",
        code: .notFound)
    }
    guard let name = call["file"] else { return nil }
    let found = try await onBehalf(ofIndex: await open.linked(name.text))
    if let found, await isThere(found.path) { return found.path }
    let others = await open.attachments(called: name.text)
    if !others.isEmpty {
      return try others.only(
        ifNone: "",
        ifSeveral: "“\(output.shown(name.bytes))” fits \(others.count) files; name one by path=:"
      ) { output.shown($0.bytes) }
    }
    throw CommandFailure(
      "no file is called “\(output.shown(name.bytes))”.", code: .notFound,
      details: await context.address(in: open).nearTitles(name.text))
  }

  private func isThere(_ path: NotePath) async -> Bool {
    path.isOfNote ? await open.notes.note(at: path) != nil : open.isAttachment(path)
  }

  /// Returns a path from the vault's top folder, which must stay inside it and lead to no hidden
  /// file.
  func exactPath(_ written: RawArgument) throws(CommandFailure) -> NotePath {
    let parts = written.bytes.split(separator: UInt8(ascii: "/"))
    let isHidden = parts.contains { $0.first == UInt8(ascii: ".") }
    guard !parts.isEmpty, !isHidden, written.bytes.first != UInt8(ascii: "/"),
      !written.bytes.contains(0)
    else {
      throw CommandFailure(
        "“\(output.shown(written.bytes))” is not a path in the vault.", code: .usage)
    }
    return NotePath(bytes: Array(parts.joined(separator: [UInt8(ascii: "/")])))
  }

  /// Returns a folder from the vault's top folder; nil if none is named.
  func folder(_ written: RawArgument?) throws(CommandFailure) -> NotePath? {
    guard let written, !written.bytes.allSatisfy({ $0 == UInt8(ascii: "/") }) else { return nil }
    return try exactPath(written)
  }

  /// Asks for the passphrase of a locked note, which then stays open until the verb is done.
  func unlock(_ note: NoteID) async throws(CommandFailure) {
    context.run.openLocks[note] = try await context.openLock(of: note, request, in: open)
  }

  func text(of note: NoteID) async throws(CommandFailure) -> [UInt8] {
    try await unlock(note)
    return try await onBehalf(ofStore: await open.read(note).bytes)
  }

  // MARK: Output

  /// Writes a note's text: as it is, or safe for a terminal.
  func write(_ text: [UInt8]) {
    if output.isTerminal { output.writeLines(of: text) } else { output.write(text) }
  }

  /// Writes each path in the vault on a line, or with `total` their number.
  func write(_ paths: [NotePath], _ call: ObsidianCall) {
    writeLines(paths.map { output.shown($0.bytes) }, call)
  }

  func writeLines(_ lines: [String], _ call: ObsidianCall) {
    // A dry run prints the difference alone.
    if request.printsDifference { return }
    if call.has("total") { return output.write("\(lines.count)\n") }
    for line in lines { output.write(line + "\n") }
  }

  /// Writes names and values in two columns.
  func write(_ facts: [(String, String)]) {
    for line in Columns(output).lines(facts.map { [$0.0, output.shown($0.1)] }) {
      output.write(line + "\n")
    }
  }

  /// Writes rows in the format of the call. `text` is the line of a row where the format is no
  /// table.
  func write(
    _ rows: [[JSONMember]], _ call: ObsidianCall, text: ([JSONMember]) -> String = { _ in "" }
  ) {
    if call.has("total") { return output.write("\(rows.count)\n") }
    switch call.format {
    case "json": output.write(JSONValue.array(rows.map(JSONValue.object)).text + "\n")
    case "csv":
      if let first = rows.first { writeCSV(first.map(\.name)) }
      for row in rows { writeCSV(row.map(\.value.plain)) }
    case "tsv":
      for row in rows {
        output.write(row.map { output.shown($0.value.plain) }.joined(separator: "\t") + "\n")
      }
    default: for row in rows { output.write(text(row) + "\n") }
    }
  }

  private func writeCSV(_ fields: [String]) {
    output.write(fields.map(BaseText.field).joined(separator: ",") + "\r\n")
  }
}

extension JSONValue {
  /// The value for a table: a text without quotes.
  var plain: String {
    switch self {
    case .string(let text): text
    case .array(let values): values.map(\.plain).joined(separator: ", ")
    case .null: ""
    case .bool, .number, .real, .object: text
    }
  }
}

/// Help and versions.
extension ObsidianCommands {
  func version(_ call: ObsidianCall) -> ExitCode {
    output.write(HelpText.version(libraries: [], asJSON: false))
    return .done
  }

  func help(_ call: ObsidianCall) -> ExitCode {
    let verb = call.topic.flatMap { topic in ObsidianVerb.all.first { $0.name == topic } }
    output.write(output.words.fit(verb.map(ObsidianHelp.text) ?? ObsidianHelp.overview))
    return .done
  }
}
