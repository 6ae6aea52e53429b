import Entities
import Files
import Services
import Synchronization

extension IndexAccess {
  /// An index that was not held against the whole vault for so long is not believed.
  private static let longest: Int64 = 600 * 1_000_000_000

  /// Brings the index in line as far as that can be done at once, for a question that is asked now.
  /// False where there is no index to ask. A command makes the first one, for all that follow, unless
  /// its question takes less than that.
  ///
  /// A note that another program writes into without renaming, and that is none of the newest,
  /// shows with the next look at the whole vault.
  func freshen(makingFirst: Bool = true) throws(NoteIndexError) -> Bool {
    let known = try reading { (database) throws(DatabaseError) in try KnownFiles(database) }
    guard let known else { return makingFirst && !isWatched && buildFirst() }
    let moment = RunMoment(clock)
    let patch = Patch(
      index: self, isCancelled: { false }, progress: { _, _ in }, changed: { _ in })
    let age = moment.clock - known.reconciled
    if age < 0 || age > Self.longest || known.notes < KnownFiles.fewNotes {
      return try patch.run(files.survey(isCancelled: { false }), at: moment)
    }
    var (folders, stale) = known.differences(in: files)
    if !folders.isEmpty {
      let survey = survey(of: &folders)
      guard try patch.run(survey, at: moment, only: folders) else { return false }
    }
    if stale.isEmpty { return true }
    return try refresh(stale, moment) != nil
  }

  /// These folders, and those below them that nobody knew of, which are added.
  private func survey(of folders: inout [NotePath]) -> FileSurvey {
    var survey = files.survey(of: folders)
    let indexed = known { (database) throws(DatabaseError) in
      try database.all("SELECT path FROM folder") { $0.path(0) }
    }
    var known = Set(folders + (indexed ?? []))
    while true {
      let new = survey.unread.filter { known.insert($0).inserted }
      survey.unread = []
      if new.isEmpty { return survey }
      folders += new
      survey.append(files.survey(of: new))
    }
  }
}
