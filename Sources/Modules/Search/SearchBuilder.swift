package import Services
package import Viper

/// Makes what finds notes. It needs the search, and a clock that says what “today” is.
@MainActor
package struct SearchBuilder {
  private let notes: any NoteSearch
  private let clock: any WallClock
  private let work: Work

  package init(notes: any NoteSearch, clock: any WallClock, work: Work) {
    self.notes = notes
    self.clock = clock
    self.work = work
  }

  package func makeInteractor() -> any SearchInteracting {
    SearchInteractor(notes: notes, clock: clock, work: work)
  }
}
