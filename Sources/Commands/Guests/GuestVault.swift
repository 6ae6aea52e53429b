import Cells
import Entities
import Mcp
import NoteList
import NoteQueries
import Services

/// The vault as one call of a guest sees it.
@MainActor
struct GuestVault {
  let vault: CommandVault
  let context: CommandContext
  let limits: GuestLimits
  /// The notes with the tags that the limits require; nil if they require none.
  private let tagged: Set<NoteID>?
  /// The notes that the limits leave out.
  private let unpublished: Set<NoteID>

  /// `isForSearch`: the limits are a part of the query, and no notes are listed for them. A folder is
  /// known from a path, so that a call costs nothing for it.
  init(
    _ context: CommandContext, _ limits: GuestLimits, isForSearch: Bool = false
  ) async throws(McpToolFailure) {
    guard let vault = context.opened else {
      throw McpToolFailure(
        ExitCode.locked, "The vault is encrypted and locked. Only its user can open it.")
    }
    (self.vault, self.context, self.limits) = (vault, context, limits)
    func notes(_ query: NoteQuery?) async throws(McpToolFailure) -> Set<NoteID>? {
      guard let query, !isForSearch else { return nil }
      return try await mending(ofIndex: await vault.notes(matching: query))
    }
    tagged = try await notes(limits.tagQuery)
    unpublished = try await notes(limits.unpublishedQuery) ?? []
  }

  func isShown(_ note: NoteID) -> Bool {
    note.path.isOfNote && !note.path.isHidden && showsFile(note.path)
  }

  /// Whether any file may be shown. Files that are not notes have no tags.
  var showsFile: @Sendable (NotePath) -> Bool {
    { [tagged, unpublished, limits] path in
      if path.isLocked || !limits.isInFolder(path) { return false }
      if !path.isOfNote { return tagged == nil }
      return (tagged?.contains(NoteID(path)) ?? true) && !unpublished.contains(NoteID(path))
    }
  }

  /// Finds the one note that a name means: its path, title, alias or id, or the start of one of
  /// these.
  func note(_ name: String) async throws(McpToolFailure) -> NoteMatch {
    for path in [NotePath(name), NotePath("\(name).md")]
    where !path.isHidden && isShown(.init(path)) {
      if let match = await vault.notes.note(at: path) { return match }
    }
    let found = try await mending(ofIndex: await vault.notes(called: name))
    let matches = found.filter { isShown($0.id) }
    if let only = matches.first, matches.count == 1 { return only }
    if matches.isEmpty {
      if let printed = try await asPrinted(name) { return printed }
      if limits.areNone, found.contains(where: \.id.path.isLocked) {
        throw McpToolFailure(
          ExitCode.locked, "“\(VisibleText.of(name))” is locked: only its user can open it.")
      }
      throw McpToolFailure(ExitCode.notFound, "There is no note “\(VisibleText.of(name))”.")
    }
    throw McpToolFailure(
      ExitCode.ambiguous, "“\(VisibleText.of(name))” fits \(matches.count) notes: give a path.",
      [JSONMember("notes", .array(matches.prefix(20).map { Self.path($0.id) }))])
  }

  /// Finds a note by its path with escapes in it.
  private func asPrinted(_ name: String) async throws(McpToolFailure) -> NoteMatch? {
    guard name.contains("<") else { return nil }
    let all = try await mending(ofIndex: await vault.allNotes())
    let found = all.first { isShown($0.id) && Self.path($0.id) == .string(name) }
    return found.map { NoteMatch(id: $0.id, title: $0.title) }
  }

  // MARK: JSON

  static func path(_ note: NoteID) -> JSONValue { .string(VisibleText.of(note.path.text)) }

  static func members(_ note: NoteID, _ title: String) -> [JSONMember] {
    [JSONMember("path", path(note)), JSONMember("title", .string(VisibleText.of(title)))]
  }

  static let fields = [McpField("path", .text), McpField("title", .text)]
}

/// Rows of a result, up to a number and a size.
struct GuestRows {
  private(set) var rows: [JSONValue] = []
  private(set) var isFull = false
  private let most: Int
  private var bytesLeft = 128 << 10

  init(most: Int) { self.most = most }

  /// Returns false if the row does not fit; none is added after it.
  mutating func add(_ members: [JSONMember]) -> Bool {
    if isFull { return false }
    let row = JSONValue.object(members)
    let size = row.text.utf8.count
    guard rows.count < most, size <= bytesLeft else {
      isFull = true
      return false
    }
    bytesLeft -= size
    rows.append(row)
    return true
  }

  func members(_ name: String) -> [JSONMember] {
    [JSONMember(name, .array(rows)), JSONMember("more", .bool(isFull))]
  }

  static func fields(_ name: String, _ row: [McpField]) -> [McpField] {
    [McpField(name, .list(.object(row))), McpField("more", .flag, "whether there are more rows")]
  }
}

extension McpToolFailure {
  /// Words for exit codes, the same failures as on the command line.
  init(_ code: ExitCode, _ message: String, _ facts: [JSONMember] = []) {
    let word =
      switch code {
      case .done, .failed: "failed"
      case .usage: "arguments"
      case .notFound: "not-found"
      case .ambiguous: "ambiguous"
      case .locked: "locked"
      case .unexpected: "unexpected"
      case .cancelled: "cancelled"
      case .conflict: "conflict"
      }
    self.init(word, message, [JSONMember("exit", .number(Int(code.rawValue)))] + facts)
  }

  init(_ failure: CommandFailure) {
    let lines = ([failure.message] + failure.details).map(VisibleText.of)
    self.init(failure.code, lines.joined(separator: "\n"))
  }
}

@MainActor
func mending<Value>(
  ofIndex body: @autoclosure () async throws(NoteIndexError) -> Value
) async throws(McpToolFailure) -> Value {
  try await rethrow(try await body()) { (error: NoteIndexError) in
    McpToolFailure(CommandFailure(error))
  }
}

@MainActor
func mending<Value>(
  ofStore body: @autoclosure () async throws(NoteStoreError) -> Value
) async throws(McpToolFailure) -> Value {
  try await rethrow(try await body()) { (error: NoteStoreError) in
    McpToolFailure(CommandFailure(error))
  }
}
