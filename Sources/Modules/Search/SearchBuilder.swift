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

  /// `output` is not kept alive.
  package func makeInteractor(output: any SearchInteractorOutput) -> any SearchInteracting {
    let interactor = SearchInteractor(notes: notes, clock: clock, work: work)
    interactor.output = output
    return interactor
  }
}
