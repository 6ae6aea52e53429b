import Agenda
import Daily
import Editor
import Entities
import NewNotes
import OpenVault
import Services
import Stats
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
  /// What was written in the last requested span.
  private var known: (span: DaySpan, writing: AgendaWriting)?

  func link(_ agenda: any VaultListener) { self.agenda = agenda }

  func open(_ note: NoteID, atLine line: Int) {
    openNote(note, at: .line(line))
  }

  func show(_ form: AgendaForm) {
    wireframe.box(wireframe.taskForm(form))
  }

  func openNote(of day: Day) -> Bool {
    wireframe.newNotes?.openDailyNote(of: day)
    known = nil
    return true
  }

  /// Returns nothing until the days were read; then the agenda is notified and asks again.
  func writing(from first: Day, to last: Day) -> AgendaWriting {
    if let known, known.span == DaySpan(first, last) { return known.writing }
    let (planner, files) = (wireframe.notePlanner(), wireframe.vault.services.files)
    let stats = wireframe.statsCases
    scope.run(
      {
        let notes = await planner.dailyNotes()
        let days = (first.number...max(first.number, last.number)).map { Day($0) }
        let noted = days.filter { day in
          let note = notes.note(of: day)
          return files.facts(of: note) != nil || files.facts(of: NoteID(note.path.withLock)) != nil
        }
        return AgendaWriting(days: Set(noted), streak: (try? await stats.streaks().current) ?? 0)
      },
      then: { [weak self] writing in
        self?.known = (DaySpan(first, last), (try? writing.get()) ?? AgendaWriting())
        self?.agenda?.notesChangedOutside([])
      })
    return AgendaWriting()
  }
}

extension AgendaRoutes: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) {
    known = nil
    agenda?.notesChangedOutside(notes)
  }
}
