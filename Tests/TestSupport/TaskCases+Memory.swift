package import Entities
package import Services
package import UseCases

extension TaskCases {
  /// Tasks of notes in memory; what is read and saved goes through `store` where one is given.
  package static func of(
    _ notes: MemoryNoteStore, through store: (any NoteStore)? = nil,
    tasks: any TaskIndex = NoTasks(), texts: any TaskTexts = BoxTexts(),
    rewriting: (any NoteRewriting)? = nil, clock: any WallClock = StillClock()
  ) -> TaskCases {
    TaskCases(
      store: store ?? notes, rewriting: rewriting ?? MemoryRewriting(notes),
      index: MemoryIndex(notes), tasks: tasks, texts: texts, clock: clock)
  }
}
