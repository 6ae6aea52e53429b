import Entities
import Viper

/// Turns figures into texts and shades, and arrow keys into days.
@MainActor
final class StatsPresenter: ListPresenter {
  weak var view: (any StatsView)? { didSet { view?.show(state) } }

  private let interactor: StatsInteractor
  private let wireframe: any StatsWireframe
  private let weekStart: Weekday
  var route: RouteHandle?
  var state = StatsState()
  private var figures: VaultFigures?
  private var notes: [ActiveNote] = []
  /// The day whose notes are shown or being loaded.
  private var listed: Day?

  init(
    interactor: StatsInteractor, wireframe: any StatsWireframe, weekStart: Weekday
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.weekStart = weekStart
    interactor.output = self
  }

  // MARK: - Days

  /// Selects a day, counted from the year's first, or the nearest end of the year.
  private func go(to index: Int) {
    guard let year = state.year else { return }
    state.day = min(max(index, 0), year.shades.count - 1)
    guard let day else { return }
    state.dayText = StatsWords.text(of: day, figures?.days[day] ?? DayActivity())
  }

  private var day: Day? {
    guard let index = state.day, let figures else { return nil }
    return StatsYear.firstDay(before: figures.today, weekStart).advanced(by: index)
  }

  private func open() {
    if state.list != nil {
      if let row = state.selected, notes.indices.contains(row) { wireframe.open(notes[row].id) }
    } else if let day {
      listed = day
      interactor.read(day)
    }
  }

  private func back() {
    if state.list != nil {
      state.list = nil
      listed = nil
    } else {
      close()
    }
  }
}

extension StatsPresenter: ListPresenting {
  func handle(_ command: StatsCommand) {
    state.message = Message()
    switch command {
    case .moveDays(let days): go(to: (state.day ?? 0) + days)
    case .move(let move):
      if state.list != nil {
        state.select(row(after: move))
      } else {
        let days = state.year?.shades.count ?? 0
        go(to: move.row(from: state.day ?? 0, of: days, visible: visibleRows))
      }
    case .select(let row): state.select(row)
    case .selectDay(let index): go(to: index)
    case .open: open()
    case .openDailyNote: if let day { wireframe.openDailyNote(of: day) }
    case .reload:
      state.isLoading = true
      interactor.count()
    case .back: back()
    }
    view?.show(state)
  }

  func row(at index: Int) -> StatsRow {
    guard notes.indices.contains(index) else { return StatsRow(title: "", remark: "") }
    return StatsRow(title: notes[index].title, remark: StatsWords.remark(on: notes[index]))
  }
}

extension StatsPresenter: StatsInteractorOutput {
  func counted(_ figures: VaultFigures) {
    let before = day
    self.figures = figures
    state.isLoading = false
    state.figures = StatsWords.figures(figures)
    state.year = StatsYear(figures.days, today: figures.today, weekStart: weekStart)
    let first = StatsYear.firstDay(before: figures.today, weekStart)
    go(to: (before ?? figures.today).number - first.number)
    if let listed { interactor.read(listed) }
    view?.show(state)
  }

  func dayWasRead(_ day: Day, _ notes: [ActiveNote]) {
    guard listed == day else { return }
    self.notes = notes
    if notes.isEmpty {
      listed = nil
      state.list = nil
      return showMessage(StatsWords.nothing(on: day))
    }
    state.list = StatsList(
      title: StatsWords.title(of: day), rowCount: notes.count,
      selected: min(state.selected ?? 0, notes.count - 1))
    view?.show(state)
  }

  func failed(_ message: String) {
    state.isLoading = false
    showMessage(message, isWarning: true)
  }
}

extension StatsPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
    interactor.count()
  }

  func moduleWasRemoved() { interactor.stop() }
}
