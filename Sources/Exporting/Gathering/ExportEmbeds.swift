import Entities
import Markdown
import NoteSyntax
import QueryBlocks
import Services

/// Reads what notes show of others. What is hidden is shown nowhere.
struct ExportEmbeds {
  private let services: ExportServices
  private let names: FileNames
  private let hidden: Set<NotePath>
  private let queries: VaultBlocks

  /// Notes that show notes that show notes.
  private static let deepest = 3
  private static let mostEmbeds = 30
  private static let embedLimit = 128 << 10
  private static let mostBlocks = 50

  init(_ services: ExportServices, _ plan: ExportPlan, _ names: FileNames) {
    self.services = services
    self.names = names
    hidden = plan.hidden
    queries = VaultBlocks(
      search: ShownSearch(all: services.search, hidden: hidden),
      tasks: ShownTasks(all: services.tasks, hidden: hidden), store: services.store,
      tables: ShownTables(all: services.tables, hidden: hidden), foreign: services.foreign,
      files: services.files, clock: services.clock)
  }

  func all(in text: [UInt8], of note: NotePath) async -> Embeds {
    var left = (embeds: Self.mostEmbeds, blocks: Self.mostBlocks)
    return await all(in: text, of: note, trail: [note], &left)
  }

  private func all(
    in text: [UInt8], of note: NotePath, trail: [NotePath], _ left: inout (embeds: Int, blocks: Int)
  ) async -> Embeds {
    let sign = Array(queries.inlineSign.utf8)
    var embeds = Embeds(inlineSign: sign)
    for block in QueryFences.blocks(in: text, inlineSign: sign) where left.blocks > 0 {
      left.blocks -= 1
      let answer = await queries.answer(block, in: NoteID(note))
      embeds.answers[block] = Embeds.Answer(
        answer.markdown, origins: answer.lines.map(\.origin), showsSource: answer.showsSource)
    }
    if trail.count > Self.deepest { return embeds }
    for name in EmbedNames.all(in: text) where left.embeds > 0 && embeds.texts[name.written] == nil
    {
      if name.isBase {
        guard left.blocks > 0 else { continue }
        left.blocks -= 1
        let answer = await queries.answer(QueryBlock(.baseFile, name.written), in: NoteID(note))
        embeds.texts[name.written] = Embeds.Text(answer.markdown)
        continue
      }
      let target =
        name.note.isEmpty
        ? note : names.target(of: LinkName(.wiki, Array(name.note.utf8)), from: note)
      // A part of the same note is shown; all of it would show itself.
      guard let target, target.isOfNote, !hidden.contains(target),
        !trail.contains(target) || name.part != nil && trail.last == target,
        let bytes = try? await services.store.beginning(
          of: NoteID(target), atMost: Self.embedLimit),
        let part = EmbeddedPart.bytes(of: name.part, in: bytes)
      else { continue }
      left.embeds -= 1
      let inner =
        trail.last == target
        ? Embeds() : await all(in: part, of: target, trail: trail + [target], &left)
      embeds.texts[name.written] = Embeds.Text(part, embeds: inner)
    }
    return embeds
  }
}
