import Entities
import Services
import TextEngine
import VaultSettings

/// What can be inserted at the cursor: as it is shown, and as it is written.
struct EditorCandidate: Equatable, Sendable {
  var shown: String
  var written: String
  /// It is all of a link, with its brackets.
  var isWhole = false
}

/// The notes that a person may mean, and the part that was named with them.
struct EditorFoundNotes: Equatable, Sendable {
  struct Note: Equatable, Sendable {
    var id: NoteID
    var shown: String
  }

  var notes: [Note] = []
  var part: String?
}

/// Finds notes, headings, blocks and tags by what is typed of their names. Where the index fails nothing
/// is found: while typing, that is not worth a message.
struct NameLookup: Sendable {
  let index: any NoteIndex
  let links: any NoteLinks
  let reader: NoteTextReader
  /// The note that is typed in, and its text.
  let home: NoteID?
  let text: Rope

  private static let mostCandidates = 8
  /// As many as keys 1 to 9 can choose from.
  private static let mostNotes = 9
  /// As many notes are ranked to find the best ones.
  private static let mostRanked = 64

  func candidates(for completion: Completion) async -> [EditorCandidate] {
    let typed = completion.typed
    return switch completion.kind {
    case .note: await notes(typed)
    case .tag: await tags(typed)
    case .heading(let name): await parts(headings(typed, in: text(of: name)), of: name)
    case .block(let name): await parts(blocks(typed, in: text(of: name)), of: name, prefix: "^")
    case .anyHeading: await headings(typed)
    case .anyBlock: await blocks(typed)
    }
  }

  /// The notes that have the words, by date.
  private func notes(withWords words: String, atMost limit: Int) async -> [NoteSummary] {
    var request = CatalogRequest()
    request.words = words
    guard let catalog = try? await index.catalog(request) else { return [] }
    return Array(catalog.notes(in: 0..<min(catalog.count, limit)))
  }

  private func notes(_ typed: String) async -> [EditorCandidate] {
    let wanted = typed.lowercased()
    let known = await notes(withWords: typed, atMost: Self.mostRanked)
    let offered = Set(await links.offered(known.map(\.id)))
    let found = known.filter {
      offered.contains($0.id) && $0.id != home && Self.isNamed($0, wanted)
    }
    // The ones that begin so, then the ones that have it in their name, each by date.
    let ranked = (0...2).flatMap { rank in found.filter { Self.rank($0, wanted) == rank } }
    var wishes = await aliases(typed)
    var titles = wishes.map { $0.words ?? "" }
    for note in ranked.prefix(Self.mostCandidates) {
      wishes.append(NewLinkTarget(note: note.id))
      titles.append(note.id.path.name(besides: note.title) == nil ? "" : note.title)
    }
    wishes = Array(wishes.prefix(Self.mostCandidates))
    let written = (try? await links.newLinks(to: wishes, from: home)) ?? []
    return written.indices.map { index in
      let (wish, title, link) = (wishes[index], titles[index], written[index])
      let name = link.isMarkdown ? wish.note?.path.stem.text ?? "" : link.name
      let inside = wish.words.map { "\(link.name)|\($0)" } ?? link.name
      let both = wish.words == nil ? [name, title] : [title, name]
      return EditorCandidate(
        shown: title.isEmpty ? name : both.joined(separator: " · "),
        written: link.isMarkdown ? link.text : inside, isWhole: link.isMarkdown)
    }
  }

  /// An alias leads nowhere by itself: it is the text of a link to the file.
  private func aliases(_ typed: String) async -> [NewLinkTarget] {
    guard !typed.isEmpty, let matches = try? await index.find(typed) else { return [] }
    let wanted = typed.lowercased()
    var wishes: [NewLinkTarget] = []
    for note in await links.offered(matches.prefix(Self.mostCandidates).map(\.id))
    where note != home {
      guard let details = try? await index.details(of: note) else { continue }
      for alias in details.aliases where alias.lowercased().hasPrefix(wanted) {
        // These marks would end the link, or its text.
        if alias.contains(where: { "[]|#\n".contains($0) }) { continue }
        wishes.append(NewLinkTarget(note: note, words: alias))
      }
    }
    return wishes
  }

  /// In a vault of Markdown links what was begun as `[[Note#` becomes one.
  private func parts(
    _ candidates: [EditorCandidate], of name: String, prefix: String = ""
  ) async -> [EditorCandidate] {
    let note = name.isEmpty ? nil : try? await index.find("[[\(name)]]").first?.id
    if note == nil, !name.isEmpty { return candidates }
    let wishes = candidates.map { NewLinkTarget(note: note, part: prefix + $0.written) }
    guard let written = try? await links.newLinks(to: wishes, from: home) else { return candidates }
    return zip(candidates, written).map { candidate, link in
      link.isMarkdown
        ? EditorCandidate(shown: candidate.shown, written: link.text, isWhole: true) : candidate
    }
  }

  /// Of any notes that have the words: those that begin so first.
  private func headings(_ typed: String) async -> [EditorCandidate] {
    let wanted = typed.lowercased()
    let notes = await notes(withWords: typed, atMost: Self.mostRanked * 4)
    let found = (try? await links.headings(of: await links.offered(notes.map(\.id)))) ?? []
    let fitting = found.filter { $0.text.lowercased().contains(wanted) }
    let beginning = fitting.filter { $0.text.lowercased().hasPrefix(wanted) }
    let others = fitting.filter { !$0.text.lowercased().hasPrefix(wanted) }
    return await written((beginning + others).prefix(Self.mostCandidates))
  }

  private func blocks(_ typed: String) async -> [EditorCandidate] {
    let found = (try? await links.blocks(named: typed, atMost: Self.mostRanked)) ?? []
    let offered = Set(await links.offered(found.map(\.note)))
    return await written(
      found.filter { offered.contains($0.note) }.prefix(Self.mostCandidates))
  }

  private func written(_ parts: ArraySlice<NotePart>) async -> [EditorCandidate] {
    let wishes = parts.map {
      NewLinkTarget(
        note: $0.note == home ? nil : $0.note, part: $0.level == nil ? "^\($0.text)" : $0.text)
    }
    guard let written = try? await links.newLinks(to: wishes, from: home) else { return [] }
    return zip(parts, written).map { part, link in
      let sign = part.level.map { String(repeating: "#", count: $0) + " " } ?? "^"
      return EditorCandidate(
        shown: "\(sign)\(part.text) · \(part.title)", written: link.text, isWhole: true)
    }
  }

  private static func rank(_ note: NoteSummary, _ wanted: String) -> Int {
    let names = [note.title.lowercased(), note.id.path.stem.text.lowercased()]
    if names.contains(where: { $0.hasPrefix(wanted) }) { return 0 }
    return names.contains { $0.contains(wanted) } ? 1 : 2
  }

  /// Whether all words are in the note's title or path, and not in its text alone. A name that is not
  /// all ASCII may have them without their accents.
  private static func isNamed(_ note: NoteSummary, _ wanted: String) -> Bool {
    let name = "\(note.title) \(note.id.path.text)".lowercased()
    return name.utf8.contains { $0 >= 0x80 }
      || wanted.split(separator: " ").allSatisfy { name.contains($0) }
  }

  private func tags(_ typed: String) async -> [EditorCandidate] {
    guard let tags = try? await links.tags() else { return [] }
    let wanted = typed.lowercased()
    let fitting = tags.filter { $0.name.lowercased().hasPrefix(wanted) }
      .sorted { ($1.notes, $0.name) < ($0.notes, $1.name) }
    return fitting.prefix(Self.mostCandidates).map {
      EditorCandidate(shown: "#\($0.name)", written: $0.name)
    }
  }

  /// The text that a link names; empty for one too large to search while someone types.
  private func text(of name: String) async -> Rope {
    if name.isEmpty { return text }
    guard let note = try? await index.find("[[\(name)]]").first?.id,
      let text = try? await reader.readAll(note).text, text.byteCount <= TextSize.merged
    else { return Rope() }
    return text
  }

  private func headings(_ typed: String, in text: Rope) -> [EditorCandidate] {
    let wanted = typed.lowercased()
    var candidates: [EditorCandidate] = []
    for heading in Outline.of(text).headings where candidates.count < Self.mostCandidates {
      let words = heading.title
      guard !words.isEmpty, words.lowercased().contains(wanted) else { continue }
      let shown = String(repeating: "#", count: heading.level) + " " + words
      candidates.append(EditorCandidate(shown: shown, written: words))
    }
    return candidates
  }

  /// Blocks that have a name: ` ^name` at the end of a line.
  private func blocks(_ typed: String, in text: Rope) -> [EditorCandidate] {
    guard let search = LiteralSearch(Array("^".utf8)) else { return [] }
    var candidates: [EditorCandidate] = []
    for match in search.all(in: text, limit: 10_000).matches
    where candidates.count < Self.mostCandidates {
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

  // MARK: - The notes that a person means

  /// The one that a link means where it is written, else those that are called so.
  func notes(_ written: String, in home: LinkHome?) async -> EditorFoundNotes {
    if let home, let found = await target(of: written, in: home) { return found }
    return await notes(named: written)
  }

  /// The one that a link means where it is written.
  private func target(of written: String, in home: LinkHome) async -> EditorFoundNotes? {
    let name = written.prefix { $0 != "#" }
    guard let note = try? await links.target(of: String(name), in: home) else { return nil }
    let known = (try? await index.find(note.path.text))?.first
    let match = known ?? NoteMatch(id: note, title: note.path.stem.text)
    let part = written.dropFirst(name.count + 1)
    return EditorFoundNotes(
      notes: Self.shown([match]), part: part.isEmpty ? nil : String(part))
  }

  /// Those that are called so, else those whose names begin so, else those that have all its words.
  private func notes(named written: String) async -> EditorFoundNotes {
    let matches = (try? await index.find(written)) ?? []
    if matches.contains(where: \.isExact) { return EditorFoundNotes(notes: Self.shown(matches)) }
    // A name may have a `#` in it; most often a part begins there.
    var (name, part) = (written, String?.none)
    if let hash = written.firstIndex(of: "#") {
      name = String(written[..<hash])
      part = String(written[written.index(after: hash)...])
    }
    guard name.utf8.contains(where: { $0 > 0x20 }) else { return EditorFoundNotes() }
    let named = part == nil ? matches : (try? await index.find(name)) ?? []
    if !named.isEmpty { return EditorFoundNotes(notes: Self.shown(named), part: part) }
    let found = await notes(withWords: name, atMost: Self.mostNotes)
    return EditorFoundNotes(
      notes: Self.shown(found.map { NoteMatch(id: $0.id, title: $0.title) }),
      part: part)
  }

  private static func shown(_ matches: [NoteMatch]) -> [EditorFoundNotes.Note] {
    matches.prefix(mostNotes).map { match in
      EditorFoundNotes.Note(id: match.id, shown: "\(match.title) · \(match.id.path.text)")
    }
  }
}
