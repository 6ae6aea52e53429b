import Bases
import Bookmarks
import Cells
import Comparing
import Entities
import History
import Table
import VaultSettings

/// Bases and bookmarks.
extension ObsidianCommands {
  func bases(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    write(await open.bases(context.clock).all(), call)
    return .done
  }

  func baseViews(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    try await context.runner.bases.views(becoming("base views", [try base(call)]))
  }

  func queryBase(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    var options: [(OptionName, RawArgument)] = [(.format, RawArgument(call.format))]
    if let view = call["view"] { options.append((.view, view)) }
    return try await context.runner.bases.query(
      becoming("base query", [try base(call)], options))
  }

  func createInBase(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let cases = open.bases(context.clock)
    let path = try await context.address(in: open).base(try base(call), among: cases)
    let name = call["name"]?.text ?? "Untitled"
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw CommandFailure("name= is empty.", code: .usage)
    }
    let note: NoteID
    do throws(BaseFailure) {
      let base = try await cases.open(path)
      note = try await cases.makeNote(
        titled: name, base.file.seed(for: try base.view(named: call["view"]?.text)),
        body: call["content"]?.bytes ?? [])
    } catch {
      throw CommandFailure(error, output)
    }
    write([note.path], call)
    return .done
  }

  /// Returns the argument that names the base: a name, or a whole path.
  private func base(_ call: ObsidianCall) throws(CommandFailure) -> RawArgument {
    if let path = call["path"] { return argument(try exactPath(path)) }
    if let name = call["file"] { return name }
    throw noActiveFile(call)
  }

  func bookmarks(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let list = await open.bookmarks.list()
    let rows = list.items.map { item in
      [JSONMember("title", .string(item.title))]
        + (call.has("verbose") ? [JSONMember("type", .string(item.bookmark.kind))] : [])
    }
    write(rows, call)
    if let problem = list.problem { throw CommandFailure(output.shown(problem)) }
    return .done
  }
}

extension ObsidianCommands {
  func addBookmark(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let target = try await bookmarked(by: call)
    try await rethrow(
      await open.addingBookmarks(context.clock).add(target, titled: call["title"]?.text)
    ) { (error: BookmarkFailure) in CommandFailure(error) }
    return .done
  }

  private func bookmarked(
    by call: ObsidianCall
  ) async throws(CommandFailure) -> Bookmark.Target {
    let named = ["file", "folder", "search", "url"].filter { call[$0] != nil }
    guard named.count == 1 else {
      throw CommandFailure(
        "bookmark needs one of file=, folder=, search= and url=.", code: .usage)
    }
    if call["subpath"] != nil, named != ["file"] {
      throw CommandFailure("subpath= needs file=.", code: .usage)
    }
    switch named[0] {
    case "file":
      let part = call["subpath"]?.text.drop { $0 == "#" }
      return .file(try await file(named: call), part: part.map(String.init))
    case "folder":
      guard let folder = try folder(call["folder"]) else { return .folder(NotePath("")) }
      if await open.listing().folders.contains(folder) { return .folder(folder) }
      throw CommandFailure("there is no folder \(output.shown(folder.bytes)).", code: .notFound)
    case "search": return .search(call.required("search").text)
    default: return .address(call.required("url").text)
    }
  }
}

extension CommandFailure {
  fileprivate init(_ failure: BookmarkFailure) {
    switch failure {
    case .noFile: self.init(failure.message, code: .notFound)
    case .isThere: self.init(failure.message, code: .unexpected)
    case .store(let error): self.init(error)
    case .isUnlike, .isForeign: self.init(failure.message)
    }
  }
}

/// Versions, counted from the newest one.
extension ObsidianCommands {
  func history(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    writeVersions(try await versions(of: try await note(call)))
    return .done
  }

  private func writeVersions(_ items: [HistoryItem]) {
    let rows = items.enumerated().map { index, item in
      ["\(index + 1)", WrittenTime.onWall(item.savedAt, context.clock), "\(item.size)"]
    }
    for line in Columns(output).lines(rows) { output.write(line + "\n") }
  }

  private func versions(of note: NoteID) async throws(CommandFailure) -> [HistoryItem] {
    let list = try await onBehalf(ofStore: await open.history.list(of: note))
    for problem in list.problems { output.message(problem) }
    return list.items
  }

  func listHistory(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    var paths: [NotePath] = []
    for note in try await notes(call) where try await !versions(of: note).isEmpty {
      paths.append(note.path)
    }
    write(paths, call)
    return .done
  }

  func readHistory(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let note = try await note(call)
    try await unlock(note)
    write(try await text(of: try await version(call.number("version") ?? 1, of: note)))
    return .done
  }

  private func version(
    _ number: Int, of note: NoteID
  ) async throws(CommandFailure) -> HistoryItem {
    let items = try await versions(of: note)
    if number <= items.count { return items[number - 1] }
    let count = items.count == 1 ? "1 version" : "\(items.count) versions"
    throw CommandFailure(
      "there is no version \(number): \(output.shown(note.path.bytes)) has \(count).",
      code: .notFound)
  }

  private func text(of item: HistoryItem) async throws(CommandFailure) -> [UInt8] {
    try await onBehalf(ofStore: await open.history.text(of: item))
  }

  func restoreHistory(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let note = try await note(call)
    let item = try await version(call.number("version") ?? 1, of: note)
    return try await context.runner.tidying.history(
      becoming(.historyRestore, [argument(note.path), RawArgument(item.name)]))
  }

  func diff(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let note = try await note(call)
    if call["filter"] == "sync" {
      throw CommandFailure("no version here is one of Obsidian Sync.", code: .usage)
    }
    guard let from = try call.number("from") else {
      if call["to"] != nil { throw CommandFailure("to= needs from=.", code: .usage) }
      writeVersions(try await versions(of: note))
      return .done
    }
    try await unlock(note)
    let old = try await text(of: try await version(from, of: note))
    let new: [UInt8]
    if let to = try call.number("to") {
      new = try await text(of: try await version(to, of: note))
    } else {
      new = try await text(of: note)
    }
    if old != new {
      write(
        UnifiedFile(
          from: .init(path: note.path.bytes, bytes: old),
          to: .init(path: note.path.bytes, bytes: new)
        ).bytes)
    }
    return .done
  }
}
