package import Services
import Synchronization
package import Undo

/// Imports that are told what they come to.
package final class GivenImports: RecordableImports {
  private let given = Mutex(Given())

  package init() {}

  package struct Given {
    package var found: [ImportSource] = []
    package var plan: Result<ImportPlan, ImportError> = .failure(.unknown("x"))
    package var report = ImportReport()
    /// Told to the watch before the answer.
    package var steps: [ImportProgress] = []
    package var asked: [ImportRequest] = []
    /// What the watch said last.
    package var wasWanted = true
  }

  package func set(_ change: (inout Given) -> Void) { given.withLock { change(&$0) } }
  package var asked: [ImportRequest] { given.withLock { $0.asked } }
  package var wasWanted: Bool { given.withLock { $0.wasWanted } }

  package func plan(
    _ request: ImportRequest, watch: @escaping ImportWatch
  ) async throws(ImportError) -> ImportPlan {
    set { $0.asked.append(request) }
    if !tell(watch) { throw .stopped }
    return try given.withLock { $0.plan }.get()
  }

  private func tell(_ watch: ImportWatch) -> Bool {
    let steps = given.withLock { $0.steps }
    let isWanted = steps.map(watch).last ?? true
    set { $0.wasWanted = isWanted }
    return isWanted
  }

  package func found() async -> [ImportSource] { given.withLock { $0.found } }

  package func recorded(by recorder: DoneRecorder) -> any NoteImports { self }

  package func carryOut(_ plan: ImportPlan, watch: @escaping ImportWatch) async -> ImportReport {
    var report = given.withLock { $0.report }
    report.wasStopped = !tell(watch)
    return report
  }
}
