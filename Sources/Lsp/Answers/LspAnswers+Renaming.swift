import Bytes
import Cells
import Entities
import JsonRpc
import NoteSyntax
import OpenVault
import Services
import Synchronization
import UseCases

/// Renames with all links. Each is planned by the vault's own moves and answered as an edit: the
/// editor makes it, with its own undo.
extension LspAnswers {
  func prepareRename(_ page: LspPage, at offset: Int) async throws(RpcError) -> JSONValue {
    guard let found = try await target(page, at: offset) else {
      throw RpcError(
        .requestFailed, "Only links, titles, headings, blocks and tags can be renamed.")
    }
    return json([
      "range": page.text.json(found.range), "placeholder": .string(page.string(found.range)),
    ])
  }

  private enum Renamed {
    case note(NoteID)
    /// A heading or, with `^`, a block.
    case part(String, of: NoteID)
    case tag(String)
  }

  private func target(
    _ page: LspPage, at offset: Int
  ) async throws(RpcError) -> (what: Renamed, range: Range<Int>)? {
    switch page.target(at: offset) {
    case .title(let range): return (.note(page.note), range)
    case .heading(let heading):
      return (.part(page.string(heading.text), of: page.note), heading.text)
    case .block(let id): return (.part("^" + page.string(id), of: page.note), id)
    case .tag(let name, let range): return (.tag(name), range)
    case .link(let link, let isPart):
      guard let note = try await note(of: link, in: page), note.path.isOfNote,
        !note.path.isLocked
      else { return nil }
      guard isPart || link.target.isEmpty else { return (.note(note), link.target) }
      guard let part = link.part, let written = page.part(of: link) else { return nil }
      let isBlock = written.hasPrefix("^")
      return (
        .part(written, of: note),
        isBlock ? (part.lowerBound + 1)..<part.upperBound : part
      )
    case nil: return nil
    }
  }

  func rename(
    _ page: LspPage, at offset: Int, to name: String
  ) async throws(RpcError) -> JSONValue {
    guard let found = try await target(page, at: offset) else {
      throw RpcError(
        .requestFailed, "Only links, titles, headings, blocks and tags can be renamed.")
    }
    let name = name.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw RpcError(.invalidParams, "The new name is empty.")
    }
    switch found.what {
    case .note(let note): return try await rename(note, to: name)
    case .part(let part, let note):
      return try await changes { () async throws(NoteIndexError) in
        let words = part.hasPrefix("^") && name.hasPrefix("^") ? String(name.dropFirst()) : name
        return try await vault.services.queries.changes.renaming(part: part, of: note, to: words)
      }
    case .tag(let tag):
      let new = name.hasPrefix("#") ? String(name.dropFirst()) : name
      return try await changes { () async throws(NoteIndexError) in
        try await vault.services.queries.changes.renaming(tag: tag, to: new)
      }
    }
  }

  /// Answers with changes that were found in the files. They do not know what is not saved.
  private func changes(
    _ find: () async throws(NoteIndexError) -> [NoteChange]
  ) async throws(RpcError) -> JSONValue {
    for note in documents.notes {
      guard let page = try documents.page(of: note),
        let saved = try? await vault.services.store.read(note), saved.bytes != page.bytes
      else { continue }
      throw RpcError(.requestFailed, "\(note.path.text) is not saved. Save it, then rename.")
    }
    let found = try await failing(find)
    if let move = found.compactMap(\.move).first {
      throw RpcError(
        .requestFailed,
        "The name of \(move.from.path.text) has the tag too: use “notes-tui tags rename”.")
    }
    var edit = LspEdit()
    for change in found where !change.note.path.isLocked {
      let page = try await page(of: change.note)
      guard change.applied(to: page.bytes) != nil else {
        throw RpcError(.contentModified, "\(change.note.path.text) changed meanwhile. Try again.")
      }
      edit.edit(
        page,
        change.pieces.map { page.text.edit($0.range, String(decoding: $0.new, as: UTF8.self)) })
    }
    return edit.json(for: client)
  }

  // MARK: Moves

  private func rename(_ note: NoteID, to title: String) async throws(RpcError) -> JSONValue {
    let path = NoteFileName.path(
      of: note.path, titled: title, inLogseq: vault.services.files.hasLogseqNames)
    let move = NoteMove(from: note, to: NoteID(path))
    if move.from != move.to, !client.canRename {
      throw RpcError(
        .requestFailed,
        "This editor cannot rename files for a server: use “notes-tui rename”.")
    }
    let linking = await linking(to: [move])
    return try await planned(withRenames: true) {
      (moves: any NoteMoves & NoteRewriting) async throws(NoteStoreError) in
      _ = try await moves.rename(note, to: title, linking: linking)
    }
  }

  /// Answers which links must change when the editor renames these files or folders itself.
  func renamed(_ files: [JSONReader.Value]) async throws(RpcError) -> JSONValue {
    var wanted: [NoteMove] = []
    for file in files {
      guard let old = file.at("oldUri")?.text, let new = file.at("newUri")?.text else {
        throw RpcError(.invalidParams, "a file needs “oldUri” and “newUri”")
      }
      let (from, to) = (try vault.path(at: old), try vault.path(at: new))
      let isFile =
        from.isOfNote || vault.services.files.fact(ofAttachment: from) != nil
      if isFile {
        wanted.append(NoteMove(from: NoteID(from), to: NoteID(to)))
        continue
      }
      let inside = try await failing { () async throws(NoteStoreError) in
        try await vault.services.moves.files(in: from)
      }
      wanted += inside.map { path in
        let rest = NotePath(bytes: Array(path.bytes.dropFirst(from.bytes.count + 1)))
        return NoteMove(from: NoteID(path), to: NoteID(to.appending(rest)))
      }
    }
    if wanted.isEmpty { return .null }
    let linking = await linking(to: wanted)
    return try await planned(withRenames: false) {
      [wanted] (moves: any NoteMoves & NoteRewriting) async throws(NoteStoreError) in
      _ = try await moves.move(wanted, linking: linking)
    }
  }

  /// The notes whose links may follow. Texts that are not saved may have new ones.
  private func linking(to moves: [NoteMove]) async -> [NoteID]? {
    guard moves.count <= 20,
      let found = await vault.links.notesLinking(to: moves, by: vault.services.index)
    else { return nil }
    let known = Set(found)
    return found + documents.notes.filter { !known.contains($0) }
  }

  /// What moves would do, as their trial reports it.
  private final class Plan: Sendable {
    let found = Mutex<(moves: [NoteMove], texts: MoveTrial.Texts)>(([], []))
  }

  /// Tries moves out with the editor's texts, and answers with what they would write.
  private func planned(
    withRenames: Bool,
    _ body: (any NoteMoves & NoteRewriting) async throws(NoteStoreError) -> Void
  ) async throws(RpcError) -> JSONValue {
    var texts: [NotePath: [UInt8]] = [:]
    for note in documents.notes { texts[note.path] = try documents.page(of: note)?.bytes }
    let plan = Plan()
    let trial = MoveTrial { [texts] path in
      texts[path]
    } done: { moves, texts in
      plan.found.withLock { found in
        found.moves += moves
        found.texts += texts
      }
    }
    try await failing { () async throws(NoteStoreError) in
      try await body(vault.services.moves.trial(trial))
    }
    let found = plan.found.withLock { $0 }
    var edit = LspEdit()
    let old = Dictionary(found.moves.map { ($0.to.path, $0.from) }) { first, _ in first }
    for (path, text) in found.texts where path.isOfNote && !path.isLocked {
      edit.rewrite(try await page(of: old[path] ?? NoteID(path)), to: text)
    }
    if withRenames {
      for move in found.moves { edit.rename(uri(of: move.from), to: vault.uri(of: move.to.path)) }
    }
    return edit.isEmpty ? .null : edit.json(for: client)
  }
}
