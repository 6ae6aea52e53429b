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

  /// What the query blocks come to as far as that is known.
  @concurrent
  func text(
    of note: NoteID, answers: [AskedBlock: AnsweredBlock] = [:]
  ) async throws -> PreviewText {
    let bytes = try await store.beginning(of: note, atMost: RenderedNote.limit + 1)
    var found = Found(answers: answers, left: Self.mostEmbeds)
    let embeds = await embeds(in: bytes, of: note, asking: note, trail: [note], &found)
    return make(bytes, embeds, await blocks(in: bytes), found, earlier: nil)
  }

  /// Nil of a long note, and of one that shows others: these may change without it.
  @concurrent
  func shortText(of note: NoteID) async throws -> PreviewText? {
    let bytes = try await store.beginning(of: note, atMost: Self.shortLimit + 1)
    if bytes.count > Self.shortLimit || !EmbedNames.all(in: bytes).isEmpty { return nil }
    if !QueryFences.blocks(in: bytes).isEmpty || !BlockReferences.ids(in: bytes).isEmpty {
      return nil
    }
    return make(bytes, Embeds(), [:], Found(answers: [:], left: 0), earlier: nil)
  }

  private static let shortLimit = 64 << 10

  @concurrent
  func text(
    of source: any PreviewSource, answers: [AskedBlock: AnsweredBlock] = [:], earlier: PreviewText?
  ) async -> PreviewText {
    let bytes = source.bytes(atMost: RenderedNote.limit + 1)
    var found = Found(answers: answers, left: Self.mostEmbeds)
    let embeds = await embeds(in: bytes, of: nil, asking: source.note, trail: [], &found)
    return make(bytes, embeds, await blocks(in: bytes), found, earlier: earlier)
  }

  /// What a text shows of others, gathered on the way through it.
  private struct Found {
    let answers: [AskedBlock: AnsweredBlock]
    /// Embeds that may still come.
    var left: Int
    /// Whose text each embed of the note itself shows.
    var sources: [String: NoteID] = [:]
    var asked: [AskedBlock] = []

    /// What is known of a block, which is asked for.
    mutating func answer(to block: QueryBlock, in note: NoteID?) -> AnsweredBlock? {
      let block = AskedBlock(block: block, note: note)
      if !asked.contains(block), asked.count < PreviewReader.mostBlocks { asked.append(block) }
      return answers[block]
    }
  }

  /// The words of blocks that a text shows by their ids, as Logseq does.
  private func blocks(in bytes: [UInt8]) async -> [String: [UInt8]] {
    var words: [String: [UInt8]] = [:]
    for id in BlockReferences.ids(in: bytes).prefix(Self.mostEmbeds) {
      guard let note = try? await links?.blocks(named: id, atMost: 1).first?.note,
        let text = try? await store.beginning(of: note, atMost: Self.embedLimit)
      else { continue }
      words[id] = BlockReferences.words(of: id, in: text)
    }
    return words
  }

  private func make(
    _ bytes: [UInt8], _ embeds: Embeds, _ blocks: [String: [UInt8]], _ found: Found,
    earlier: PreviewText?
  ) -> PreviewText {
    let isCut = bytes.count > RenderedNote.limit
    let shown = isCut ? Array(bytes.prefix(RenderedNote.limit)) : bytes
    let filled = blocks.isEmpty ? shown : BlockReferences.filled(shown, with: blocks)
    let note = RenderedNote(filled, embeds: embeds, isCut: isCut, reusing: earlier?.note)
    // Here, and not on the way of a frame: what is seen first, and what would take long.
    note.readAhead()
    let headings = NoteParts.headings(of: shown).map {
      PreviewHeading(level: $0.level, title: $0.title, line: $0.line)
    }
    return PreviewText(
      bytes: shown, note: note, headings: headings,
      mayHavePictures: Self.mayHavePictures(shown), sources: found.sources, asked: found.asked)
  }

  private static func mayHavePictures(_ bytes: [UInt8]) -> Bool {
    var place = bytes[...]
    while let sign = place.firstIndex(of: UInt8(ascii: "!")) {
      if sign + 1 < bytes.count, bytes[sign + 1] == UInt8(ascii: "[") { return true }
      place = bytes[(sign + 1)...]
    }
    return false
  }

  /// A note shows no more than so many query blocks.
  private static let mostBlocks = 50

  private func embeds(
    in bytes: [UInt8], of note: NoteID?, asking asker: NoteID?, trail: [NoteID],
    _ found: inout Found
  ) async -> Embeds {
    var embeds = await texts(EmbedNames.all(in: bytes), in: note, trail: trail, &found)
    for block in QueryFences.blocks(in: bytes) {
      embeds.answers[block] = found.answer(to: block, in: asker)?.shown
    }
    for name in EmbedNames.all(in: bytes) where name.isBase {
      let answer = found.answer(to: QueryBlock(.baseFile, name.written), in: asker)
      embeds.texts[name.written] = answer.map { Embeds.Text($0.answer.markdown) }
    }
    return embeds
  }

  /// A note that shows itself, by whatever way, does so once.
  private func texts(
    _ names: [EmbedNames.Name], in note: NoteID?, trail: [NoteID], _ found: inout Found
  ) async -> Embeds {
    guard !names.isEmpty, trail.count <= Self.deepest else { return Embeds() }
    var records: [LinkRecord]?
    if let note { records = try? await links?.links(from: note) }
    var embeds = Embeds()
    for name in names where found.left > 0 && !name.isBase && embeds.texts[name.written] == nil {
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
      found.left -= 1
      guard let bytes = try? await store.beginning(of: target, atMost: Self.embedLimit),
        let part = EmbeddedPart.bytes(of: name.part, in: bytes)
      else { continue }
      // Those of the embedded text are not this note's.
      var sources = found.sources
      sources[name.written] = target
      let inner =
        trail.last == target
        ? Embeds()
        : await self.embeds(
          in: part, of: target, asking: target, trail: trail + [target], &found)
      found.sources = sources
      embeds.texts[name.written] = Embeds.Text(part, embeds: inner)
    }
    return embeds
  }
}
