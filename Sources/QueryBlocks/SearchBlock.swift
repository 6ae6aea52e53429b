import Entities
import Expressions
import NoteQueries
import Services

/// Answers ` ```query` blocks with the notes that a search finds and the matching lines.
struct SearchBlock {
  let search: any NoteSearch
  let today: CivilTime
  let links: AnswerLinks
  let budget: WorkBudget

  /// The most notes in an answer.
  private static let mostNotes = 50

  func answer(_ text: String) async throws(BlockProblem) -> BlockAnswer {
    let query = try query(text)
    try budget.pay(query.work)
    let found: SearchAnswer
    do throws(NoteIndexError) {
      found = try await search.search(query, limit: Self.mostNotes, excerpts: true)
    } catch .badExpression(let expression, let reason) {
      throw BlockProblem(
        NoteIndexError.badExpression(expression, reason: reason).message,
        at: text.firstIndex(of: "/").map {
          Self.location(text.distance(from: text.startIndex, to: $0), in: text)
        })
    } catch {
      throw BlockProblem(error)
    }
    if found.hits.isEmpty { return BlockAnswer([.remark("No note is found.")]) }
    var rows = found.hits.flatMap(rows)
    if found.hasMore {
      rows.append(
        .remark("… and more: only the newest \(Self.mostNotes) are shown.", isApart: true))
    }
    return BlockAnswer(rows)
  }

  private func query(_ text: String) throws(BlockProblem) -> NoteQuery {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw BlockProblem("There is nothing to search for", at: .init(line: 1, column: 1))
    }
    return try rethrow(NoteQuery(parsing: text, today: today)) { (error: QueryError) in
      BlockProblem(error.message, at: Self.location(error.position, in: text))
    }
  }

  private static func location(_ position: Int, in text: String) -> BlockProblem.Location {
    let before = text.prefix(position)
    return .init(
      line: before.count(where: \.isNewline) + 1,
      column: before.reversed().prefix { !$0.isNewline }.count + 1)
  }

  private func rows(of hit: SearchHit) -> [AnswerRow] {
    let address = links.address(of: hit.id.path)
    let title = AnswerRow(
      [links.link(hit.title, to: hit.id.path)], .item(depth: 0), origin: links.origin(hit.id))
    let lines = hit.lines.map { line in
      AnswerRow(
        [.link(String(line.number), to: address), .text(" ")] + Self.marked(line), .item(depth: 1),
        origin: links.origin(hit.id, line: line.number))
    }
    if hit.moreLines == 0 { return [title] + lines }
    let more = AnswerRun.markdown("… and \(hit.moreLines) more")
    return [title] + lines + [AnswerRow([.emphasis([more])], .item(depth: 1))]
  }

  /// Returns a line in which the matches are bold.
  private static func marked(_ line: SearchHit.Line) -> [AnswerRun] {
    let bytes = Array(line.text.utf8)
    var (marked, position): ([AnswerRun], Int) = ([], 0)
    func text(_ end: Int) -> AnswerRun {
      .text(String(decoding: bytes[position..<end], as: UTF8.self))
    }
    for match in line.matches where match.lowerBound >= position && match.upperBound <= bytes.count
    {
      marked.append(text(match.lowerBound))
      position = match.lowerBound
      marked.append(.strong([text(match.upperBound)]))
      position = match.upperBound
    }
    return marked + [text(bytes.count)]
  }
}

extension NoteQuery {
  /// The approximate cost in steps. Words are looked up in the index; for expressions notes are read.
  fileprivate var work: Int {
    switch self {
    case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.work }
    case .not(let part), .within(_, let part): part.work
    case .expression, .literal: 500_000
    default: 20_000
    }
  }
}
