import Cells
import Entities
import Lsp
import Mcp
import Services
import UseCases
import Viper

/// Serves agents, and prints what an agent would get of a note.
struct GuestCommands: CommandPart {
  let context: CommandContext

  // MARK: mcp

  func checkServing(_ request: CommandRequest) throws(CommandFailure) {
    if request.has(.write), request.has(.readOnly) {
      throw CommandFailure(
        "--write and --read-only contradict each other. Use only one.", code: .usage)
    }
    for tag in request.options[.tag] ?? [] { _ = try context.tag(tag.text) }
  }

  /// Answers each line of standard input until its end.
  func serve(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let tools = GuestTools(
      context: context, limits: try limits(request), canWrite: request.has(.write))
    let output = context.output
    let server = McpServer(
      .init(name: "notes-tui", version: HelpText.number, instructions: GuestTools.instructions),
      tools: tools.all, resources: GuestResources(tools: tools)
    ) { line in
      output.write(line + "\n")
      output.flush()
    }
    var lines = McpLines()
    while output.failure == nil, let bytes = await context.nextInput() {
      for line in lines.add(bytes) { server.receive(line) }
    }
    if let line = lines.end() { server.receive(line) }
    await server.end()
    return .done
  }

  private func limits(_ request: CommandRequest) throws(CommandFailure) -> GuestLimits {
    var limits = GuestLimits()
    for tag in request.options[.tag] ?? [] { limits.tags.append(try context.tag(tag.text)) }
    limits.hidesUnpublished = request.has(.noUnpublished)
    if let written = request.value(of: .folder) {
      let folder = NotePath(
        bytes: Array(AbsolutePath.of(written, from: "/").bytes.dropFirst()))
      limits.folder = folder.bytes.isEmpty ? nil : folder
    }
    return limits
  }

  // MARK: lsp

  /// Answers an editor until it says “exit” or its end of the pipe is closed.
  func serveEditor(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let output = context.output
    var served: LspVault?
    if let vault = context.opened, !vault.isEncrypted {
      let folders = [vault.folder, context.realPath(vault.folder)].compactMap(\.self)
      served = vault.editing(
        in: folders, by: await context.settings(in: vault), context.clock)
    }
    let server = LspServer(served, version: HelpText.number) { message in
      output.write(message)
      output.flush()
    }
    var frames = LspFrames()
    while output.failure == nil, server.ended == nil, let bytes = await context.nextInput() {
      for frame in frames.add(bytes) where server.ended == nil { server.receive(frame) }
    }
    await server.end()
    return server.ended == false ? .failed : .done
  }

  // MARK: context

  func checkContext(_ request: CommandRequest) throws(CommandFailure) {
    _ = try number(of: .depth, request, 1, 0...5)
    _ = try number(of: .bytes, request, 32 << 10, 1...(16 << 20))
  }

  private func number(
    of option: OptionName, _ request: CommandRequest, _ usual: Int, _ range: ClosedRange<Int>
  ) throws(CommandFailure) -> Int {
    guard let written = request.value(of: option)?.text else { return usual }
    if let number = Int(written), range.contains(number) { return number }
    throw CommandFailure(
      "--\(option.rawValue) takes a number from \(range.lowerBound) to \(range.upperBound), not"
        + " “\(output.shown(written))”.", code: .usage)
  }

  func printContext(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let note = try await context.note(request, in: vault).id
    let depth = try number(of: .depth, request, 1, 0...5)
    let limit = try number(of: .bytes, request, 32 << 10, 1...(16 << 20))
    let found = try await rethrow(
      await vault.contexts.context(of: note, depth: depth, limit: limit)
    ) { (error: ContextFailure) in CommandFailure(error) }
    let results = ResultWriter(request, output)
    if results.isText { write(found) } else { add(found, to: results) }
    results.finish()
    return .done
  }

  private func write(_ found: NoteContext) {
    for part in found.parts {
      output.write("---- \(output.shown(part.note.path))\n\n")
      if output.isTerminal { output.writeLines(of: part.text) } else { output.write(part.text) }
      output.write(part.text.last == 0x0a ? "\n" : "\n\n")
      if part.isCut { output.write("(cut: the rest does not fit)\n\n") }
    }
    if found.more.isEmpty { return }
    let count = found.more.count
    output.write("---- \(counted(count, "note")) \(count == 1 ? "does" : "do") not fit\n\n")
    for named in found.more { output.write("\(output.shown(named.note.path))\n") }
  }

  private func add(_ found: NoteContext, to results: ResultWriter) {
    for part in found.parts {
      results.add(
        output.members(of: part.note.path) + [
          JSONMember("title", .string(part.title)), JSONMember("distance", .number(part.distance)),
          JSONMember("text", .string(String(decoding: part.text, as: UTF8.self))),
          JSONMember("cut", .bool(part.isCut)),
        ]
      ) { "" }
    }
    for named in found.more {
      results.add(
        output.members(of: named.note.path) + [
          JSONMember("title", .string(named.title)), JSONMember("distance", .null),
          JSONMember("text", .null), JSONMember("cut", .bool(true)),
        ]
      ) { "" }
    }
  }
}
