package import Entities
package import Markdown
package import Services

/// Reads the content that notes embed: other notes, bases, and the answers to query blocks.
package struct EmbedReader: Sendable {
  package let store: any NoteStore
  private let targets: any EmbedTargets
  private let queries: (any BlockQueries)?

  package init(
    store: any NoteStore, targets: any EmbedTargets, queries: (any BlockQueries)?
  ) {
    (self.store, self.targets, self.queries) = (store, targets, queries)
  }

  private static let deepest = 3
  /// The number of embeds that a note shows, and the bytes that it shows of each.
  package static let mostEmbeds = 30
  package static let embedLimit = 128 << 10
  /// The number of query blocks that a note may have answered.
  private static let mostBlocks = 50

  /// The state of one pass through a note and its embeds.
  package struct Found {
    /// The number of embeds that may still follow.
    fileprivate var left = EmbedReader.mostEmbeds
    /// The note that each of the note's own embeds shows.
    package fileprivate(set) var sources: [String: NoteID] = [:]
    package fileprivate(set) var asked: [AskedBlock] = []

    package init() {}

    fileprivate mutating func ask(_ block: QueryBlock, in note: NoteID?) {
      let block = AskedBlock(block, in: note)
      if asked.count < EmbedReader.mostBlocks, !asked.contains(block) { asked.append(block) }
    }
  }

  /// Returns all embeds of a note, after every query block in it and in its embeds is answered.
  @concurrent
  package func all(in bytes: [UInt8], of note: NoteID) async -> Embeds {
    var found = Found()
    let embeds = await all(in: bytes, of: note, asking: note, &found)
    guard let queries, !found.asked.isEmpty else { return embeds }
    return embeds.answered(await queries.answers(to: found.asked))
  }

  private var inlineSign: [UInt8] {
    (queries?.inlineSign).map { Array($0.utf8) } ?? InlineQueries.defaultPrefix
  }

  package func queryBlocks(in bytes: [UInt8]) -> [QueryBlock] {
    QueryFences.blocks(in: bytes, inlineSign: inlineSign)
  }

  /// Returns the embeds without answers. `note` is nil for a text without a file; its query blocks
  /// belong to `asker`.
  package func all(
    in bytes: [UInt8], of note: NoteID?, asking asker: NoteID?, _ found: inout Found
  ) async -> Embeds {
    await all(in: bytes, of: note, asking: asker, trail: note.map { [$0] } ?? [], &found)
  }

  private func all(
    in bytes: [UInt8], of note: NoteID?, asking asker: NoteID?, trail: [NoteID],
    _ found: inout Found
  ) async -> Embeds {
    let names = EmbedNames.all(in: bytes)
    var embeds = await texts(names.filter { !$0.isBase }, in: note, trail: trail, &found)
    embeds.inlineSign = inlineSign
    embeds.answers.asker = asker
    for block in queryBlocks(in: bytes) { found.ask(block, in: asker) }
    for name in names where name.isBase {
      found.ask(QueryBlock(.baseFile, name.written), in: asker)
    }
    return embeds
  }

  /// A note that embeds itself, directly or through others, is shown only once.
  private func texts(
    _ names: [EmbedNames.Name], in note: NoteID?, trail: [NoteID], _ found: inout Found
  ) async -> Embeds {
    var embeds = Embeds()
    guard !names.isEmpty, trail.count <= Self.deepest else { return embeds }
    let others = names.filter { !$0.note.isEmpty }
    let targets =
      others.isEmpty ? [:] : await self.targets.targets(of: others, in: note)
    for name in names where found.left > 0 && embeds.texts[name.written] == nil {
      // A part of the same note is allowed; the whole note would embed itself.
      guard let target = name.note.isEmpty ? trail.last : targets[name.written],
        !trail.contains(target) || name.part != nil && trail.last == target
      else { continue }
      found.left -= 1
      guard let bytes = try? await store.beginning(of: target, atMost: Self.embedLimit),
        let part = EmbeddedPart.bytes(of: name.part, in: bytes)
      else { continue }
      // Restored below: the sources of the embedded text are not this note's.
      var sources = found.sources
      sources[name.written] = target
      let inner =
        trail.last == target
        ? Embeds()
        : await all(in: part, of: target, asking: target, trail: trail + [target], &found)
      found.sources = sources
      embeds.texts[name.written] = Embeds.Text(part, embeds: inner)
    }
    return embeds
  }
}
