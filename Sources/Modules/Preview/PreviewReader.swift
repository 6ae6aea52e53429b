import Entities
import Markdown
import Services

/// Reads notes and what they embed, off the main actor.
struct PreviewReader: Sendable {
  let store: any NoteStore
  let index: (any NoteIndex)?
  let links: (any NoteLinks)?

  /// Notes that show notes that show notes.
  private static let deepest = 3
  /// A note shows no more than so many others, nor more than this of each.
  private static let mostEmbeds = 30
  private static let embedLimit = 128 << 10

  @concurrent
  func text(of note: NoteID) async throws -> PreviewText {
    let bytes = try await store.beginning(of: note, atMost: RenderedNote.limit + 1)
    let names = EmbedNames.all(in: bytes)
    var left = Self.mostEmbeds
    var sources: [String: NoteID] = [:]
    let embeds = await embeds(names, in: note, trail: [note], left: &left, &sources)
    return make(bytes, embeds, sources, earlier: nil)
  }

  /// Nil of a long note, and of one that shows others: these may change without it.
  @concurrent
  func shortText(of note: NoteID) async throws -> PreviewText? {
    let bytes = try await store.beginning(of: note, atMost: Self.shortLimit + 1)
    if bytes.count > Self.shortLimit || !EmbedNames.all(in: bytes).isEmpty { return nil }
    return make(bytes, Embeds(), [:], earlier: nil)
  }

  private static let shortLimit = 64 << 10

  @concurrent
  func text(of source: any PreviewSource, earlier: PreviewText?) async -> PreviewText {
    let bytes = source.bytes(atMost: RenderedNote.limit + 1)
    var left = Self.mostEmbeds
    var sources: [String: NoteID] = [:]
    let embeds = await embeds(
      EmbedNames.all(in: bytes), in: nil, trail: [], left: &left, &sources)
    return make(bytes, embeds, sources, earlier: earlier)
  }

  private func make(
    _ bytes: [UInt8], _ embeds: Embeds, _ sources: [String: NoteID], earlier: PreviewText?
  ) -> PreviewText {
    let isCut = bytes.count > RenderedNote.limit
    let shown = isCut ? Array(bytes.prefix(RenderedNote.limit)) : bytes
    let note = RenderedNote(shown, embeds: embeds, isCut: isCut, reusing: earlier?.note)
    // Here, and not on the way of a frame: what is seen first, and what would take long.
    note.readAhead()
    let headings = NoteParts.headings(of: shown).map {
      PreviewHeading(level: $0.level, title: $0.title, line: $0.line)
    }
    return PreviewText(
      bytes: shown, note: note, headings: headings,
      mayHavePictures: Self.mayHavePictures(shown), sources: sources)
  }

  private static func mayHavePictures(_ bytes: [UInt8]) -> Bool {
    var place = bytes[...]
    while let sign = place.firstIndex(of: UInt8(ascii: "!")) {
      if sign + 1 < bytes.count, bytes[sign + 1] == UInt8(ascii: "[") { return true }
      place = bytes[(sign + 1)...]
    }
    return false
  }

  /// A note that shows itself, by whatever way, does so once. `sources` gets whose text each shows.
  private func embeds(
    _ names: [EmbedNames.Name], in note: NoteID?, trail: [NoteID], left: inout Int,
    _ sources: inout [String: NoteID]
  ) async -> Embeds {
    guard !names.isEmpty, trail.count <= Self.deepest else { return Embeds() }
    var records: [LinkRecord]?
    if let note { records = try? await links?.links(from: note) }
    var embeds = Embeds()
    for name in names where left > 0 && embeds.texts[name.written] == nil {
      var target = trail.last
      if !name.note.isEmpty {
        target =
          records?.first { $0.isEmbed && EmbedNames.target(of: $0.written) == name.written }?
          .target
        if target == nil {
          target = (try? await index?.find(name.note))?.first { $0.isExact }?.id
        }
      }
      // A part of the same note is shown; all of it would show itself.
      guard let target, !trail.contains(target) || name.part != nil && trail.last == target else {
        continue
      }
      left -= 1
      guard let bytes = try? await store.beginning(of: target, atMost: Self.embedLimit),
        let part = EmbeddedPart.bytes(of: name.part, in: bytes)
      else { continue }
      sources[name.written] = target
      // Theirs are not this note's.
      var others: [String: NoteID] = [:]
      let inner =
        trail.last == target
        ? Embeds()
        : await self.embeds(
          EmbedNames.all(in: part), in: target, trail: trail + [target], left: &left, &others)
      embeds.texts[name.written] = Embeds.Text(part, embeds: inner)
    }
    return embeds
  }
}
