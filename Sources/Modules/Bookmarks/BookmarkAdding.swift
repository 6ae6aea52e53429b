import Bytes
import Cells
package import Entities
package import Services
package import VaultSettings

/// The use case that adds a bookmark to Obsidian's own file. It goes through the store like a note, so
/// that versions, undo and guards are those of any change.
package struct BookmarkAdding: Sendable {
  private let store: any NoteStore
  private let clock: any WallClock

  private static let file = NoteID(.bookmarks)

  package init(store: any NoteStore, clock: any WallClock) {
    (self.store, self.clock) = (store, clock)
  }

  /// Adds a bookmark behind all others, and leaves the rest of the file as it is.
  package func add(
    _ target: Bookmark.Target, titled title: String?
  ) async throws(BookmarkFailure) {
    guard let own = Self.members(of: target) else { throw .isForeign }
    var item = own
    item.insert(JSONMember("ctime", .number(Int(clock.now.seconds) * 1_000)), at: 1)
    if let title { item.append(JSONMember("title", .string(title))) }
    let content = try await stored { () async throws(NoteStoreError) in
      try await store.read(Self.file)
    }
    let text = try Self.text(content.bytes, adding: .object(item), unlessHas: .object(own))
    _ = try await stored { () async throws(NoteStoreError) in
      try await store.save(text, to: Self.file, replacing: content.stamp)
    }
  }

  private func stored<Value>(
    _ body: () async throws(NoteStoreError) -> Value
  ) async throws(BookmarkFailure) -> Value {
    do throws(NoteStoreError) {
      return try await body()
    } catch {
      if case .notFound = error { throw .noFile }
      throw .store(error)
    }
  }

  /// What Obsidian writes of a target; nil for one that cannot be added.
  private static func members(of target: Bookmark.Target) -> [JSONMember]? {
    func members(_ type: String, _ name: String, _ value: String) -> [JSONMember] {
      [JSONMember("type", .string(type)), JSONMember(name, .string(value))]
    }
    return switch target {
    case .file(let path, let part):
      members("file", "path", path.text)
        + (part.map { [JSONMember("subpath", .string("#\($0)"))] } ?? [])
    case .folder(let path): members("folder", "path", path.bytes.isEmpty ? "/" : path.text)
    case .search(let query): members("search", "query", query)
    case .address(let address): members("url", "url", address)
    case .group, .foreign, .incomplete: nil
    }
  }

  /// Returns the file with one more item. The result is read again: nothing else may differ.
  static func text(
    _ old: [UInt8], adding item: JSONValue, unlessHas own: JSONValue
  ) throws(BookmarkFailure) -> [UInt8] {
    guard case .object(var wanted)? = JSONReader.value(of: old),
      case .array(let items)? = wanted["items"], let added = value(of: item),
      case .object(let facts)? = value(of: own), let new = inserting(item.text, into: old)
    else { throw .isUnlike }
    let isThere = items.contains { known in
      guard case .object(let members) = known else { return false }
      return members.filter { $0.key != "ctime" && $0.key != "title" } == facts
    }
    if isThere { throw .isThere }
    wanted["items"] = .array(items + [added])
    guard JSONReader.value(of: new) == .object(wanted) else { throw .isUnlike }
    return new
  }

  private static func value(of json: JSONValue) -> JSONReader.Value? {
    JSONReader.value(of: Array(json.text.utf8))
  }

  /// Inserts an item before the file's last bracket, on a line of its own if the bracket has one.
  private static func inserting(_ item: String, into old: [UInt8]) -> [UInt8]? {
    guard let bracket = old.lastIndex(of: UInt8(ascii: "]")),
      let last = old[..<bracket].lastIndex(where: { !blanks.contains($0) })
    else { return nil }
    let gap = old[(last + 1)..<bracket]
    var new = Array(old[...last])
    if old[last] != UInt8(ascii: "[") { new.append(UInt8(ascii: ",")) }
    if gap.contains(UInt8(ascii: "\n")) {
      new += gap
      new += gap.last == UInt8(ascii: "\t") ? "\t".utf8 : "  ".utf8
    }
    new += item.utf8
    return new + gap + old[bracket...]
  }

  private static let blanks = Array(" \t\r\n".utf8)
}

/// Why a bookmark was not added.
package enum BookmarkFailure: ExplainedError, Equatable {
  case noFile
  case isUnlike
  case isThere
  /// Only Obsidian can add such a bookmark.
  case isForeign
  case store(NoteStoreError)

  package var message: String {
    switch self {
    case .noFile: BookmarksWords.noFile
    case .isUnlike: BookmarksWords.isUnlike
    case .isThere: BookmarksWords.isThere
    case .isForeign: BookmarksWords.isOnlyObsidians
    case .store(let error): error.message
    }
  }
}
