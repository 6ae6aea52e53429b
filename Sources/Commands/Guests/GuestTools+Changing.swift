import Bytes
import Cells
import Entities
import Mcp
import NoteList
import OpenVault
import Services
import Undo
import UseCases
import VaultLayers

/// The tools that change notes. Each call is recorded for `undo` as a command's run is.
extension GuestTools {
  private static let version = McpField(
    "version", .text, isRequired: false, "the version that you read; none for a new note")
  private static let expect = McpField(
    "expect", .count(0...(.max)), isRequired: false, "how many notes may change")
  private static let changes = [
    McpField("run", .optional(.text), "for undo; null if nothing changed"),
    McpField(
      "changes",
      .list(
        .object([
          McpField("did", .text), McpField("path", .text), McpField("from", .optional(.text)),
        ]))),
  ]

  /// A name that `undo list` and the history show.
  private static func name(_ client: String) -> String {
    client.isEmpty ? "mcp" : "mcp \(client)"
  }

  /// Returns a context for one call: it records its own run.
  private func run(for call: McpCall) -> CommandContext {
    var context = context.silent
    context.run = CommandRun()
    context.run.recordedName = Self.name(call.client)
    // Names are those in the vault, wherever the server was started.
    if let vault = context.opened { context.folder = vault.folder.text }
    return context
  }

  private func writing<Value>(
    _ call: McpCall, _ body: () async throws(McpToolFailure) -> Value
  ) async throws(McpToolFailure) -> Value {
    let writer = VersionWriter(.command, name: Self.name(call.client))
    let result = await VersionWriter.$current.withValue(writer) {
      do throws(McpToolFailure) {
        return Result<Value, McpToolFailure>.success(try await body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The changes of a run.
  private static func members(of context: CommandContext) -> [JSONMember] {
    let recorder = context.run.vault?.recorder
    var known: Set<DoneCommand.Step.File> = []
    let files = (recorder?.steps ?? []).flatMap(\.files).filter { known.insert($0).inserted }
    return [
      JSONMember("run", .optional(files.isEmpty ? nil : recorder?.done?.id)),
      JSONMember(
        "changes", .array(files.map { change($0.did, $0.path, $0.from) })),
    ]
  }

  private static func change(_ did: String, _ path: NotePath, _ from: NotePath?) -> JSONValue {
    .object([
      JSONMember("did", .string(did)), JSONMember("path", .string(VisibleText.of(path.text))),
      JSONMember("from", .optional(from.map { VisibleText.of($0.text) })),
    ])
  }

  private static func unguarded(_ version: String, _ count: Int) -> McpToolFailure {
    McpToolFailure(
      ExitCode.unexpected,
      "Say which version you saw (“version”) and how many notes may change (“expect”). Nothing was"
        + " written.",
      [JSONMember("version", .string(version)), JSONMember("notes", .number(count))])
  }

  // MARK: Edit

  var edit: McpTool {
    McpTool(
      "edit", "Edit a note",
      """
      Makes one edit: append lines; replace a text that the note has exactly once; write the whole \
      text or a new note; set a property; complete the task in a line. All but append need version \
      and expect: 1.
      """, .changes,
      input: [
        Self.note, Self.version, Self.expect, McpField("append", .text, isRequired: false),
        McpField("replace", .text, isRequired: false, "the exact text to replace"),
        McpField("with", .text, isRequired: false, "the new text"),
        McpField("write", .text, isRequired: false),
        McpField("property", .text, isRequired: false, "its name"),
        McpField("value", .any, isRequired: false, "of the property; null removes it"),
        McpField("done", .count(1...(.max)), isRequired: false, "the line of the task"),
      ],
      output: GuestVault.fields.filter { $0.name == "path" } + [McpField("version", .text)]
        + Self.changes
    ) { call throws(McpToolFailure) in
      let guest = try await self.open()
      var edit = try rethrow(NoteEdit(json: .object(call.arguments))) {
        (error: NoteEditMistake) in McpToolFailure(ExitCode.usage, error.message)
      }
      let current = try await self.target(of: &edit, guest)
      try self.check(edit, call, current)
      return try await self.writing(call) { () async throws(McpToolFailure) in
        try await self.apply(edit, self.run(for: call))
      }
    }
  }

  /// Gives the edit the path of its note. Returns the note's version; nil if it does not exist.
  private func target(
    of edit: inout NoteEdit, _ guest: GuestVault
  ) async throws(McpToolFailure) -> String? {
    do throws(McpToolFailure) {
      let note = try await guest.note(edit.note).id
      edit.note = note.path.text
      return try await mending(ofStore: await guest.vault.read(note).stamp.version)
    } catch {
      guard case .write = edit.change, error.code == "not-found" else { throw error }
      var path = NotePath(edit.note)
      if !path.isOfNote { path = NotePath("\(edit.note).md") }
      let isFree = !limits.areNone ? await guest.vault.notes.note(at: path) == nil : true
      guard limits.mayMake(path), !path.isHidden, !path.isLocked, isFree,
        path.bytes.first != UInt8(ascii: "/")
      else {
        throw McpToolFailure(
          ExitCode.failed, "“\(VisibleText.of(edit.note))” cannot be made here.")
      }
      edit.note = path.text
      return nil
    }
  }

  private func check(
    _ edit: NoteEdit, _ call: McpCall, _ current: String?
  ) throws(McpToolFailure) {
    let expected = call.number("expect")
    if let expected, expected != 1 {
      throw McpToolFailure(
        ExitCode.unexpected, "1 note would change, not \(expected). Nothing was written.",
        [JSONMember("version", .string(current ?? "none")), JSONMember("notes", .number(1))])
    }
    if case .append = edit.change { return }
    guard edit.version != nil, expected != nil else { throw Self.unguarded(current ?? "none", 1) }
  }

  private func apply(
    _ edit: NoteEdit, _ context: CommandContext
  ) async throws(McpToolFailure) -> JSONValue {
    context.begin(CommandRequest("write"))
    do throws(NoteEditFailure) {
      let edited = try await context.vault.edits(context.clock).apply([edit])
      let note = edited[0]
      return .object(
        [
          JSONMember("path", GuestVault.path(note.note)),
          JSONMember("version", .string(note.version)),
        ] + Self.members(of: context))
    } catch {
      throw McpToolFailure(error)
    }
  }

  // MARK: Move

  var move: McpTool {
    McpTool(
      "move", "Rename, move or trash a note",
      "Gives a note another title or folder, with all links to it, or moves it to the trash.",
      .changes,
      input: [
        Self.note, Self.version, Self.expect,
        McpField("title", .text, isRequired: false, "the new title"),
        McpField("folder", .text, isRequired: false, "the new folder; / is the top one"),
        McpField("trash", .flag, isRequired: false, "true: to the trash"),
      ],
      output: Self.changes
    ) { call throws(McpToolFailure) in
      let guest = try await self.open()
      let note = try await guest.note(call.text("note") ?? "").id
      var request = try Self.request(call, RawArgument(bytes: note.path.bytes))
      request.expectedVersion = try Self.expectedVersion(call)
      request.expectedCount = call.number("expect")
      return try await self.writing(call) { () async throws(McpToolFailure) in
        try await self.move(note, request, call, guest)
      }
    }
  }

  private static func expectedVersion(
    _ call: McpCall
  ) throws(McpToolFailure) -> ExpectedVersion? {
    guard let written = call.text("version") else { return nil }
    if let version = ExpectedVersion(written) { return version }
    throw McpToolFailure(
      ExitCode.usage, "“version” must be the sixteen digits of a version, or none.")
  }

  private static func request(
    _ call: McpCall, _ note: RawArgument
  ) throws(McpToolFailure) -> CommandRequest {
    var requests: [CommandRequest] = []
    func add(_ name: CommandName, _ arguments: [RawArgument]) {
      var request = CommandRequest(name)
      request.arguments = [note] + arguments
      requests.append(request)
    }
    if let title = call.text("title") { add("rename", [RawArgument(title)]) }
    if let folder = call.text("folder") {
      add("move", [folder.isEmpty ? "/" : RawArgument(folder)])
    }
    if call.flag("trash") { add("trash", []) }
    guard requests.count == 1 else {
      throw McpToolFailure(ExitCode.usage, "Take one of title, folder and trash.")
    }
    return requests[0]
  }

  private func move(
    _ note: NoteID, _ request: CommandRequest, _ call: McpCall, _ guest: GuestVault
  ) async throws(McpToolFailure) -> JSONValue {
    let trial = run(for: call)
    do throws(CommandFailure) {
      var tried = request
      if tried.expectedVersion == nil { tried.expectedCount = nil }
      try await CommandRunner(trial).tryOut(tried)
    } catch {
      throw McpToolFailure(error)
    }
    let count = CommandRun.changedCount(trial.run.vault?.recorder?.steps ?? [])
    guard request.expectedVersion != nil, request.expectedCount != nil else {
      let version = try await mending(ofStore: await guest.vault.read(note).stamp.version)
      throw Self.unguarded(version, count)
    }
    if call.flag("trash") || count > Self.mostUnasked {
      let name = VisibleText.of(note.path.text)
      try await call.confirm(
        call.flag("trash")
          ? "Move “\(name)” to the trash?" : "Change \(count) notes with “\(name)”?")
    }
    let context = run(for: call)
    _ = try await rethrow(await CommandRunner(context).perform(request)) {
      (error: CommandFailure) in McpToolFailure(error)
    }
    return .object(Self.members(of: context))
  }

  /// More notes are changed only after the client's user agreed.
  private static let mostUnasked = 10

  // MARK: Undo

  var undo: McpTool {
    McpTool(
      "undo", "Undo a change", "Takes back a change of this client: the last one, or a run.",
      .changes,
      input: [McpField("run", .text, isRequired: false, "from edit or move; default: the last")],
      output: Self.changes
    ) { call throws(McpToolFailure) in
      let guest = try await self.open()
      let name = Self.name(call.client)
      let wanted = call.text("run")
      let own = await guest.vault.done.load().all.last {
        $0.name == name && (wanted == nil || $0.id == wanted)
      }
      guard let own else {
        throw McpToolFailure(
          ExitCode.notFound, "There is no such change of this client to undo.")
      }
      let count = CommandRun.changedCount(own.steps)
      if count > Self.mostUnasked {
        try await call.confirm("Take back a change of \(count) notes?")
      }
      return try await self.writing(call) { () async throws(McpToolFailure) in
        try await self.undo(own, self.run(for: call))
      }
    }
  }

  private func undo(
    _ own: DoneCommand, _ context: CommandContext
  ) async throws(McpToolFailure) -> JSONValue {
    do throws(CommandFailure) {
      var request = CommandRequest(.undo)
      request.arguments = [RawArgument(own.id)]
      _ = try await CommandRunner(context).perform(request)
    } catch {
      throw McpToolFailure(error)
    }
    return .object([
      JSONMember("run", .string(own.id)),
      JSONMember(
        "changes",
        .array(own.steps.flatMap(\.files).map { Self.change("undone", $0.path, $0.from) })),
    ])
  }
}

extension McpToolFailure {
  init(_ failure: NoteEditFailure) {
    switch failure {
    case .store(.unexpected(let path, let version, let expected)):
      let error = NoteStoreError.unexpected(path, version: version, expected: expected)
      self.init(
        ExitCode.unexpected, VisibleText.of(error.message),
        [JSONMember("version", .string(version)), JSONMember("notes", .number(1))])
    case .store(let error): self.init(CommandFailure(error))
    case .index(let error): self.init(CommandFailure(error))
    case .property, .missing, .ambiguous:
      self.init(ExitCode.failed, VisibleText.of(failure.message))
    case .found(_, let times, let version):
      self.init(
        ExitCode.unexpected, VisibleText.of(failure.message),
        [JSONMember("times", .number(times)), JSONMember("version", .string(version))])
    case .noTask(_, _, let version):
      self.init(
        ExitCode.unexpected, VisibleText.of(failure.message),
        [JSONMember("version", .string(version))])
    }
  }
}
