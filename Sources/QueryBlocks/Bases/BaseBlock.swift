import Bases
import Entities
import Expressions
import Services

/// Answers ` ```base` and `![[X.base#View]]` with the rows of a view. `this` is the note that shows it.
struct BaseBlock {
  let sources: BaseSources
  let files: any VaultFiles
  let budget: WorkBudget

  /// The longest base that is read.
  private static let longest = 1 << 20

  func answer(_ text: String, in note: NoteID?) async throws(BlockProblem) -> BlockAnswer {
    let base = BaseFile(Array(text.utf8))
    return try await answer(base, base.views.first, in: note)
  }

  /// `name`: as in an embed, `X.base#View`.
  func answer(toEmbed name: String, in note: NoteID?) async throws(BlockProblem) -> BlockAnswer {
    let parts = name.split(separator: "#", maxSplits: 1).map(String.init)
    let file = try await path(of: parts[0], from: note)
    let base = BaseFile(try bytes(of: file))
    let view = base.view(named: parts.count > 1 ? parts[1] : nil)
    if base.isReadable, view == nil {
      throw BlockProblem("“\(parts[0])” has no view “\(parts[1])”")
    }
    return try await answer(base, view, in: note)
  }

  private func path(of name: String, from note: NoteID?) async throws(BlockProblem) -> NotePath {
    let table = try await BlockProblem.located { () async throws(NoteIndexError) in
      try await sources.tables.table(.nothing)
    }
    guard let path = table.path(named: name, from: note?.path ?? NotePath("")) else {
      throw BlockProblem("There is no base “\(name)”")
    }
    return path
  }

  private func bytes(of path: NotePath) throws(BlockProblem) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(NoteStoreError) {
      bytes = try files.whole(NoteID(path), atMost: Self.longest)
    } catch {
      throw BlockProblem(error.message)
    }
    guard let bytes else { throw BlockProblem("“\(path.text)” is too long for a base") }
    return bytes
  }

  private func answer(
    _ base: BaseFile, _ view: BaseView?, in note: NoteID?
  ) async throws(BlockProblem) -> BlockAnswer {
    guard base.isReadable, let view else {
      return BlockAnswer(Self.rows(of: base.problems), showsSource: true)
    }
    let table = try await BlockProblem.located { () async throws(NoteIndexError) in
      try await BaseTable.of(
        view, in: base, this: note?.path, from: sources, cellsOfFirst: AnswerRoom.mostRows,
        within: budget)
    }
    var rows = BaseAnswer(table, isList: view.type == "list", links: AnswerLinks(from: note))
    rows.write()
    let problems = Self.rows(of: table.problems)
    return BlockAnswer(rows.rows + problems, showsSource: !problems.isEmpty)
  }

  private static func rows(of problems: [BaseProblem]) -> [AnswerRow] {
    let shown = problems.prefix(20).map { problem in
      BlockProblem(
        problem.reason.capitalizedFirst, at: .init(line: problem.line, column: problem.column)
      ).text
    }
    let more = problems.count > shown.count ? ["… and \(problems.count - shown.count) more."] : []
    return (shown + more).enumerated().map { number, words in
      AnswerRow([.text("⚠ \(words)")], .item(depth: 0), isApart: number == 0)
    }
  }
}
