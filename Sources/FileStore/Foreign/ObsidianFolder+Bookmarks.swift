import Bytes
import Entities
import Files
import Glibc
package import VaultSettings

extension ObsidianFolder {
  private static let bookmarksPath = ".obsidian/bookmarks.json"
  /// The largest bookmarks file that is read.
  private static let mostBookmarkBytes = 16 << 20

  @concurrent
  package func bookmarks() async -> Bookmarks {
    let path = Self.bookmarksPath
    do {
      let bytes = try contents(path, limit: Self.mostBookmarkBytes)
      guard case .object(let members) = try JSONReader.read(bytes),
        case .array(let items)? = members["items"]
      else { return Bookmarks(problem: "\(path) has no list of items.") }
      var rows: [Bookmark] = []
      Self.add(items, to: &rows, depth: 0)
      return Bookmarks(rows)
    } catch let fault as JSONReader.Fault {
      return Bookmarks(
        problem: "\(path) is not JSON: line \(fault.line), column \(fault.column): \(fault.reason)."
      )
    } catch let error as SystemError where error.code == ENOENT || error.code == ENOTDIR {
      return Bookmarks()
    } catch {
      let reason = (error as? SystemError)?.reason ?? "\(error)"
      return Bookmarks(problem: "\(path) cannot be read: \(reason).")
    }
  }

  /// The depth of groups is limited only by the JSON reader.
  private static func add(_ items: [JSONReader.Value], to rows: inout [Bookmark], depth: Int) {
    for item in items {
      guard case .object(let members) = item, let kind = members["type"]?.text else {
        rows.append(Bookmark(kind: "?", .incomplete("type"), depth: depth))
        continue
      }
      rows.append(
        Bookmark(
          kind: kind, title: members["title"]?.text.flatMap { $0.isEmpty ? nil : $0 },
          target(of: kind, members), depth: depth))
      if kind == "group", case .array(let inner)? = members["items"] {
        add(inner, to: &rows, depth: depth + 1)
      }
    }
  }

  /// Obsidian writes the top folder as a slash.
  private static func inside(_ path: String) -> NotePath {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    return NotePath(bytes: Array(parts.joined(separator: [UInt8(ascii: "/")])))
  }

  private static func target(
    of kind: String, _ members: [String: JSONReader.Value]
  ) -> Bookmark.Target {
    func text(_ name: String, _ target: (String) -> Bookmark.Target) -> Bookmark.Target {
      members[name]?.text.map(target) ?? .incomplete(name)
    }
    switch kind {
    case "file":
      return text("path") { path in
        let part = members["subpath"]?.text.map { $0.drop { $0 == "#" } }
        return .file(inside(path), part: part.flatMap { $0.isEmpty ? nil : String($0) })
      }
    case "folder": return text("path") { .folder(inside($0)) }
    case "search": return text("query") { .search($0) }
    case "url": return text("url") { .address($0) }
    case "group": return .group
    default: return .foreign
    }
  }
}
