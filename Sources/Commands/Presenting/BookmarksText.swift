import Bookmarks
import Entities
import Services
import VaultSettings

/// Bookmarks in text and JSON: what each is called, where it leads, and what is wrong with it.
@MainActor
struct BookmarksText {
  let request: CommandRequest
  let output: CommandOutput

  func write(_ items: [BookmarkItem]) {
    let results = ResultWriter(request, output)
    let lines =
      results.isText
      ? Columns(output).lines(
        items.map { item in
          let indent = String(repeating: "  ", count: item.bookmark.depth)
          var fields = [indent + output.shown(item.title), output.shown(item.detail)]
          if let problem = item.problem { fields.append(output.shown(problem)) }
          // A group has nothing behind its title.
          return fields.last?.isEmpty == true ? [fields[0]] : fields
        }) : []
    for (index, item) in items.enumerated() {
      results.add(members(of: item)) { lines[index] }
    }
    results.finish()
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
