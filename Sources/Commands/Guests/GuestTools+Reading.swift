import Bases
import Cells
import Entities
import History
import Markdown
import Mcp
import Services
import Table
import UseCases

/// The tools that read notes.
extension GuestTools {
  var read: McpTool {
    McpTool(
      "read", "Read a note", "Returns a note's text, or a part of it, and its version.",
      input: [
        Self.note,
        McpField("heading", .text, isRequired: false, "only the section below this heading"),
        McpField("block", .text, isRequired: false, "only the block with this ^id"),
        McpField("from", .count(1...(.max)), isRequired: false, "first line"),
        McpField("to", .count(1...(.max)), isRequired: false, "last line"), Self.bytes,
      ],
      output: GuestVault.fields + [
        McpField("version", .text), McpField("modified", .text), McpField("text", .text),
        McpField("more", .count(0...(.max)), "bytes that did not fit"),
        McpField("next", .optional(.count(1...(.max))), "the line to go on with"),
      ]
    ) { call throws(McpToolFailure) in
      let guest = try await self.open()
      let match = try await guest.note(call.text("note") ?? "")
      let content = try await mending(ofStore: await guest.vault.read(match.id))
      let (bytes, first) = try Self.part(of: content.bytes, call, match.id)
      let shown = Self.cut(bytes, Self.size(call))
      let lines = shown.count { $0 == 0x0a }
      let more = bytes.count - shown.count
      return .object(
        GuestVault.members(match.id, match.title) + [
          JSONMember("version", .string(content.stamp.version)),
          JSONMember("modified", .string(content.stamp.modified.written)),
          JSONMember(
            "text",
            .string(first == nil ? VisibleText.of(shown) : VisibleText.of(shown, in: content.bytes))
          ),
          JSONMember("more", .number(more)),
          JSONMember("next", more > 0 ? first.map { .number($0 + lines) } ?? .null : .null),
        ])
    }
  }

  /// Returns the wanted part and its first line; nil for a heading or block.
  private static func part(
    of bytes: [UInt8], _ call: McpCall, _ note: NoteID
  ) throws(McpToolFailure) -> (ArraySlice<UInt8>, first: Int?) {
    let lines = call.number("from") != nil || call.number("to") != nil
    let block = call.text("block").map { $0.hasPrefix("^") ? $0 : "^\($0)" }
    let named = [call.text("heading"), block].compactMap(\.self)
    guard named.count + (lines ? 1 : 0) <= 1 else {
      throw McpToolFailure(ExitCode.usage, "Take only one of heading, block, and from and to.")
    }
    if let name = named.first {
      guard !name.isEmpty, let part = EmbeddedPart.bytes(of: name, in: bytes) else {
        throw McpToolFailure(
          ExitCode.notFound,
          "“\(VisibleText.of(note.path.text))” has no part “\(VisibleText.of(name))”.")
      }
      return (part[...], nil)
    }
    let first = call.number("from") ?? 1
    return (Self.lines(first...max(first, call.number("to") ?? .max), of: bytes), first)
  }

  private static func lines(_ wanted: ClosedRange<Int>, of bytes: [UInt8]) -> ArraySlice<UInt8> {
    var (line, start) = (1, 0)
    while line < wanted.lowerBound, start < bytes.count {
      start = bytes[start...].firstIndex(of: 0x0a).map { $0 + 1 } ?? bytes.count
      line += 1
    }
    var end = start
    while line <= wanted.upperBound, end < bytes.count {
      end = bytes[end...].firstIndex(of: 0x0a).map { $0 + 1 } ?? bytes.count
      line += 1
    }
    return bytes[start..<end]
  }

  /// Returns the beginning, up to the last whole line that fits or, in one long line, the last whole
  /// character.
  static func cut(_ bytes: ArraySlice<UInt8>, _ limit: Int) -> ArraySlice<UInt8> {
    guard bytes.count > limit else { return bytes }
    let start = bytes.prefix(limit)
    if let feed = start.lastIndex(of: 0x0a) { return start[...feed] }
    var end = start.endIndex
    while end > start.startIndex, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    return start[..<end]
  }

  var contextOfNote: McpTool {
    McpTool(
      "context", "A note with what it links to",
      "Returns a note and the notes that it links to, up to a depth, within one limit.",
      input: [
        Self.note, McpField("depth", .count(0...5), isRequired: false, "default 1"), Self.bytes,
      ],
      output: [
        McpField(
          "notes",
          .list(
            .object(
              GuestVault.fields + [
                McpField("distance", .count(0...5)), McpField("text", .text),
                McpField("cut", .flag),
              ]))),
        McpField("more", .list(.object(GuestVault.fields)), "notes that did not fit, at most 50"),
        McpField("moreCount", .count(0...(.max))),
      ]
    ) { call throws(McpToolFailure) in
      let guest = try await self.open()
      let note = try await guest.note(call.text("note") ?? "").id
      let found: NoteContext
      do throws(ContextFailure) {
        found = try await guest.vault.contexts.context(
          of: note, depth: call.number("depth") ?? 1, limit: Self.size(call),
          isShown: guest.isShown)
      } catch {
        throw McpToolFailure(CommandFailure(error))
      }
      let parts = found.parts.map { part in
        JSONValue.object(
          GuestVault.members(part.note, part.title) + [
            JSONMember("distance", .number(part.distance)),
            JSONMember("text", .string(VisibleText.of(part.text))),
            JSONMember("cut", .bool(part.isCut)),
          ])
      }
      let more = found.more.prefix(50).map {
        JSONValue.object(GuestVault.members($0.note, $0.title))
      }
      return .object([
        JSONMember("notes", .array(parts)), JSONMember("more", .array(more)),
        JSONMember("moreCount", .number(found.more.count)),
      ])
    }
  }

  var history: McpTool {
    McpTool(
      "history", "Versions of a note",
      "Lists the earlier versions of a note, or returns the text of one.",
      input: [
        Self.note,
        McpField("version", .text, isRequired: false, "a name from the list: its text"),
        Self.rows, Self.bytes,
      ],
      output: GuestRows.fields(
        "versions",
        [
          McpField("version", .text), McpField("saved", .text),
          McpField("size", .count(0...(.max))),
          McpField("writer", .optional(.text)),
        ]) + [McpField("text", .optional(.text))]
    ) { call throws(McpToolFailure) in
      let guest = try await self.open()
      let note = try await guest.note(call.text("note") ?? "").id
      var items = try await mending(ofStore: await guest.vault.history.list(of: note).items)
      var text: String?
      if let wanted = call.text("version") {
        items = items.filter { $0.name == wanted }
        guard let item = items.first else {
          throw McpToolFailure(
            ExitCode.notFound, "There is no version “\(VisibleText.of(wanted))”.")
        }
        let bytes = try await mending(ofStore: await guest.vault.history.text(of: item))
        text = VisibleText.of(Self.cut(bytes[...], Self.size(call)))
      }
      var rows = GuestRows(most: Self.most(call))
      for item in items {
        let isAdded = rows.add([
          JSONMember("version", .string(item.name)),
          JSONMember("saved", .string(item.savedAt.written)),
          JSONMember("size", .number(item.size)),
          JSONMember("writer", .optional(item.writer.map(VisibleText.of))),
        ])
        if !isAdded { break }
      }
      return .object(rows.members("versions") + [JSONMember("text", .optional(text))])
    }
  }

  var query: McpTool {
    McpTool(
      "query", "Rows of a base or a query block",
      "Evaluates a view of a .base file, or a query block of a note.",
      input: [
        McpField("base", .text, isRequired: false, "path or name of a .base file"),
        McpField("view", .text, isRequired: false, "default: the first one"),
        McpField("note", .text, isRequired: false, "the note with the block"),
        McpField("block", .count(1...1000), isRequired: false, "which block; default 1"),
        Self.rows,
      ],
      output: GuestRows.fields(
        "rows", [McpField("path", .optional(.text)), McpField("cells", .list(.text))])
        + [
          McpField("columns", .list(.text)), McpField("problems", .list(.text)),
        ]
    ) { call throws(McpToolFailure) in
      let guest = try await self.open()
      switch (call.text("base"), call.text("note")) {
      case (let base?, nil): return try await self.rows(of: base, call, guest)
      case (nil, let note?): return try await self.block(of: note, call, guest)
      default: throw McpToolFailure(ExitCode.usage, "Take one of base and note.")
      }
    }
  }

  private func rows(
    of name: String, _ call: McpCall, _ guest: GuestVault
  ) async throws(McpToolFailure) -> JSONValue {
    let cases = guest.vault.bases(of: guest.showsFile, context.clock)
    do throws(BaseFailure) {
      let found = await cases.all().filter(guest.showsFile)
      let path = try BaseCases.choose(name, at: [NotePath(name)], among: found)
      let base = try await cases.open(path)
      let run = try await cases.run(try base.view(named: call.text("view")), of: base)
      var rows = GuestRows(most: Self.most(call))
      for row in run.result.groups.flatMap(\.rows) {
        let cells = row.cells.map { JSONValue.string(VisibleText.of(run.text($0))) }
        let isAdded = rows.add([
          JSONMember("path", .string(VisibleText.of(run.path(of: row).text))),
          JSONMember("cells", .array(cells)),
        ])
        if !isAdded { break }
      }
      return .object(
        rows.members("rows") + [
          JSONMember(
            "columns", .array(run.result.columns.map { .string(VisibleText.of($0.title)) })),
          JSONMember("problems", .array(run.problems.map { .string(VisibleText.of($0.text)) })),
        ])
    } catch {
      throw McpToolFailure(CommandFailure(error, context.silent.output))
    }
  }

  /// Query blocks read the whole vault, so that there are none with limits.
  private func block(
    of name: String, _ call: McpCall, _ guest: GuestVault
  ) async throws(McpToolFailure) -> JSONValue {
    guard limits.areNone, let queries = guest.vault.blocks else {
      throw McpToolFailure(
        ExitCode.failed, "Query blocks are not available here; use search, list or a base.")
    }
    let note = try await guest.note(name).id
    let content = try await mending(ofStore: await guest.vault.read(note))
    let blocks = QueryBlock.all(in: content.bytes)
    let number = call.number("block") ?? 1
    guard blocks.indices.contains(number - 1) else {
      throw McpToolFailure(
        ExitCode.notFound, "The note has \(blocks.count) query blocks, and no number \(number).")
    }
    let answer = await queries.answer(blocks[number - 1], in: note)
    var rows = GuestRows(most: Self.most(call))
    var columns: [JSONValue] = []
    for row in answer.rows {
      let cells = row.cells.map { JSONValue.string(VisibleText.of(Self.words($0))) }
      if case .titles = row.kind {
        columns = cells
      } else if !rows.add([JSONMember("path", .null), JSONMember("cells", .array(cells))]) {
        break
      }
    }
    return .object(
      rows.members("rows") + [
        JSONMember("columns", .array(columns)), JSONMember("problems", .array([])),
      ])
  }
}

extension GuestTools {
  private static func words(_ runs: [AnswerRun]) -> String {
    runs.map { run in
      switch run {
      case .text(let words), .markdown(let words), .link(let words, _), .wiki(let words, _): words
      case .strong(let runs), .emphasis(let runs): Self.words(runs)
      }
    }.joined()
  }
}

extension CommandFailure {
  init(_ failure: ContextFailure) {
    switch failure {
    case .store(let error): self.init(error)
    case .index(let error): self.init(error)
    }
  }
}
