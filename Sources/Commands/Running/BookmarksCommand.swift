import Bookmarks
import Cells
import VaultSettings

@MainActor
struct BookmarksCommand {
  let context: CommandContext

  func list(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let list = await context.vault.bookmarks.list()
    BookmarksText(request: request, output: context.output).write(list.items)
    if let problem = list.problem { throw CommandFailure(context.output.shown(problem)) }
    return .done
  }
}

extension CommandTable {
  static let bookmarks = [
    CommandSpec(
      "bookmarks", vault: .opens, options: [.absolute],
      answer: .many([
        AnswerField("kind", "file, folder, search, url, group, or another of Obsidian's"),
        AnswerField("title", "its own title, else what it leads to"),
        AnswerField("depth", "how many groups it is in"),
        AnswerField("path", "the file or folder, else null"), pathBytes,
        AnswerField("part", "a heading or block of the file, or a view of a base; else null"),
        AnswerField("query", "the query of a search, else null"),
        AnswerField("url", "a web address, else null"),
        AnswerField("problem", "why it does not open, else null"),
      ]),
      says: "list what Obsidian has bookmarked",
      details: """
        Each line has a title, indented by the groups it is in, the target, and what is wrong: a \
        file that is gone, or a kind that only Obsidian opens. The bookmarks are in \
        .obsidian/bookmarks.json, which only “obsidian bookmark” changes. If that file cannot be \
        read, the error is printed with its line and column, and the exit code is 1.
        """,
      example: "bookmarks --json"
    ) { BookmarksCommand(context: $0.context).list }
  ]
}

/// Writes bookmarks in text and JSON: the title, the target, and any problem.
@MainActor
private struct BookmarksText {
  let request: CommandRequest
  let output: CommandOutput

  func write(_ items: [BookmarkItem]) {
    let results = ResultWriter(request, output)
    for item in items { results.add(members(of: item), cells: cells(of: item)) }
    results.finish()
  }

  private func cells(of item: BookmarkItem) -> [String] {
    let indent = String(repeating: "  ", count: item.bookmark.depth)
    var cells = [indent + output.shown(item.title), output.shown(item.detail)]
    if let problem = item.problem { cells.append(output.shown(problem)) }
    // A group has nothing after its title.
    return cells.last?.isEmpty == true ? [cells[0]] : cells
  }

  private func members(of item: BookmarkItem) -> [JSONMember] {
    var (part, query, address): (String?, String?, String?)
    switch item.bookmark.target {
    case .file(_, let own): part = own
    case .search(let words): query = words
    case .address(let text): address = text
    case .folder, .group, .foreign, .incomplete: break
    }
    return [
      JSONMember("kind", .string(item.bookmark.kind)), JSONMember("title", .string(item.title)),
      JSONMember("depth", .number(item.bookmark.depth)),
    ] + (item.bookmark.path.map { output.members(of: $0) } ?? [JSONMember("path", .null)]) + [
      JSONMember("part", .optional(part)), JSONMember("query", .optional(query)),
      JSONMember("url", .optional(address)), JSONMember("problem", .optional(item.problem)),
    ]
  }
}
