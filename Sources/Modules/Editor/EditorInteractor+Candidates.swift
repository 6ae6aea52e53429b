import Entities
import OpenVault
import Services
import TextEngine
import VaultSettings
import Viper

/// What could go in where the cursor stands: as it is shown, and as it is written.
struct EditorCandidate: Equatable, Sendable {
  var shown: String
  var written: String
  /// It is all of a link, with its brackets.
  var isWhole = false
}

/// Looks for names of notes, headings, blocks and tags. Where the index is of no use, nothing is
/// offered: nobody who types wants to hear of that.
extension EditorInteractor {
  /// The notes that were opened last, the latest first; none that is gone by now.
  func readRecents(then use: @escaping ([NoteID]) -> Void) {
    let recent = services.state.recent
    guard let index = services.index else { return use([]) }
    scope.run(
      {
        let opened = await recent.load().notes
        let catalog = try? await index.catalog(CatalogRequest())
        return opened.filter { catalog?.position(of: $0) != nil }
      },
      then: { found in use((try? found.get()) ?? []) })
  }

  private nonisolated static let most = 8
  /// So many notes are looked at for the best ones.
  private nonisolated static let looked = 64

  func findCandidates(
    for completion: Completion, then offer: @escaping @MainActor ([EditorCandidate]) -> Void
  ) {
    guard let index = services.index, let links = services.links else { return offer([]) }
    let (text, note, loader) = (text, note, NoteLoader(store: saver.store))
    let typed = completion.typed
    scope.run(
      {
        switch completion.kind {
        case .note: await Self.notes(typed, in: index, links, but: note)
        case .tag: await Self.tags(typed, in: links)
        case .heading(let name):
          await Self.parts(
            Self.headings(typed, in: await Self.text(of: name, text, index, loader)), of: name,
            index, links, home: note)
        case .block(let name):
          await Self.parts(
            Self.blocks(typed, in: await Self.text(of: name, text, index, loader)), of: name,
            marked: "^", index, links, home: note)
        case .anyHeading: await Self.headings(typed, in: index, links, home: note)
        case .anyBlock: await Self.blocks(typed, links, home: note)
        }
      },
      then: { found in offer((try? found.get()) ?? []) })
  }

  private nonisolated static func notes(
    _ typed: String, in index: any NoteIndex, _ links: any NoteLinks, but own: NoteID?
  ) async -> [EditorCandidate] {
    var request = CatalogRequest()
    request.words = typed
    guard let catalog = try? await index.catalog(request) else { return [] }
    let wanted = typed.lowercased()
    let looked = catalog.notes(in: 0..<min(catalog.count, looked))
    let offered = Set(await links.offered(looked.map(\.id)))
    let found = looked.filter { offered.contains($0.id) && $0.id != own && isNamed($0, wanted) }
    // The ones that begin so, then the ones that have it in their name, each by date.
    let ranked = found.enumerated().sorted { left, right in
      (rank(left.element, wanted), left.offset) < (rank(right.element, wanted), right.offset)
    }
    var wishes = await aliases(typed, in: index, links, but: own)
    var titles = wishes.map { $0.words ?? "" }
    for (_, note) in ranked.prefix(most) {
      wishes.append(LinkWish(note: note.id))
      titles.append(note.id.path.name(besides: note.title) == nil ? "" : note.title)
    }
    let written = (try? await links.newLinks(to: Array(wishes.prefix(most)), from: own)) ?? []
    return zip(zip(wishes, titles), written).map { wish, link in
      let name = link.isMarkdown ? wish.0.note?.path.stem.text ?? "" : link.name
      let inside = wish.0.words.map { "\(link.name)|\($0)" } ?? link.name
      return EditorCandidate(
        shown: wish.1.isEmpty
          ? name : wish.0.words == nil ? "\(name) · \(wish.1)" : "\(wish.1) · \(name)",
        written: link.isMarkdown ? link.text : inside, isWhole: link.isMarkdown)
    }
  }

  /// An alias leads nowhere by itself: it is the text of a link to the file.
  private nonisolated static func aliases(
    _ typed: String, in index: any NoteIndex, _ links: any NoteLinks, but own: NoteID?
  ) async -> [LinkWish] {
    guard !typed.isEmpty, let matches = try? await index.find(typed) else { return [] }
    let wanted = typed.lowercased()
    var wishes: [LinkWish] = []
    for note in await links.offered(matches.prefix(most).map(\.id)) where note != own {
      guard let details = try? await index.details(of: note) else { continue }
      for alias in details.aliases where alias.lowercased().hasPrefix(wanted) {
        // These marks would end the link, or its text.
        if alias.contains(where: { "[]|#\n".contains($0) }) { continue }
        wishes.append(LinkWish(note: note, words: alias))
      }
    }
    return wishes
  }

  /// In a vault of Markdown links what was begun as `[[Note#` becomes one.
  private nonisolated static func parts(
    _ candidates: [EditorCandidate], of name: String, marked mark: String = "",
    _ index: any NoteIndex, _ links: any NoteLinks, home: NoteID?
  ) async -> [EditorCandidate] {
    let note = name.isEmpty ? nil : try? await index.find("[[\(name)]]").first?.id
    if note == nil, !name.isEmpty { return candidates }
    let wishes = candidates.map { LinkWish(note: note, part: mark + $0.written) }
    guard let written = try? await links.newLinks(to: wishes, from: home) else { return candidates }
    return zip(candidates, written).map { candidate, link in
      link.isMarkdown
        ? EditorCandidate(shown: candidate.shown, written: link.text, isWhole: true) : candidate
    }
  }

  /// Of any notes that have the words: those that begin so first.
  private nonisolated static func headings(
    _ typed: String, in index: any NoteIndex, _ links: any NoteLinks, home: NoteID?
  ) async -> [EditorCandidate] {
    var request = CatalogRequest()
    request.words = typed
    guard let catalog = try? await index.catalog(request) else { return [] }
    let notes = catalog.notes(in: 0..<min(catalog.count, looked * 4)).map(\.id)
    let wanted = typed.lowercased()
    let found = (try? await links.headings(of: await links.offered(notes))) ?? []
    let fitting = found.filter { $0.text.lowercased().contains(wanted) }
    let beginning = fitting.filter { $0.text.lowercased().hasPrefix(wanted) }
    let others = fitting.filter { !$0.text.lowercased().hasPrefix(wanted) }
    return await written((beginning + others).prefix(most), links, home: home)
  }

  private nonisolated static func blocks(
    _ typed: String, _ links: any NoteLinks, home: NoteID?
  ) async -> [EditorCandidate] {
    let found = (try? await links.blocks(named: typed, atMost: looked)) ?? []
    let offered = Set(await links.offered(found.map(\.note)))
    return await written(
      found.filter { offered.contains($0.note) }.prefix(most), links, home: home)
  }

  private nonisolated static func written(
    _ parts: ArraySlice<NotePart>, _ links: any NoteLinks, home: NoteID?
  ) async -> [EditorCandidate] {
    let wishes = parts.map {
      LinkWish(
        note: $0.note == home ? nil : $0.note, part: $0.level == nil ? "^\($0.text)" : $0.text)
    }
    guard let written = try? await links.newLinks(to: wishes, from: home) else { return [] }
    return zip(parts, written).map { part, link in
      let sign = part.level.map { String(repeating: "#", count: $0) + " " } ?? "^"
      return EditorCandidate(
        shown: "\(sign)\(part.text) · \(part.title)", written: link.text, isWhole: true)
    }
  }

  private nonisolated static func rank(_ note: NoteSummary, _ wanted: String) -> Int {
    let names = [note.title.lowercased(), note.id.path.stem.text.lowercased()]
    if names.contains(where: { $0.hasPrefix(wanted) }) { return 0 }
    return names.contains { $0.contains(wanted) } ? 1 : 2
  }

  /// Whether all words are in the note's title or path, and not in its text alone. A name that is not
  /// all ASCII may have them without their accents.
  private nonisolated static func isNamed(_ note: NoteSummary, _ wanted: String) -> Bool {
    let name = "\(note.title) \(note.id.path.text)".lowercased()
    return name.utf8.contains { $0 >= 0x80 }
      || wanted.split(separator: " ").allSatisfy { name.contains($0) }
  }

  private nonisolated static func tags(
    _ typed: String, in links: any NoteLinks
  ) async -> [EditorCandidate] {
    guard let tags = try? await links.tags() else { return [] }
    let wanted = typed.lowercased()
    let fitting = tags.filter { $0.name.lowercased().hasPrefix(wanted) }
    return fitting.sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }.prefix(most).map {
      EditorCandidate(shown: "#\($0.name)", written: $0.name)
    }
  }

  /// The text that a link names; nothing for one too large to look through while somebody types.
  private nonisolated static func text(
    of name: String, _ own: Rope, _ index: any NoteIndex, _ loader: NoteLoader
  ) async -> Rope {
    if name.isEmpty { return own }
    guard let note = try? await index.find("[[\(name)]]").first?.id,
      let text = try? await loader.all(of: note).text, text.byteCount <= TextSize.merged
    else { return Rope() }
    return text
  }

  private nonisolated static func headings(_ typed: String, in text: Rope) -> [EditorCandidate] {
    let wanted = typed.lowercased()
    var candidates: [EditorCandidate] = []
    for heading in Outline.of(text).headings where candidates.count < most {
      let words = heading.title
      guard !words.isEmpty, words.lowercased().contains(wanted) else { continue }
      let shown = String(repeating: "#", count: heading.level) + " " + words
      candidates.append(EditorCandidate(shown: shown, written: words))
    }
    return candidates
  }

  /// Blocks that have a name: ` ^name` at the end of a line.
  private nonisolated static func blocks(_ typed: String, in text: Rope) -> [EditorCandidate] {
    guard let search = LiteralSearch(Array("^".utf8)) else { return [] }
    var candidates: [EditorCandidate] = []
    for match in search.all(in: text, limit: 10_000).matches where candidates.count < most {
      let line = text.content(at: match.lowerBound)
      let isMark =
        match.lowerBound == line.lowerBound
        || text[match.lowerBound - 1] == UInt8(ascii: " ")
      guard isMark, line.upperBound - match.upperBound <= 100 else { continue }
      let name = text.bytes(in: match.upperBound..<line.upperBound)
      let written = String(decoding: name, as: UTF8.self)
      guard BlockName.isName(name), written.hasPrefix(typed) else { continue }
      let start = max(line.lowerBound, match.lowerBound - 60)
      let words = String(decoding: text.bytes(in: start..<match.lowerBound), as: UTF8.self)
      candidates.append(EditorCandidate(shown: "^\(written) · \(words)", written: written))
    }
    return candidates
  }
}
