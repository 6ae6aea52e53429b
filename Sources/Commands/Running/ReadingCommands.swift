import Cells
import Conflicts
import Embedding
import Entities
import Links
import Markdown
import NoteList
import Search
import Services
import Tags
import VaultSettings

/// Prints, lists and searches notes.
struct ReadingCommands: CommandPart {
  let context: CommandContext

  func show(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let written = try request.argument(at: 0)
    let address = context.address(in: vault)
    // Only JSON output needs the title from the index.
    let match =
      request.answersInJSON
      ? try await address.find(written) : try await address.findToRead(written)
    let lock = try await context.openLock(of: match.id, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let content = try await onBehalf(ofStore: await vault.read(match.id))
    if request.answersInJSON {
      let results = ResultWriter(request, output)
      results.add(
        output.members(of: match.id.path) + [
          JSONMember("title", .string(match.title)),
          JSONMember("modified", .string(content.stamp.modified.written)),
          JSONMember("version", .string(content.stamp.version)),
          JSONMember("text", .string(String(decoding: content.bytes, as: UTF8.self))),
        ]
      ) { "" }
      results.finish()
    } else if request.has(.html) {
      let embeds = await vault.embeds.all(in: content.bytes, of: match.id)
      let links = (try? await vault.links.links(from: match.id)) ?? []
      let html = NotePage.html(
        of: content.bytes, embeds: embeds, Self.page(of: match.id, linking: links))
      if output.isTerminal { output.writeLines(of: html) } else { output.write(html) }
    } else if request.has(.rendered) {
      writeRendered(content.bytes, await vault.embeds.all(in: content.bytes, of: match.id))
    } else if output.isTerminal {
      output.writeLines(of: content.bytes)
    } else {
      output.write(content.bytes)
    }
    return .done
  }

  /// Returns a context in which links lead to files, relative to the note's folder.
  private static func page(of note: NoteID, linking links: [LinkRecord]) -> PageContext {
    let targets = Dictionary(
      links.map { (EmbedNames.target(of: $0.written) ?? "", $0.target?.path) },
      uniquingKeysWith: { first, _ in first })
    return PageContext { link in
      guard link.kind == .wiki, link.within.isEmpty,
        let target = targets[link.target] ?? nil
      else { return .asWritten(link) }
      return .file(target, from: note.path, of: link)
    }
  }

  /// Writes rendered rows without trailing blanks. Their text cannot move the cursor.
  private func writeRendered(_ bytes: [UInt8], _ embeds: Embeds) {
    let isCut = bytes.count > RenderedNote.limit
    let note = RenderedNote(
      isCut ? Array(bytes.prefix(RenderedNote.limit)) : bytes, embeds: embeds, isCut: isCut)
    for part in note.parts {
      for unit in part.units {
        for row in unit.rows(width: output.columns) {
          let text = row.text.utf8
          let end = text.lastIndex { $0 != UInt8(ascii: " ") }.map { text.index(after: $0) }
          output.write(text[..<(end ?? text.startIndex)])
          output.write("\n")
        }
      }
    }
  }

  func list(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    var wanted = CatalogRequest()
    if let order = request.value(of: .sort).flatMap({ NoteOrder(rawValue: $0.text) }) {
      wanted.order = order
    }
    wanted.isReversed = request.has(.reverse)
    wanted.tag = request.value(of: .tag).map { argument in
      argument.text.hasPrefix("#") ? String(argument.text.dropFirst()) : argument.text
    }
    wanted.folder = try request.value(of: .folder).map { (folder) throws(CommandFailure) in
      try context.address(in: vault).folder(folder)
    }
    let notes = try await onBehalf(ofIndex: await vault.notes.notes(wanted))
    let text = NotesText(request, context)
    if request.name == .random { try text.writeOne(of: notes) } else { text.write(notes) }
    return .done
  }

  func search(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let search = context.vault.search(context.clock)
    let written = request.arguments.map(\.text).joined(separator: " ")
    let query = try searched(written, in: await search.saved())
    let name = request.value(of: .save).map { SavedSearch.name(typed: $0.text) }
    if case .some(.none) = name {
      throw CommandFailure("a saved search needs a name.", code: .usage)
    }
    let text = SearchText(request: request, output: output)
    do throws(SearchFailure) {
      text.write(
        try await search.find(
          query, limit: text.limit, withExcerpts: !request.printsOnlyPaths))
    } catch {
      throw CommandFailure(error, in: query)
    }
    // A query is saved only after it was parsed and run.
    if let name = name ?? nil {
      try await onBehalf(ofStore: await search.change(.keep(SavedSearch(name: name, query: query))))
      output.message("saved: search \"@\(name)\" finds it again.")
    }
    return .done
  }

  /// Returns the query itself, or the saved search named after an `@`.
  private func searched(
    _ written: String, in saved: [SavedSearch]
  ) throws(CommandFailure) -> String {
    guard written.hasPrefix("@") else { return written }
    let name = SavedSearch.name(typed: String(written.dropFirst()))
    if let search = saved.first(where: { $0.name == name }) { return search.query }
    let known = saved.map { "@\($0.name)" }.joined(separator: ", ")
    throw CommandFailure(
      "no saved search is called “\(output.shown(Array(written.dropFirst().utf8)))”; "
        + (saved.isEmpty ? "search QUERY --save NAME makes one." : "there are: \(known)."),
      code: .notFound)
  }

  func tags(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let tags = try await onBehalf(ofIndex: await vault.tags.counts())
    TagsText(request: request, output: output).write(tags)
    return .done
  }

  func checkTags(_ request: CommandRequest) throws(CommandFailure) { _ = try tagNames(request) }

  private func tagNames(
    _ request: CommandRequest
  ) throws(CommandFailure) -> (old: String, new: String) {
    let old = try context.tag(request.argument(at: 0).text)
    let new = try context.tag(request.argument(at: 1).text)
    guard old != new else {
      throw CommandFailure("#\(output.shown(old)) is already its name.", code: .usage)
    }
    return (old, new)
  }

  func renameTag(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let (old, new) = try tagNames(request)
    let vault = context.vault
    let text = TagsText(request: request, output: output)
    let found = try await onBehalf(ofIndex: await vault.tags.find(renaming: old, to: new))
    if found.lines.isEmpty {
      text.write(found)
      throw CommandFailure("no note has #\(output.shown(old)).", code: .notFound)
    }
    let rewritten = try await onBehalf(ofStore: await vault.tags.rename(found))
    if let problem = rewritten.problem { output.message(problem.message) }
    text.write(found)
    let count = rewritten.linking.count
    if count > 0, !request.isTrial {
      let notes = count == 1 ? "1 note" : "\(count) notes"
      output.message("the links to these files were changed in \(notes).")
    }
    return .done
  }

  func links(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = context.vault
    let note = try await context.note(request, in: vault).id
    let links = try await onBehalf(
      ofIndex: request.name == .links
        ? await vault.links.links(from: note)
        : request.has(.unlinked)
          ? await vault.links.mentions(of: note) : await vault.links.backlinks(to: note))
    LinksText(request: request, output: output).write(links)
    return .done
  }

  func check(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    try context.refuseLocked()
    let vault = context.vault
    let loose = try await onBehalf(ofIndex: await vault.links.loose())
    let conflicts = try await onBehalf(ofIndex: await vault.conflicts?.all() ?? FoundConflicts())
    LinksText(request: request, output: output).write(loose, conflicts)
    return loose.broken.isEmpty ? .done : .failed
  }
}
