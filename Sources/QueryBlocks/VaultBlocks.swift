import Bases
package import Entities
import Expressions
package import Services
package import VaultSettings

/// Answers query blocks from the vault's index and files.
package struct VaultBlocks: BlockQueries {
  private let search: any NoteSearch
  private let tasks: any TaskScanning
  private let store: any NoteStore
  private let bases: BaseSources
  private let foreign: any ForeignSettings
  private let files: any VaultFiles
  private let clock: any WallClock

  package init(
    search: any NoteSearch, tasks: any TaskScanning, store: any NoteStore, tables: any FileTables,
    foreign: any ForeignSettings, files: any VaultFiles, clock: any WallClock
  ) {
    self.search = search
    self.tasks = tasks
    self.store = store
    bases = BaseSources(tables: tables, foreign: foreign, clock: clock)
    self.foreign = foreign
    self.files = files
    self.clock = clock
  }

  /// The most bytes of a block.
  private static let longest = 64 << 10

  package var inlineSign: String {
    (foreign.dataviewPlugin().value ?? DataviewSettings()).inlineSign
  }

  @concurrent
  package func answer(_ block: QueryBlock, in note: NoteID?) async -> BlockAnswer {
    let budget = WorkBudget.ofBlock
    var answer = await answer(block, in: note, within: budget)
    answer.work = budget.work
    return answer
  }

  private func answer(
    _ block: QueryBlock, in note: NoteID?, within budget: WorkBudget
  ) async -> BlockAnswer {
    do throws(BlockProblem) {
      guard block.text.utf8.count <= Self.longest else {
        throw BlockProblem("The block is too long: it may have \(Self.longest >> 10) KiB")
      }
      let today = clock.civil(clock.now)
      let base = BaseBlock(sources: bases, files: files, budget: budget)
      let dataview = DataviewBlock(sources: bases, tasks: tasks, files: files, budget: budget)
      switch block.language {
      case .query:
        return try await SearchBlock(
          search: search, today: today, links: AnswerLinks(from: note), budget: budget
        ).answer(block.text)
      case .tasks:
        return try await TasksBlock(
          tasks: tasks, store: store, settings: foreign.tasksPlugin(), today: Day(today),
          budget: budget
        ).answer(block.text, in: note)
      case .base: return try await base.answer(block.text, in: note)
      case .baseFile: return try await base.answer(toEmbed: block.text, in: note)
      case .dataview: return try await dataview.answer(block.text, in: note)
      case .inline: return try await dataview.answer(toInline: block.text, in: note)
      case .dataviewjs: throw BlockProblem("This is JavaScript, which is not run here")
      }
    } catch {
      return BlockAnswer([.notice(error.text)], showsSource: true)
    }
  }
}
