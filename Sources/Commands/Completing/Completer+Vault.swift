import Bases
import Entities
import History
import NoteList
import Search
import Services
import Table
import Tags
import Trash
import UseCases
import VaultSettings

/// Completions from a vault's contents.
extension Completer {
  func values(
    _ kind: ValueKind, _ input: CompletionContext, in vault: CommandVault
  ) async -> Candidates {
    var found = Candidates(.names)
    switch kind {
    case .base:
      for path in await vault.bases(context.clock).all() { found.add(PlainLine.of(path.bytes)) }
    case .note: await addNotes(to: &found, in: vault)
    case .vaultFolder: await addFolders(to: &found, in: vault)
    case .tag:
      let sign = input.typed.first == UInt8(ascii: "#") ? "#" : ""
      await addTags(behind: sign, to: &found, vault)
      // A shell that treats them as files shows only the part after the last slash.
      if found.rows.allSatisfy({ Self.needsNoQuotes($0.word) }) { found.kind = .words }
    case .property:
      for property in (try? await vault.properties(context.clock).counts()) ?? [] {
        found.add(property.name, property.type?.rawValue ?? "")
      }
    case .query: await addQueries(input.typed, to: &found, vault)
    case .savedSearch:
      for search in await vault.search(context.clock).saved() {
        found.add(search.name, search.query)
      }
    case .trashed:
      for item in (try? await vault.trash.items()) ?? [] {
        found.add(PlainLine.of(item.original.bytes), item.title)
      }
    case .version: await addVersions(of: input.words.arguments.first, to: &found, in: vault)
    case .taskLine:
      guard let note = await note(input.words.arguments.first, in: vault) else { break }
      for task in (try? await vault.tasks(context.clock).open(in: note)) ?? [] {
        found.add("\(task.line)", task.facts.words)
      }
    case .taskLocation:
      let cases = vault.tasks(context.clock)
      guard let tasks = try? await cases.list(TaskRequest()) else { break }
      for task in tasks.tasks(in: 0..<tasks.count) {
        found.add("\(PlainLine.of(task.note.path.bytes)):\(task.line)", task.facts.words)
      }
      await addLines(of: input.typed, to: &found, in: vault)
    case .propertyValue: await addValues(input, to: &found, in: vault)
    case .view: await addViews(input, to: &found, in: vault)
    default: break
    }
    return found
  }

  private static func needsNoQuotes(_ word: String) -> Bool {
    word.utf8.dropFirst(word.hasPrefix("#") ? 1 : 0).allSatisfy { byte in
      byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_/".utf8.contains(byte)
    }
  }

  /// Adds the tasks' lines of a note that is not named by its path: `Plan B:`
  private func addLines(
    of typed: [UInt8], to found: inout Candidates, in vault: CommandVault
  ) async {
    guard let colon = typed.lastIndex(of: UInt8(ascii: ":")) else { return }
    let written = RawArgument(bytes: Array(typed[..<colon]))
    guard let note = await note(written, in: vault), written.path != note.path else { return }
    for task in (try? await vault.tasks(context.clock).open(in: note)) ?? [] {
      found.add("\(written.text):\(task.line)", task.facts.words)
    }
  }

  /// Adds the values that the preceding property has in all notes.
  private func addValues(
    _ input: CompletionContext, to found: inout Candidates, in vault: CommandVault
  ) async {
    let index = input.words.options[.where] == nil ? 1 : 0
    guard input.words.arguments.indices.contains(index) else { return }
    let values = try? await vault.properties(context.clock).values(
      of: input.words.arguments[index].text)
    for value in values ?? [] where !value.contains(where: \.isNewline) { found.add(value) }
  }

  private func addViews(
    _ input: CompletionContext, to found: inout Candidates, in vault: CommandVault
  ) async {
    let bases = vault.bases(context.clock)
    guard let written = input.words.arguments.first,
      let path = try? await context.address(in: vault).base(written, among: bases),
      let base = try? await bases.open(path)
    else { return }
    for view in base.file.views { found.add(view.name, view.type) }
  }

  func notes(in vault: CommandVault) async -> [NoteSummary] {
    guard let catalog = try? await vault.notes.notes(CatalogRequest()) else { return [] }
    return catalog.notes(in: 0..<catalog.count)
  }

  private func note(_ written: RawArgument?, in vault: CommandVault) async -> NoteID? {
    guard let written else { return nil }
    return (try? await context.address(in: vault).lookUp(written))?.id
  }

  private func addNotes(to found: inout Candidates, in vault: CommandVault) async {
    for note in await notes(in: vault) {
      let isNamedSo = note.title == note.id.path.stem.text
      found.add(PlainLine.of(note.id.path.bytes), isNamedSo ? "" : note.title)
    }
  }

  /// Adds folders, including those that have notes only in subfolders.
  private func addFolders(to found: inout Candidates, in vault: CommandVault) async {
    var folders: Set<[UInt8]> = []
    for folder in (try? await vault.notes.folders()) ?? [] {
      var path = folder.path
      while !path.bytes.isEmpty, folders.insert(path.bytes).inserted { path = path.folder }
    }
    for path in folders.map(PlainLine.of).sorted() { found.add(path) }
  }

  private func addTags(
    behind start: String, to found: inout Candidates, _ vault: CommandVault
  ) async {
    for tag in (try? await vault.tags.counts()) ?? [] {
      found.add(start + tag.name, tag.notes == 1 ? "1 note" : "\(tag.notes) notes")
    }
  }

  private static let queryWords = [
    ("tag:", "notes with a tag"), ("path:", "notes whose path has this"),
    ("title:", "notes whose title has this word"), ("task:todo", "notes with an open task"),
    ("task:done", "notes with a done task"), ("due:", "notes with a task due on a day"),
    ("created:", "notes made on a day"), ("modified:", "notes changed on a day"),
    ("has:link", "notes with a link"), ("has:task", "notes with a task"),
    ("has:attachment", "notes with an attachment"), ("file:", "notes whose file's name has this"),
    ("content:", "notes whose text has this"), ("line:", "words together in one line"),
    ("block:", "words together in one block"), ("section:", "words together in one section"),
    ("task:", "words together in one task"), ("match-case:", "a text as it is written"),
  ]

  /// Adds words that can follow the last blank of a query. A saved search can only be the whole
  /// query.
  private func addQueries(
    _ typed: [UInt8], to found: inout Candidates, _ vault: CommandVault
  ) async {
    let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "(") }
    let start = typed.lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    let head = String(decoding: typed[..<start], as: UTF8.self)
    let sign = typed.dropFirst(start).first == UInt8(ascii: "-") ? "-" : ""
    if typed.dropFirst(start + sign.utf8.count).starts(with: "tag:".utf8) {
      await addTags(behind: head + sign + "tag:", to: &found, vault)
      return
    }
    for (word, meaning) in Self.queryWords { found.add(head + sign + word, meaning) }
    guard start == 0 else { return }
    for search in await vault.search(context.clock).saved() {
      found.add("@\(search.name)", search.query)
    }
  }

  private func addVersions(
    of written: RawArgument?, to found: inout Candidates, in vault: CommandVault
  ) async {
    guard let written else { return }
    // A deleted note still has versions.
    var note = await note(written, in: vault)
    if note == nil { note = (try? context.address(in: vault).newPath(written)).map { NoteID($0) } }
    guard let note else { return }
    for version in (try? await vault.history.list(of: note).items) ?? [] {
      found.add(version.name, WrittenTime.onWall(version.savedAt, context.clock))
    }
  }
}
