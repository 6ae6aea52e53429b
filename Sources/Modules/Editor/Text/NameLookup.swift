import Bytes
import Entities
import Saving
import Services
import TextEngine
import UseCases
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

  func candidates(for completion: Completion) async -> [EditorCandidate] {
    let typed = completion.typed
    return switch completion.kind {
    case .note: await notes(typed)
    case .tag: await tags(typed)
    case .heading(let name): await parts(of: name) { headings(typed, in: $0) }
    case .block(let name): await parts(of: name, prefix: "^") { blocks(typed, in: $0) }
    case .anyHeading:
      Self.candidates(await names.headings(typed, atMost: Self.mostCandidates))
    case .anyBlock: Self.candidates(await names.blocks(typed, atMost: Self.mostCandidates))
    }
  }

  var names: LinkNames { LinkNames(index: index, links: links, home: home) }

  private func notes(_ typed: String) async -> [EditorCandidate] {
    await names.notes(typed, atMost: Self.mostCandidates).map { found in
      let (title, link) = (found.title, found.link)
      let name = link.isMarkdown ? found.note.path.stem.text : link.name
      let inside = found.alias.map { "\(link.name)|\($0)" } ?? link.name
      let both = found.alias == nil ? [name, title] : [title, name]
      return EditorCandidate(
        shown: title.isEmpty ? name : both.joined(separator: " · "),
        written: link.isMarkdown ? link.text : inside, isWhole: link.isMarkdown)
    }
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

  private static func candidates(_ parts: [LinkNames.Part]) -> [EditorCandidate] {
    parts.map { found in
      let sign = found.part.level.map { String(repeating: "#", count: $0) + " " } ?? "^"
      return EditorCandidate(
        shown: "\(sign)\(found.part.text) · \(found.part.title)", written: found.link.text,
        isWhole: true)
    }
  }

  private func tags(_ typed: String) async -> [EditorCandidate] {
    await names.tags(typed, atMost: Self.mostCandidates).map {
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
    let found = await names.notes(withWords: name, atMost: Self.mostNotes)
    return EditorFoundNotes(
      notes: found.map { NoteMatch(id: $0.id, title: $0.title) }, part: part)
  }
}
