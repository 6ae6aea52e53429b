import Cells
import Entities
import Links
import Mcp
import NoteList
import Search
import Services
import UseCases
import VaultSettings

/// The tools that find notes, links and tasks.
extension GuestTools {
  var search: McpTool {
    McpTool(
      "search", "Search notes",
      "Finds notes by words, \"phrases\", tag:#x, path:x, file:x, [property:value], OR and -not.",
      input: [
        McpField("query", .text),
        McpField("limit", .count(1...500), isRequired: false, "most rows; default 20"),
      ],
      output: GuestRows.fields(
        "notes",
        GuestVault.fields + [
          McpField("modified", .text), McpField("score", .count(0...(.max))),
          McpField(
            "lines",
            .list(.object([McpField("line", .count(1...(.max))), McpField("text", .text)]))),
        ])
    ) { call throws(McpToolFailure) in
      let guest = try await GuestVault(self.context, self.limits, isForSearch: true)
      let (typed, most) = (call.text("query") ?? "", call.number("limit") ?? 20)
      let answer: SearchAnswer
      do throws(SearchFailure) {
        // One more shows whether there are more.
        answer = try await guest.vault.search(self.context.clock).find(
          typed, limit: most + 1, withExcerpts: true, within: self.limits.query)
      } catch {
        throw McpToolFailure(CommandFailure(error, in: typed))
      }
      var rows = GuestRows(most: most)
      for hit in Self.ranked(answer.hits.filter { guest.isShown($0.id) }, by: typed) {
        if !rows.add(Self.members(of: hit.hit, hit.score)) { break }
      }
      return .object(rows.members("notes"))
    }
  }

  /// Orders by score, then by time: a note with the words in its title, and then more lines with them,
  /// comes first.
  private static func ranked(
    _ hits: [SearchHit], by typed: String
  ) -> [(hit: SearchHit, score: Int)] {
    let words = typed.lowercased().split(separator: " ")
    return hits.map { hit in
      let title = hit.title.lowercased()
      let isTitle = !words.isEmpty && words.allSatisfy { title.contains($0) }
      return (hit, hit.lines.count + hit.moreLines + (isTitle ? 100 : 0))
    }.enumerated().sorted {
      $0.element.1 != $1.element.1 ? $0.element.1 > $1.element.1 : $0.offset < $1.offset
    }.map(\.element)
  }

  private static func members(of hit: SearchHit, _ score: Int) -> [JSONMember] {
    let lines = hit.lines.map { line in
      JSONValue.object([
        JSONMember("line", .number(line.number)),
        JSONMember("text", .string(VisibleText.of(String(line.text.prefix(400))))),
      ])
    }
    return GuestVault.members(hit.id, hit.title) + [
      JSONMember("modified", .string(hit.modified.written)), JSONMember("score", .number(score)),
      JSONMember("lines", .array(lines)),
    ]
  }

  var list: McpTool {
    McpTool(
      "list", "List notes", "Lists notes in a folder or with a tag, in an order.",
      input: [
        McpField("folder", .text, isRequired: false),
        McpField("tag", .text, isRequired: false, "also tags below it"),
        McpField(
          "sort", .word(NoteOrder.allCases.map(\.rawValue)), isRequired: false,
          "default: modified, the latest first"),
        Self.rows,
        McpField("skip", .count(0...(.max)), isRequired: false, "rows to skip; default 0"),
      ],
      output: GuestRows.fields("notes", GuestVault.fields + [McpField("modified", .text)])
    ) { call throws(McpToolFailure) in
      let guest = try await self.open()
      var request = CatalogRequest()
      request.order = call.text("sort").flatMap(NoteOrder.init(rawValue:)) ?? .modified
      request.folder = call.text("folder").map(Self.folder) ?? self.limits.folder
      request.tag = call.text("tag").map(Self.tag) ?? self.limits.tags.first
      let notes = try await mending(ofIndex: await guest.vault.notes.notes(request))
      var rows = GuestRows(most: Self.most(call))
      var skipped = 0
      Self.forEach(notes.count, { notes.notes(in: $0) }) { note in
        guard guest.isShown(note.id) else { return true }
        if skipped < call.number("skip") ?? 0 {
          skipped += 1
          return true
        }
        return rows.add(
          GuestVault.members(note.id, note.title) + [
            JSONMember("modified", .string(note.modified.written))
          ])
      }
      return .object(rows.members("notes"))
    }
  }

  /// Reads a list in parts, until `body` returns false.
  static func forEach<Row>(
    _ count: Int, _ rows: (Range<Int>) -> [Row], _ body: (Row) -> Bool
  ) {
    for start in stride(from: 0, to: count, by: 200) {
      for row in rows(start..<min(count, start + 200)) where !body(row) { return }
    }
  }

  static func folder(_ written: String) -> NotePath {
    NotePath(
      bytes: Array(written.utf8.split(separator: UInt8(ascii: "/")).joined(separator: [0x2f])))
  }

  private static func tag(_ written: String) -> String {
    written.hasPrefix("#") ? String(written.dropFirst()) : written
  }

  var links: McpTool {
    McpTool(
      "links", "Links of a note", "Lists the links in a note and the links of other notes to it.",
      input: [Self.note, Self.rows],
      output: [
        McpField(
          "links",
          .list(
            .object([
              McpField("line", .count(1...(.max))), McpField("link", .text),
              McpField("target", .optional(.text), "null: no note"),
            ]))),
        McpField(
          "backlinks",
          .list(
            .object(
              GuestVault.fields + [
                McpField("line", .count(1...(.max))), McpField("text", .text),
              ]))),
        McpField("more", .flag, "whether there are more rows"),
      ]
    ) { call throws(McpToolFailure) in
      let guest = try await self.open()
      let note = try await guest.note(call.text("note") ?? "").id
      let (own, others) = try await mending(
        ofIndex: (
          await guest.vault.links.links(from: note), await guest.vault.links.backlinks(to: note)
        ))
      var (out, back) = (GuestRows(most: Self.most(call)), GuestRows(most: Self.most(call)))
      for link in own {
        let target = link.target.flatMap { guest.isShown($0) ? $0 : nil }
        let isAdded = out.add([
          JSONMember("line", .number(link.line)),
          JSONMember("link", .string(VisibleText.of(link.written))),
          JSONMember("target", target.map(GuestVault.path) ?? .null),
        ])
        if !isAdded { break }
      }
      for link in others where guest.isShown(link.source) {
        let isAdded = back.add(
          GuestVault.members(link.source, link.sourceTitle) + [
            JSONMember("line", .number(link.line)),
            JSONMember("text", .string(VisibleText.of(String(link.context.prefix(400))))),
          ])
        if !isAdded { break }
      }
      return .object([
        JSONMember("links", .array(out.rows)), JSONMember("backlinks", .array(back.rows)),
        JSONMember("more", .bool(out.isFull || back.isFull)),
      ])
    }
  }

  var tasks: McpTool {
    McpTool(
      "tasks", "List tasks", "Lists the tasks of all notes by their days.",
      input: [
        McpField(
          "status", .word(TaskRequest.Status.allCases.map(\.rawValue)), isRequired: false,
          "default: open"),
        McpField("tag", .text, isRequired: false), McpField("folder", .text, isRequired: false),
        McpField("words", .text, isRequired: false, "in the task or the title of its note"),
        Self.rows,
      ],
      output: GuestRows.fields(
        "tasks",
        GuestVault.fields + [
          McpField("line", .count(1...(.max))), McpField("text", .text), McpField("status", .text),
          McpField("priority", .text), McpField("due", .optional(.text)),
          McpField("scheduled", .optional(.text)), McpField("blocked", .flag),
        ])
    ) { call throws(McpToolFailure) in
      let guest = try await self.open()
      var request = TaskRequest()
      request.status = call.text("status").flatMap(TaskRequest.Status.init(rawValue:)) ?? .open
      request.tag = call.text("tag").map(Self.tag)
      request.folder = call.text("folder").map(Self.folder) ?? self.limits.folder
      request.words = call.text("words") ?? ""
      let settings = await self.context.settings(in: guest.vault)
      let cases = guest.vault.tasks(self.context.clock, by: settings)
      let tasks = try await mending(ofIndex: await cases.list(request))
      var rows = GuestRows(most: Self.most(call))
      Self.forEach(tasks.count, { tasks.tasks(in: $0) }) { task in
        guest.isShown(task.note) ? rows.add(Self.members(of: task, cases.rules)) : true
      }
      return .object(rows.members("tasks"))
    }
  }

  private static func members(of task: TaskRecord, _ rules: TaskRules) -> [JSONMember] {
    GuestVault.members(task.note, task.title) + [
      JSONMember("line", .number(task.line)),
      JSONMember("text", .string(VisibleText.of(task.facts.words))),
      JSONMember("status", .string(rules.type(of: task.facts).word)),
      JSONMember("priority", .string("\(task.facts.priority)")),
      JSONMember("due", .optional(task.facts.due?.text)),
      JSONMember("scheduled", .optional(task.facts.scheduled?.text)),
      JSONMember("blocked", .bool(task.isBlocked)),
    ]
  }
}
