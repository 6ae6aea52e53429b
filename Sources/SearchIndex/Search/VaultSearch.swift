import Entities
package import NoteQueries
package import Services
import Synchronization
import VaultSettings

/// Finds notes by their text.
package struct VaultSearch: NoteSearch {
  let index: IndexAccess
  let foreign: any ForeignSettings

  @concurrent
  package func search(
    _ query: NoteQuery, limit: Int, excerpts: Bool
  ) async throws(NoteIndexError) -> SearchAnswer {
    try await search(query, limit: limit, excerpts: excerpts, looking: true)
  }

  /// With `looking`, changes by other programs are checked first.
  @concurrent
  func search(
    _ query: NoteQuery, limit: Int, excerpts: Bool, looking: Bool
  ) async throws(NoteIndexError) -> SearchAnswer {
    let condition = try Condition(query, clock: index.clock, tasks: foreign.taskRules)
    let ignored = Condition(ignoring: await foreign.obsidian().ignored)
    let wanted = ignored.map { Condition.all([condition, .not($0)]) } ?? condition
    let found = try find(wanted, limit: max(0, limit), looking: looking)
    var answer = SearchAnswer(
      hits: found.prefix(limit).map {
        SearchHit(
          id: $0.id, title: $0.title, modified: Timestamp(wholeNanoseconds: $0.modified))
      }, hasMore: found.count > limit)
    if excerpts { try addExcerpts(to: &answer, from: found, of: HighlightTerms(condition)) }
    return answer
  }

  @concurrent
  package func files(
    _ query: NoteQuery, limit: Int
  ) async throws(NoteIndexError) -> SearchAnswer {
    guard query.asksForNamesAlone, limit > 0 else {
      return SearchAnswer(hits: [], hasMore: false)
    }
    let condition = try Condition(query, clock: index.clock, tasks: foreign.taskRules)
    let ignored = Condition(ignoring: await foreign.obsidian().ignored)
    let tester = NoteTester(index.files)
    var found: [NotePath] = []
    for path in index.files.attachments() where ignored?.holds(of: path) != true {
      if Task.isCancelled { throw .cancelled }
      let file = Candidate(id: NoteID(path), title: nil, modified: 0, isReadable: false)
      if try tester.fits(condition, file) { found.append(path) }
    }
    let hits = found.prefix(limit).map { path in
      SearchHit(
        id: NoteID(path), title: path.name.text,
        modified: index.files.fact(ofAttachment: path)?.modified ?? Timestamp(seconds: 0))
    }
    return SearchAnswer(hits: hits, hasMore: found.count > limit)
  }

  /// Returns at most `limit` notes, newest first, and one more if there is one.
  func find(
    _ condition: Condition, limit: Int, looking: Bool = true
  ) throws(NoteIndexError) -> [Found] {
    let files = index.files
    let hasIndex = looking ? try index.freshen() : true
    guard hasIndex else { return try FileSearch(files: files).run(condition, limit: limit) }
    let known = try index.reading { (database) throws(DatabaseError) in
      try IndexSearch(database: database, files: files).run(condition, limit: limit)
    }
    switch known {
    case .success(let found): return found
    case .failure(let error): throw error
    case nil: return try FileSearch(files: files).run(condition, limit: limit)
    }
  }

  private func addExcerpts(
    to answer: inout SearchAnswer, from found: [Found], of sought: HighlightTerms
  ) throws(NoteIndexError) {
    if sought.isEmpty { return }
    let tester = NoteTester(index.files)
    for index in answer.hits.indices where found[index].isReadable {
      if Task.isCancelled { throw .cancelled }
      guard let shown = tester.lines(of: found[index].id, showing: sought) else { continue }
      answer.hits[index].lines = shown.lines.map {
        SearchHit.Line(number: $0.line, text: $0.text, matches: $0.matches)
      }
      answer.hits[index].moreLines = shown.more
    }
  }
}

/// A search for a screen that queries with every letter. Changes by other programs are checked with
/// its first query; after that the vault's watch notifies the index.
package final class LiveSearch: NoteSearch {
  private let search: VaultSearch
  private let hasLooked = Atomic(false)

  package init(_ search: VaultSearch) { self.search = search }

  @concurrent
  package func search(
    _ query: NoteQuery, limit: Int, excerpts: Bool
  ) async throws(NoteIndexError) -> SearchAnswer {
    let isKnown = hasLooked.load(ordering: .relaxed)
    let answer = try await search.search(
      query, limit: limit, excerpts: excerpts, looking: !isKnown)
    if !isKnown { hasLooked.store(true, ordering: .relaxed) }
    return answer
  }

  @concurrent
  package func files(
    _ query: NoteQuery, limit: Int
  ) async throws(NoteIndexError) -> SearchAnswer {
    try await search.files(query, limit: limit)
  }
}
