import Bytes
import Entities
import Fuzzy
import NoteList
import Services
import Table

/// Finds the one note that an argument names, or throws the reason.
@MainActor
struct NoteAddress {
  let vault: CommandVault
  let folder: String
  let realPath: (NotePath) -> NotePath?
  let output: CommandOutput

  private var notes: NoteListCases { vault.notes }

  func find(_ written: RawArgument) async throws(CommandFailure) -> NoteMatch {
    if let found = try await lookUp(written) { return found }
    throw CommandFailure(
      "there is no note “\(output.shown(written.bytes))”.", code: .notFound,
      details: await nearTitles(written.text))
  }

  /// Finds a note whose text alone is needed. If a file has exactly this path in the vault, no
  /// other note can be meant, so the index is not needed.
  func findToRead(_ written: RawArgument) async throws(CommandFailure) -> NoteMatch {
    let path = written.path
    if !written.isPath,
      AbsolutePath.of(written, from: "/").bytes == [UInt8(ascii: "/")] + path.bytes,
      let note = await notes.note(at: path)
    {
      let byPath = await find(byPath: written)
      if byPath.map({ $0.id == note.id }) ?? true { return note }
    }
    return try await find(written)
  }

  /// Returns nil if nothing matches.
  func lookUp(_ written: RawArgument) async throws(CommandFailure) -> NoteMatch? {
    // An index cannot store invalid UTF-8, but the file system can.
    if String(validating: written.bytes, as: UTF8.self) == nil,
      let note = await notes.note(at: written.path)
    {
      return note
    }
    let byPath = await find(byPath: written)
    // `./x.md` and `/x.md` are always paths, never titles.
    if let byPath, written.isPath { return byPath }
    var found = try await rethrow(await notes.find(written.text)) { (error: NoteIndexError) in
      CommandFailure(error.message)
    }
    if let byPath, !found.contains(where: { $0.id == byPath.id }) {
      // A path from the current folder is as exact as one from the vault's root: if both exist, it
      // is ambiguous.
      found = found.filter { $0.isExact && $0.id.path.bytes == written.bytes } + [byPath]
    }
    if found.isEmpty { return await findAsPrinted(written) }
    guard found.count > 1 else { return found.first }
    let rows = found.prefix(20).map { "\(output.shown($0.id.path))  \(output.shown($0.title))" }
    throw CommandFailure(
      "“\(output.shown(written.bytes))” fits \(found.count) notes; name one of them by its path:",
      code: .ambiguous, details: rows + (found.count > 20 ? ["…"] : []))
  }

  /// Returns the path of a note that does not exist yet. It must be in the vault and a valid note
  /// name.
  func newPath(_ written: RawArgument) throws(CommandFailure) -> NotePath {
    var path = written.path
    if written.isPath {
      guard let inside = inside(written) else {
        throw CommandFailure(
          "“\(output.shown(written.bytes))” is outside the vault \(output.shown(vault.folder.bytes))."
        )
      }
      path = inside
    }
    let name = path.name.bytes
    guard !name.isEmpty, name.first != UInt8(ascii: ".") else {
      throw CommandFailure(
        "“\(output.shown(written.bytes))” is not a name for a note.", code: .usage)
    }
    let endings = [".md", ".markdown", ".txt"]
    if !endings.contains(where: { path.text.lowercased().hasSuffix($0) }) {
      path = NotePath(bytes: path.bytes + Array(".md".utf8))
    }
    return path
  }

  /// Returns a folder in the vault, named from the root or from the current folder.
  func folder(_ written: RawArgument) throws(CommandFailure) -> NotePath {
    // `/` is the vault's root, unless it begins a whole path.
    if written.isPath, written.bytes != [UInt8(ascii: "/")] {
      let whole = AbsolutePath.of(written, from: folder)
      let real = realPath(whole)
      if let inside = AbsolutePath.inside(vault.folder, real ?? whole) { return inside }
      if real != nil {
        throw CommandFailure(
          "“\(output.shown(written.bytes))” is outside the vault \(output.shown(vault.folder.text))."
        )
      }
    }
    return try folderFromTop(written)
  }

  private func folderFromTop(_ written: RawArgument) throws(CommandFailure) -> NotePath {
    let fromTop = RawArgument(bytes: Array(written.bytes.drop { $0 == UInt8(ascii: "/") }))
    // Folders with a dot cannot have notes.
    if fromTop.bytes.first == UInt8(ascii: ".") {
      throw CommandFailure(
        "“\(output.shown(written.bytes))” is not a folder of notes in \(vault.folder.text).")
    }
    return AbsolutePath.inside(NotePath("/"), AbsolutePath.of(fromTop, from: "/"))
      ?? NotePath("")
  }

  /// Finds a folder, or a file that is not a note, by its path. Nil if it may be a note: a slash at
  /// the end selects a folder with a note's name.
  func item(_ written: RawArgument) async throws(CommandFailure) -> VaultItem? {
    let isFolder = written.bytes.count > 1 && written.bytes.last == UInt8(ascii: "/")
    guard !written.bytes.isEmpty, isFolder || !written.path.isOfNote else { return nil }
    let path = try folder(written)
    if path.bytes.isEmpty { return nil }
    if isFolder { return .folder(path) }
    if vault.isAttachment(path) { return .attachment(path) }
    // A folder's whole path is preferred to a note whose name only begins like that.
    let found = (try? await notes.find(written.text)) ?? []
    if found.contains(where: \.isExact) { return nil }
    let isThere = try await onBehalf(ofStore: await notes.isFolder(path))
    return isThere ? .folder(path) : nil
  }

  /// Finds a base by its path or name.
  func base(
    _ written: RawArgument, among cases: BaseCases
  ) async throws(CommandFailure) -> NotePath {
    let paths = [written.isPath ? nil : written.path, inside(written)].compactMap(\.self)
    return try await rethrow(await cases.find(written.text, at: paths, isPath: written.isPath)) {
      (error: BaseFailure) in CommandFailure(error, output)
    }
  }

  private func inside(_ written: RawArgument) -> NotePath? {
    AbsolutePath.inside(
      vault.folder, AbsolutePath.of(written, from: folder), following: realPath)
  }

  /// Finds an existing note by its path from the current folder or from the root.
  private func find(byPath written: RawArgument) async -> NoteMatch? {
    guard let path = inside(written), !path.bytes.isEmpty, path.bytes != written.bytes else {
      return nil
    }
    for ending in ["", ".md"] {
      let path = NotePath(bytes: path.bytes + Array(ending.utf8))
      if let note = await notes.note(at: path) { return note }
    }
    return nil
  }

  /// Finds a note by its printed path if that is not its real one: with escaped bytes, as in
  /// `a^J<FF>.md`, or percent-encoded, as in `pathBytes` of JSON.
  private func findAsPrinted(_ written: RawArgument) async -> NoteMatch? {
    if let bytes = Percent.decoded(written.bytes), bytes != written.bytes {
      let decoded = RawArgument(bytes: bytes)
      if let note = await notes.note(at: decoded.path) { return note }
      if let note = await find(byPath: decoded) { return note }
    }
    // Escapes begin with one of these. Few names have them, so it is acceptable to read all notes.
    guard written.bytes.contains(where: { $0 == UInt8(ascii: "^") || $0 == UInt8(ascii: "<") }),
      let catalog = try? await notes.notes(CatalogRequest())
    else { return nil }
    let fitting = catalog.notes(in: 0..<catalog.count).filter { note in
      [note.id.path.bytes, output.paths.bytes(of: note.id.path)].contains {
        PlainLine.of($0) == written.text
      }
    }
    // Two names may have the same escaped form, so that the path is ambiguous.
    return fitting.count == 1 ? NoteMatch(id: fitting[0].id, title: fitting[0].title) : nil
  }

  func nearTitles(_ written: String) async -> [String] {
    guard let catalog = try? await notes.notes(CatalogRequest()) else { return [] }
    // Enough for recently changed notes, and fast in a vault of any size.
    let newest = catalog.notes(in: 0..<min(catalog.count, 2000))
    var titles = newest.map(\.title).filter { title in
      title.lowercased().contains(written.lowercased())
    }
    if titles.isEmpty, let near = NearestName.of(written, among: newest.map(\.title)) {
      titles = [near]
    }
    return titles.prefix(3).map { "Did you mean “\(output.shown($0))”?" }
  }
}

extension RawArgument {
  /// Whether it is written as a path in the file system, not as a name.
  var isPath: Bool {
    bytes.first == UInt8(ascii: "/") || bytes.starts(with: "./".utf8)
      || bytes.starts(with: "../".utf8)
  }
}
