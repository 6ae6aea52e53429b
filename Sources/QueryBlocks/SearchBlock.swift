import Entities
import Expressions
import NoteQueries
import Services

/// ` ```query`: the notes that a search finds, with the lines that show why.
struct SearchBlock {
  let search: any NoteSearch
  let today: CivilTime
  let links: AnswerLinks
  let budget: WorkBudget

  /// More notes are searched for, not read in another note.
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
          Self.place(text.distance(from: text.startIndex, to: $0), in: text)
        })
    } catch {
      throw BlockProblem(error)
    }
    if found.hits.isEmpty { return BlockAnswer([.init("*No note is found.*")]) }
    var lines = found.hits.flatMap(lines)
    if found.hasMore {
      lines += [.init(""), .init("*… and more: only the newest \(Self.mostNotes) are shown.*")]
    }
    return BlockAnswer(lines)
  }

  private func query(_ text: String) throws(BlockProblem) -> NoteQuery {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw BlockProblem("There is nothing to search for", at: .init(line: 1, column: 1))
    }
    do throws(QueryError) {
      return try NoteQuery(parsing: text, today: today)
    } catch {
      throw BlockProblem(error.message, at: Self.place(error.position, in: text))
    }
  }

  private static func place(_ position: Int, in text: String) -> BlockProblem.Place {
    let before = text.prefix(position)
    return .init(
      line: before.count(where: \.isNewline) + 1,
      column: before.reversed().prefix { !$0.isNewline }.count + 1)
  }

  private func lines(of hit: SearchHit) -> [BlockAnswer.Line] {
    let address = links.address(of: hit.id.path)
    var lines = [
      BlockAnswer.Line("- \(links.link(hit.title, to: hit.id.path))", origin: links.origin(hit.id))
    ]
    for line in hit.lines {
      lines.append(
        .init(
          "  - [\(line.number)](\(address)) \(Self.marked(line))",
          origin: links.origin(hit.id, line: line.number)))
    }
    if hit.moreLines > 0 {
      lines.append(.init("  - *… and \(hit.moreLines) more*"))
    }
    return lines
  }

  /// What fits is bold.
  private static func marked(_ line: SearchHit.Line) -> String {
    let bytes = Array(line.text.utf8)
    func text(_ range: Range<Int>) -> String {
      AnswerText.escaped(String(decoding: bytes[range], as: UTF8.self))
    }
    var (marked, place) = ("", 0)
    for match in line.matches where match.lowerBound >= place && match.upperBound <= bytes.count {
      let words = text(match)
      marked += text(place..<match.lowerBound)
      // Blanks at an end would keep the signs from meaning anything.
      let isMarked = words.first?.isWhitespace == false && words.last?.isWhitespace == false
      marked += isMarked ? "**\(words)**" : words
      place = match.upperBound
    }
    return marked + text(place..<bytes.count)
  }
}

extension NoteQuery {
  /// About how many steps it takes to answer it: words are looked up, and for expressions notes are read.
  fileprivate var work: Int {
    switch self {
    case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.work }
    case .not(let part), .within(_, let part): part.work
    case .expression, .literal: 500_000
    default: 20_000
    }
  }
}
