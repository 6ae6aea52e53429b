import Agenda
import Daily
import Editor
import Entities
import NewNotes
import OpenVault
import Services
import VaultSettings
import Viper

extension Wireframe {
  /// Returns the route to the agenda, or to its calendar.
  func agenda(showsCalendar: Bool = false) -> Route {
    Route("Agenda", key: showsCalendar ? "calendar" : "") {
      let routes = AgendaRoutes(wireframe: self)
      let built = AgendaBuilder.make(
        tasks: tasks, work: container.work, clock: container.clock,
        scheduler: container.scheduler, weekStart: container.preferences.weekStart,
        showsCalendar: showsCalendar, wireframe: routes, didChange: vault.notesWereRewritten)
      routes.link(built.input)
      vault.watch.add(routes)
      return built.module
    }
  }
}

/// The agenda's routes.
private final class AgendaRoutes: Routes, AgendaWireframe {
  private weak var agenda: (any VaultListener)?
  private lazy var scope = wireframe.container.work.scope()
  /// The days with daily notes, for the last requested span.
  private var noted: (span: DaySpan, days: Set<Day>)?

  func link(_ agenda: any VaultListener) { self.agenda = agenda }

  func open(_ note: NoteID, atLine line: Int) {
    openNote(note, at: .line(line))
  }

  func show(_ form: AgendaForm) {
    let route = wireframe.taskForm(form)
    wireframe.attempt { () throws(RouteError) in try wireframe.router.box(route) }
  }

  func openNote(of day: Day) -> Bool {
    wireframe.newNotes?.openDailyNote(of: day)
    noted = nil
    return true
  }

  /// Returns an empty set until the days were read; then the agenda is notified and asks again.
  func daysWithNotes(from first: Day, to last: Day) -> Set<Day> {
    if let noted, noted.span == DaySpan(first, last) { return noted.days }
    let (planner, files) = (wireframe.notePlanner(), wireframe.vault.services.files)
    scope.run(
      {
        let notes = await planner.dailyNotes()
        let days = (first.number...max(first.number, last.number)).map { Day($0) }
        return Set(
          days.filter { day in
            let note = notes.note(of: day)
            return files.facts(of: note) != nil
              || files.facts(of: NoteID(note.path.withLock)) != nil
          })
      },
      then: { [weak self] days in
        self?.noted = (DaySpan(first, last), (try? days.get()) ?? [])
        self?.agenda?.notesChangedOutside([])
      })
    return []
  }
}

extension AgendaRoutes: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) {
    noted = nil
    agenda?.notesChangedOutside(notes)
  }
}
