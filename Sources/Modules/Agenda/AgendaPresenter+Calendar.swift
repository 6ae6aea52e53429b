import Entities
import Viper

// The calendar, and how the selection moves through its days.

extension AgendaPresenter {
  func openCalendar() {
    if let day = selectedTask?.day, day >= interactor.today { selectedDay = day }
    if let day = onlyDay { selectedDay = day }
    showCalendar()
  }

  func handle(_ command: AgendaCalendarCommand) {
    switch command {
    case .move(let days): selectedDay = selectedDay.advanced(by: days)
    case .moveMonths(let months): selectedDay = selectedDay.advanced(byMonths: months)
    case .today: selectedDay = interactor.today
    case .select(let week, let day):
      let chosen = firstDay.advanced(by: week * 7 + day)
      // A click on the selected day opens it: the second half of a double click.
      if chosen == selectedDay { return showOnly(chosen) }
      selectedDay = chosen
    case .open: return showOnly(selectedDay)
    case .add: return addTask(due: selectedDay.text)
    case .openNote:
      if !wireframe.openNote(of: selectedDay) { showMessage(AgendaWords.noDailyNotes) }
      return
    case .close:
      state.calendar = nil
      return
    }
    showCalendar()
  }

  private func showOnly(_ day: Day) {
    state.calendar = nil
    onlyDay = day
    selectsFirst = true
    layOut()
  }

  /// The first day of the first week shown.
  private var firstDay: Day {
    let first = selectedDay.advanced(by: 1 - selectedDay.time.day)
    return first.startOfWeek(interactor.weekStart)
  }

  func showCalendar() {
    let (first, month) = (firstDay, selectedDay.time.month)
    let last = selectedDay.advanced(by: selectedDay.daysInMonth - selectedDay.time.day)
    let weeks = (last.number - first.number) / 7 + 1
    let end = first.advanced(by: weeks * 7 - 1)
    let counts = interactor.counts(from: first, to: end)
    let writing = wireframe.writing(from: first, to: end)
    let cells = (0..<weeks).map { week in
      (0..<7).map { weekday in
        let day = first.advanced(by: week * 7 + weekday)
        return AgendaMonth.Cell(
          day: day.time.day, isOfMonth: day.time.month == month, isToday: day == interactor.today,
          tasks: counts[day] ?? 0, hasNote: writing.days.contains(day))
      }
    }
    var shown = AgendaMonth(
      title: AgendaDate.monthTitle(selectedDay),
      weekdays: (0..<7).map { String(first.advanced(by: $0).weekday.name.prefix(3)) },
      weekNumbers: (0..<weeks).map {
        AgendaDate.weekNumber(ofWeekFrom: first.advanced(by: $0 * 7))
      }, weeks: cells,
      remark: AgendaWords.remark(
        on: selectedDay, counts[selectedDay] ?? 0, hasNote: writing.days.contains(selectedDay)),
      tasks: dueTasks(on: selectedDay), streak: AgendaWords.streak(writing.streak))
    let number = selectedDay.number - first.number
    shown.selected = (number / 7, number % 7)
    state.calendar = shown
  }

  private func dueTasks(on day: Day) -> [AgendaRow.Task] {
    let due = interactor.position(of: day)..<interactor.position(of: day.advanced(by: 1))
    return due.prefix(AgendaMonth.mostTasks).compactMap { interactor.task(at: $0).map(row(of:)) }
  }
}
