import Entities
import Files
import Services

extension IndexAccess {
  /// Makes the first index for a command, which no program beside it makes. False where it cannot be
  /// done now: another process makes it, or nothing can be written there.
  func buildFirst() -> Bool {
    guard let lock = try? connections.folder.lock() else { return false }
    connections.removeBad(lock)
    connections.folder.clear(lock)
    if connections.current() != nil { return true }
    let moment = RunMoment(clock)
    let isCancelled = { @Sendable in Task.isCancelled }
    var survey = files.survey(isCancelled: isCancelled)
    if isCancelled() { return false }
    survey.sortNewestFirst()
    do {
      return try build(survey, moment, lock, isCancelled: isCancelled, progress: { _ in })
    } catch {
      connections.noteMissing(error.reason)
      return false
    }
  }

  /// Reads all notes of a sorted survey into a new index. False where it was canceled, or where the
  /// database cannot be written, which is noted.
  func build(
    _ survey: FileSurvey, _ moment: RunMoment, _ lock: borrowing IndexLock,
    isCancelled: @escaping @Sendable () -> Bool, progress: @escaping (Int) -> Void
  ) throws(SystemError) -> Bool {
    let build = FirstBuild(
      folder: connections.folder, files: files, isCancelled: isCancelled, progress: progress)
    do {
      try build.run(survey, at: moment, lock)
      return true
    } catch {
      switch error {
      case .cancelled: return false
      case .system(let error): throw error
      case .database(let error):
        connections.noteMissing(error.reason)
        return false
      }
    }
  }
}
