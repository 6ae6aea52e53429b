import Bytes
import Entities
import Saving
import Services
import TextEngine
import VaultSettings

/// A completion at the cursor: its row and its text.
struct EditorCandidate: Equatable, Sendable {
  var shown: String
  var written: String
  /// Whether it is a whole link with its brackets.
  var isWhole = false
}

/// The notes with a typed name, and the typed part of them.
struct EditorFoundNotes: Equatable, Sendable {
  var notes: [NoteMatch] = []
  var part: String?
}

/// Finds notes, headings, blocks and tags by the beginning of their names. A failing index finds nothing:
/// that is not worth a message while someone types.
struct NameLookup: Sendable {
  let index: any NoteIndex
  let links: any NoteLinks
  let reader: NoteTextReader
  /// The note in the editor, and its text.
  let home: NoteID?
  let text: Rope

  private static let mostCandidates = 8
  /// The number of notes that the keys 1 to 9 can choose from.
  private static let mostNotes = 9
  /// The number of notes that are ranked.
  static let mostRanked = 64

  func candidates(for completion: Completion) async -> [EditorCandidate] {
    let typed = completion.typed
    return switch completion.kind {
    case .note: await notes(typed)
    case .tag: await tags(typed)
    case .heading(let name): await parts(of: name) { headings(typed, in: $0) }
    case .block(let name): await parts(of: name, prefix: "^") { blocks(typed, in: $0) }
    case .anyHeading: await headings(typed)
    case .anyBlock: await blocks(typed)
    }
  }

  /// Returns the notes with these words, newest first.
  func notes(withWords words: String, atMost limit: Int) async -> [NoteSummary] {
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
    // Names that begin with the words come first, then names with the words in them, each by date.
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

  /// An alias is no target: it becomes the text of a link to the file.
  private func aliases(_ typed: String) async -> [NewLinkTarget] {
    guard !typed.isEmpty, let matches = try? await index.find(typed) else { return [] }
    let wanted = typed.lowercased()
    var wishes: [NewLinkTarget] = []
    for note in await links.offered(matches.prefix(Self.mostCandidates).map(\.id))
    where note != home {
      guard let details = try? await index.details(of: note) else { continue }
      for alias in details.aliases where alias.lowercased().hasPrefix(wanted) {
        // These characters would end the link or its text.
        if alias.contains(where: { "[]|#\n".contains($0) }) { continue }
        wishes.append(NewLinkTarget(note: note, words: alias))
      }
    }
    return wishes
  }

  /// Finds parts of a linked note, or of this text without a name. In a vault with Markdown links, a link
  /// that begins with `[[Note#` becomes a Markdown link.
  private func parts(
    of name: String, prefix: String = "", _ find: (Rope) -> [EditorCandidate]
  ) async -> [EditorCandidate] {
    var (note, text) = (NoteID?.none, text)
    if !name.isEmpty {
      // A larger text cannot be searched while someone types.
      guard let linked = try? await index.find("[[\(name)]]").first?.id,
        let read = try? await reader.readAll(linked).text, read.byteCount <= TextSize.merged
      else { return [] }
      (note, text) = (linked, read)
    }
    let candidates = find(text)
    let wishes = candidates.map { NewLinkTarget(note: note, part: prefix + $0.written) }
    guard let written = try? await links.newLinks(to: wishes, from: home) else { return candidates }
    return zip(candidates, written).map { candidate, link in
      link.isMarkdown
        ? EditorCandidate(shown: candidate.shown, written: link.text, isWhole: true) : candidate
    }
  }

  /// Headings with the words in any note; those that begin with them come first.
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

  static func rank(_ note: NoteSummary, _ wanted: String) -> Int {
    let names = [note.title.lowercased(), note.id.path.stem.text.lowercased()]
    if names.contains(where: { $0.hasPrefix(wanted) }) { return 0 }
    return names.contains { $0.contains(wanted) } ? 1 : 2
  }

  /// Whether the note's title or path has all words. A name beyond ASCII may have them with accents, so
  /// it passes.
  static func isNamed(_ note: NoteSummary, _ wanted: String) -> Bool {
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

  private func headings(_ typed: String, in text: Rope) -> [EditorCandidate] {
    let wanted = typed.lowercased()
    let fitting = Outline.of(text).headings.filter {
      !$0.title.isEmpty && $0.title.lowercased().contains(wanted)
    }
    return fitting.prefix(Self.mostCandidates).map {
      EditorCandidate(
        shown: String(repeating: "#", count: $0.level) + " " + $0.title, written: $0.title)
    }
  }

  /// Finds named blocks: ` ^name` at the end of a line.
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
      guard !name.isEmpty, name.allSatisfy(Byte.isName), written.hasPrefix(typed) else { continue }
      let start = max(line.lowerBound, match.lowerBound - 60)
      let words = String(decoding: text.bytes(in: start..<match.lowerBound), as: UTF8.self)
      candidates.append(EditorCandidate(shown: "^\(written) · \(words)", written: written))
    }
    return candidates
  }

  // MARK: - Notes by name

  /// Returns the target of a link in `home`, otherwise the notes with this name.
  func notes(_ written: String, in home: LinkHome?) async -> EditorFoundNotes {
    if let home, let found = await target(of: written, in: home) { return found }
    var found = await notes(named: written)
    found.notes = Array(found.notes.prefix(Self.mostNotes))
    return found
  }

  private func target(of written: String, in home: LinkHome) async -> EditorFoundNotes? {
    let name = written.prefix { $0 != "#" }
    guard let note = try? await links.target(of: String(name), in: home) else { return nil }
    let known = (try? await index.find(note.path.text))?.first
    let match = known ?? NoteMatch(id: note, title: note.path.stem.text)
    let part = written.dropFirst(name.count + 1)
    return EditorFoundNotes(notes: [match], part: part.isEmpty ? nil : String(part))
  }

  /// Returns notes with this name, else with names that begin so, else with all its words.
  private func notes(named written: String) async -> EditorFoundNotes {
    let matches = (try? await index.find(written)) ?? []
    if matches.contains(where: \.isExact) { return EditorFoundNotes(notes: matches) }
    // A name may have a `#`, but usually that begins a part.
    var (name, part) = (written, String?.none)
    if let hash = written.firstIndex(of: "#") {
      name = String(written[..<hash])
      part = String(written[written.index(after: hash)...])
    }
    guard name.utf8.contains(where: { $0 > 0x20 }) else { return EditorFoundNotes() }
    let named = part == nil ? matches : (try? await index.find(name)) ?? []
    if !named.isEmpty { return EditorFoundNotes(notes: named, part: part) }
    let found = await notes(withWords: name, atMost: Self.mostNotes)
    return EditorFoundNotes(
      notes: found.map { NoteMatch(id: $0.id, title: $0.title) }, part: part)
  }
}
