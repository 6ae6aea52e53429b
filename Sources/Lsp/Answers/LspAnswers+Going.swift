import Bytes
import Cells
import Entities
import JsonRpc
import NoteSyntax
import OpenVault
import Services

/// Where links lead, and what leads here.
extension LspAnswers {
  func definition(_ page: LspPage, at offset: Int) async throws(RpcError) -> JSONValue {
    guard case .link(let link, _)? = page.target(at: offset),
      let note = try await note(of: link, in: page), !note.path.isLocked
    else { return .null }
    guard note.path.isOfNote else {
      let start = LspPosition(0, 0).json
      let range = json(["start": start, "end": start])
      return json(["uri": .string(vault.uri(of: note.path)), "range": range])
    }
    let target = try await self.page(of: note)
    let range = page.part(of: link).flatMap(target.range)
    let start = range?.lowerBound ?? target.titleRange?.lowerBound ?? 0
    return location(target, start..<start)
  }

  /// Lists the links to a note, a heading, a block, or the notes with a tag.
  func references(
    _ page: LspPage, at offset: Int, withOwn: Bool
  ) async throws(RpcError) -> JSONValue {
    var (note, part) = (page.note, String?.none)
    switch page.target(at: offset) {
    case .link(let link, let isPart):
      guard let target = try await self.note(of: link, in: page) else { return .array([]) }
      note = target
      if isPart { part = page.part(of: link) }
    case .heading(let heading): part = page.string(heading.text)
    case .block(let id): part = "^" + page.string(id)
    case .tag(let name, _): return try await notes(tagged: name)
    case .title, nil: break
    }
    var found = try await backlinks(to: note, part: part)
    if withOwn, !note.path.isLocked, note.path.isOfNote {
      let target = try await self.page(of: note)
      let start = part.flatMap(target.range)?.lowerBound ?? target.titleRange?.lowerBound ?? 0
      found.insert(location(target, start..<start), at: 0)
    }
    return .array(found)
  }

  private func backlinks(to note: NoteID, part: String?) async throws(RpcError) -> [JSONValue] {
    let catalog = try await failing { () async throws(NoteIndexError) in
      try await vault.links.backlinkCatalog(to: note)
    }
    var found: [JSONValue] = []
    var page: LspPage?
    var used = 0
    for record in catalog.links(in: 0..<min(catalog.count, Self.most)) {
      if record.source.path.isLocked { continue }
      if let part, !Self.isPart(record.part, part) { continue }
      if page?.note != record.source {
        page = try? await self.page(of: record.source)
        used = 0
      }
      guard let page else { continue }
      let written = Array(record.written.utf8)
      let line = page.range(ofLine: record.line)
      // The same link may be in a line twice.
      let rest = max(line.lowerBound, min(used, line.upperBound))..<line.upperBound
      let range = page.bytes[rest].firstRange(of: written) ?? line
      used = range.upperBound
      found.append(location(page, range))
    }
    return found
  }

  private static func isPart(_ linked: String?, _ wanted: String) -> Bool {
    guard let linked else { return false }
    let last = linked.split(separator: "#").last.map(String.init) ?? linked
    return last.lowercased() == wanted.lowercased()
  }

  private func notes(tagged name: String) async throws(RpcError) -> JSONValue {
    var request = CatalogRequest()
    request.tag = name
    let catalog = try await failing { [request] () async throws(NoteIndexError) in
      try await vault.services.index.catalog(request)
    }
    var found: [JSONValue] = []
    for summary in catalog.notes(in: 0..<min(catalog.count, 500)) where !summary.isLocked {
      guard let page = try? await page(of: summary.id) else { continue }
      let key = name.lowercased()
      let own = page.scan.tags.dropFirst(page.scan.tags.count - page.scan.tagRanges.count)
      for (tag, range) in zip(own, page.scan.tagRanges)
      where tag.name.lowercased() == key || tag.name.lowercased().hasPrefix(key + "/") {
        found.append(location(page, range))
      }
      let front = page.scan.tags.dropLast(page.scan.tagRanges.count)
      for tag in front where tag.name.lowercased() == key {
        found.append(location(page, page.range(ofLine: tag.line)))
      }
    }
    return .array(found)
  }

  // MARK: Hover

  private static let longestHover = 4096

  func hover(_ page: LspPage, at offset: Int) async throws(RpcError) -> JSONValue {
    guard case .link(let link, _)? = page.target(at: offset),
      let note = try await note(of: link, in: page), note.path.isOfNote, !note.path.isLocked
    else { return .null }
    let text = try await source(of: note, part: page.part(of: link), withEmbeds: true)
    return json([
      "contents": markup(text), "range": page.text.json(link.whole),
    ])
  }

  func markup(_ text: String) -> JSONValue {
    json([
      "kind": .string(client.readsMarkdown ? "markdown" : "plaintext"), "value": .string(text),
    ])
  }

  /// Returns the beginning of a note or of its part, with the beginnings of what it embeds.
  func source(
    of note: NoteID, part: String?, withEmbeds: Bool
  ) async throws(RpcError) -> String {
    let page = try await page(of: note)
    let whole = part.flatMap(page.range) ?? page.scan.body..<page.bytes.count
    let limit = withEmbeds ? Self.longestHover : Self.longestHover / 4
    var shown = page.cut(whole, limit)
    var embeds: [(Range<Int>, String)] = []
    if withEmbeds {
      for link in page.scan.links where link.isEmbed && shown.contains(link.whole.lowerBound) {
        guard embeds.count < 4, let target = try? await self.note(of: link, in: page),
          target != note,
          target.path.isOfNote, !target.path.isLocked,
          let text = try? await source(of: target, part: page.part(of: link), withEmbeds: false)
        else { continue }
        let quoted = text.split(separator: "\n").map { "> \($0)" }.joined(separator: "\n")
        embeds.append((link.whole, quoted))
      }
    }
    var text = ""
    for (range, embedded) in embeds where range.upperBound <= shown.upperBound {
      text += page.string(shown.lowerBound..<range.upperBound) + "\n\n" + embedded + "\n"
      shown = range.upperBound..<shown.upperBound
    }
    text += page.string(shown)
    return shown.upperBound < whole.upperBound ? text + "\n\n…" : text
  }

  // MARK: Links of a text

  func documentLinks(_ page: LspPage) async throws(RpcError) -> JSONValue {
    let targets = try await targets(of: page)
    return .array(
      page.scan.links.compactMap { link in
        guard !link.isExternal, let note = targets[page.string(link.whole)],
          !note.path.isLocked
        else { return nil }
        var address = uri(of: note)
        if let part = page.part(of: link), !part.isEmpty {
          address += "#" + Percent.text(of: part.utf8)
        }
        return json(["range": page.text.json(link.whole), "target": .string(address)])
      })
  }

  /// Returns the targets of all links, by their texts. Those that the index knows are taken from
  /// there, which is one question for all.
  func targets(of page: LspPage) async throws(RpcError) -> [String: NoteID] {
    let known = (try? await vault.links.links(from: page.note)) ?? []
    var found: [String: NoteID] = [:]
    for record in known { if let target = record.target { found[record.written] = target } }
    var asked: Set<String> = Set(found.keys)
    for link in page.scan.links where !link.isExternal && asked.count < Self.most {
      let written = page.string(link.whole)
      if !asked.insert(written).inserted { continue }
      found[written] = try await note(of: link, in: page)
    }
    return found
  }
}

extension LspPage {
  /// Returns the beginning of a range, up to the last whole line that fits.
  func cut(_ range: Range<Int>, _ limit: Int) -> Range<Int> {
    guard range.count > limit else { return range }
    let end = range.lowerBound + limit
    let line = bytes[range.lowerBound..<end].lastIndex(of: Byte.lineFeed)
    if let line { return range.lowerBound..<line }
    var cut = end
    while cut > range.lowerBound, bytes[cut] & 0xc0 == 0x80 { cut -= 1 }
    return range.lowerBound..<cut
  }
}
