package import Entities
package import Services

/// A vault of which nobody knows what happened when.
package struct NoActivity: NoteActivity {
  package init() {}

  package func activity(
    in span: DaySpan, clock: any WallClock
  ) async throws(NoteIndexError) -> [Day: DayActivity] { [:] }

  package func notes(
    on day: Day, clock: any WallClock
  ) async throws(NoteIndexError) -> [ActiveNote] { [] }
}

/// For who has notes and asks nothing of their tasks.
package struct NoTasks: TaskIndex, TaskScanning {
  package init() {}

  package func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
    WholeTaskCatalog([])
  }

  package func scan(_ scan: TaskScan) async throws(NoteIndexError) -> [ScannedTask] { [] }
}
