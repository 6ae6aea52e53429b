import Embedding
import Entities
import Markdown
import NoteSyntax
import OpenVault
import QueryBlocks
import Services

extension ExportServices {
  /// Reads what notes show of others. What is hidden is shown nowhere.
  func embedReader(_ names: FileNames, hiding hidden: Set<NotePath>) -> EmbedReader {
    EmbedReader(
      store: vault.store, targets: ShownTargets(names: names, hidden: hidden),
      queries: VaultBlocks(
        search: ShownSearch(all: vault.queries.search, hidden: hidden),
        tasks: ShownTasks(all: tasks, hidden: hidden), store: vault.store,
        tables: ShownTables(all: tables, hidden: hidden), foreign: vault.foreign,
        files: vault.files,
        clock: clock))
  }
}

private struct ShownTargets: EmbedTargets {
  let names: FileNames
  let hidden: Set<NotePath>

  func targets(of embeds: [EmbedNames.Name], in note: NoteID?) async -> [String: NoteID] {
    guard let note else { return [:] }
    var targets: [String: NoteID] = [:]
    for embed in embeds where targets[embed.written] == nil {
      let target = names.target(of: LinkName(.wiki, Array(embed.note.utf8)), from: note.path)
      guard let target, target.isOfNote, !hidden.contains(target) else { continue }
      targets[embed.written] = NoteID(target)
    }
    return targets
  }
}
