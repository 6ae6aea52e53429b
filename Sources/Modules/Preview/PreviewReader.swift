import Embedding
import Entities
import Markdown
import Services

/// Reads notes and their embeds, off the main actor.
struct PreviewReader: Sendable {
  let embeds: EmbedReader
  let links: (any NoteLinks)?
  /// Records the note being shown, in case the program dies of it.
  var shown: (any ShownNotes)?

  private var store: any NoteStore { embeds.store }

  /// Reads a note. Query blocks stay as written until their answers are filled in.
  @concurrent
  func text(of note: NoteID) async throws -> PreviewText {
    try begin(note)
    defer { shown?.wasShown(note) }
    let bytes = try await store.beginning(of: note, atMost: RenderedNote.limit + 1)
    var found = EmbedReader.Found()
    let embeds = await embeds.all(in: bytes, of: note, asking: note, &found)
    return make(bytes, embeds, await blocks(in: bytes), found, earlier: nil)
  }

  /// Reads a short note. Nil if the note is long or embeds others, which may change without it.
  @concurrent
  func shortText(of note: NoteID) async throws -> PreviewText? {
    try begin(note)
    defer { shown?.wasShown(note) }
    let bytes = try await store.beginning(of: note, atMost: Self.shortLimit + 1)
    if bytes.count > Self.shortLimit || !EmbedNames.all(in: bytes).isEmpty { return nil }
    if !embeds.queryBlocks(in: bytes).isEmpty || !BlockReferences.ids(in: bytes).isEmpty {
      return nil
    }
    return make(bytes, Embeds(), [:], EmbedReader.Found(), earlier: nil)
  }

  private static let shortLimit = 64 << 10

  /// An earlier run died while it showed this note.
  struct Stopped: Error {}

  private func begin(_ note: NoteID) throws {
    guard let shown else { return }
    if shown.stopped(at: note) { throw Stopped() }
    shown.willShow(note)
  }

  @concurrent
  func text(of source: any PreviewSource, earlier: PreviewText?) async -> PreviewText {
    if let note = source.note { shown?.willShow(note) }
    defer { if let note = source.note { shown?.wasShown(note) } }
    let bytes = source.bytes(atMost: RenderedNote.limit + 1)
    var found = EmbedReader.Found()
    let embeds = await embeds.all(in: bytes, of: nil, asking: source.note, &found)
    return make(bytes, embeds, await blocks(in: bytes), found, earlier: earlier)
  }

  /// Returns the text of blocks that are embedded by their IDs, as in Logseq.
  private func blocks(in bytes: [UInt8]) async -> [String: [UInt8]] {
    var words: [String: [UInt8]] = [:]
    for id in BlockReferences.ids(in: bytes).prefix(EmbedReader.mostEmbeds) {
      guard let note = try? await links?.blocks(named: id, atMost: 1).first?.note,
        let text = try? await store.beginning(of: note, atMost: EmbedReader.embedLimit)
      else { continue }
      words[id] = BlockReferences.words(of: id, in: text)
    }
    return words
  }

  private func make(
    _ bytes: [UInt8], _ embeds: Embeds, _ blocks: [String: [UInt8]],
    _ found: EmbedReader.Found, earlier: PreviewText?
  ) -> PreviewText {
    let isCut = bytes.count > RenderedNote.limit
    let shown = isCut ? Array(bytes.prefix(RenderedNote.limit)) : bytes
    let filled = blocks.isEmpty ? shown : BlockReferences.filled(shown, with: blocks)
    let note = RenderedNote(filled, embeds: embeds, isCut: isCut, reusing: earlier?.note)
    // Prepare the visible part and slow parts here, off the main actor.
    note.readAhead()
    let headings = NoteParts.headings(of: shown).map {
      PreviewHeading(level: $0.level, title: $0.title, line: $0.line)
    }
    return PreviewText(
      bytes: shown, note: note, headings: headings,
      mayHavePictures: Self.mayHavePictures(shown), sources: found.sources, asked: found.asked)
  }

  private static func mayHavePictures(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while let sign = rest.firstIndex(of: UInt8(ascii: "!")) {
      if sign + 1 < bytes.count, bytes[sign + 1] == UInt8(ascii: "[") { return true }
      rest = bytes[(sign + 1)...]
    }
    return false
  }
}
