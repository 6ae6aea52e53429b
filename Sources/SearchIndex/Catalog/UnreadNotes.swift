import Entities
import Files
import Services
import Synchronization

/// What is known of the vault while there is no index: the files' names and facts, and their first
/// lines once someone asked for all of them.
final class UnreadNotes: Sendable {
  private struct State {
    var survey: FileSurvey?
    var folded: FoldedRows?
  }

  private let state = Mutex(State())

  /// Sorted, newest first.
  func keep(_ survey: FileSurvey) {
    state.withLock { $0 = State(survey: survey) }
  }

  /// Whoever asks next looks at the files.
  func forget() {
    state.withLock { $0 = State() }
  }

  func survey(_ files: any VaultFiles) -> FileSurvey {
    if let known = state.withLock({ $0.survey }) { return known }
    var survey = files.survey(isCancelled: { false })
    survey.sortNewestFirst()
    let new = survey
    state.withLock { state in
      if state.survey == nil { state = State(survey: new) }
    }
    return survey
  }

  /// Titles, first words and paths; the ids are places in the survey.
  func folded(_ survey: FileSurvey, _ files: any VaultFiles) -> FoldedRows {
    if let known = state.withLock({ $0.folded }), known.ids.count == survey.entries.count {
      return known
    }
    var folded = FoldedRows()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: NoteRow.most, alignment: 16)
    defer { buffer.deallocate() }
    for place in survey.entries.indices {
      folded.append(Int64(place), NoteRow.summary(of: place, in: survey, files, buffer))
    }
    let new = folded
    state.withLock { state in
      if state.survey?.entries.count == new.ids.count { state.folded = new }
    }
    return folded
  }
}

extension NoteRow {
  /// The row of an entry; one whose file is gone by now has its name alone.
  static func summary(
    of place: Int, in survey: FileSurvey, _ files: any VaultFiles,
    _ buffer: UnsafeMutableRawBufferPointer
  ) -> NoteSummary {
    let (path, fact) = (survey.path(at: place), survey.entries[place].fact)
    return summary(of: NoteID(path), fact, in: files, buffer)
      ?? NoteSummary(
        id: NoteID(path), title: path.stem.text, snippet: "", modified: fact.modified,
        obstacle: .gone)
  }
}
