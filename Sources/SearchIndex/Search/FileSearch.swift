import Entities
import Services

/// Answers a condition from the files alone, the newest first: the same notes as with an index.
struct FileSearch {
  let files: any VaultFiles

  /// At most `limit`, and one more where there is.
  func run(_ condition: Condition, limit: Int) throws(NoteIndexError) -> [Found] {
    var survey = files.survey(isCancelled: { Task.isCancelled })
    if Task.isCancelled { throw .cancelled }
    survey.sortNewestFirst()
    let (files, notes, condition) = (files, survey, condition.ordered)
    return try OrderedFilter.first(limit, of: notes.entries.count) {
      let tester = NoteTester(files)
      return { (index) throws(NoteIndexError) in
        let entry = notes.entries[index]
        let candidate = Candidate(
          id: NoteID(notes.path(of: entry)), title: nil,
          modified: entry.fact.modified.wholeNanoseconds)
        guard try tester.fits(condition, candidate) else { return nil }
        return Found(id: candidate.id, title: tester.title, modified: candidate.modified)
      }
    }
  }
}
