import Entities
import UseCases
import Viper

/// Turns commands into use cases and routes, and tasks into rows.
@MainActor
final class AgendaPresenter: ListPresenter {
  weak var view: (any AgendaView)? { didSet { view?.show(state) } }

  let interactor: AgendaInteractor
  let wireframe: any AgendaWireframe
  let didChange: @MainActor ([NoteID]) -> Void
  var route: RouteHandle?
  var state = AgendaState()
  private(set) var layout = AgendaLayout()
  /// The selected task, which stays selected when rows move.
  private(set) var selectedTask: AgendaItem?
  /// The only day shown; nil shows all.
  var onlyDay: Day?
  /// The selected day of the calendar.
  var selectedDay: Day
  /// Whether the next layout selects the first task, because the filter changed.
  var selectsFirst = false

  init(
    interactor: AgendaInteractor, wireframe: any AgendaWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void,
    showsCalendar: Bool
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.didChange = didChange
    selectedDay = interactor.today
    interactor.output = self
    if showsCalendar { showCalendar() }
  }

  // MARK: - Rows

  private var sections: [AgendaLayout.Section] {
    if let day = onlyDay {
      let tasks = interactor.position(of: day)..<interactor.position(of: day.advanced(by: 1))
      return [AgendaLayout.Section(name: AgendaDate.long(day), tasks: tasks)]
    }
    return AgendaGroup.allCases.map { group in
      AgendaLayout.Section(name: group.name, tasks: tasks(of: group))
    }
  }

  private func tasks(of group: AgendaGroup) -> Range<Int> {
    if group == .noDate { return interactor.position(of: nil)..<interactor.count }
    guard let days = group.days(today: interactor.today, weekStart: interactor.weekStart) else {
      return 0..<0
    }
    let first = days.first.map { interactor.position(of: $0) } ?? 0
    let end = interactor.position(of: days.last?.advanced(by: 1))
    return first..<max(first, end)
  }

  /// Returns how many of the tasks are open. A task just done keeps its row but does not count.
  private func openCount(in tasks: Range<Int>) -> Int {
    tasks.count - interactor.doneCount(in: tasks)
  }

  /// Lays out the rows again and keeps the same task selected.
  func layOut() {
    layout = AgendaLayout(sections)
    state.rowCount = layout.rowCount
    state.taskCount = openCount(in: layout.tasks)
    if selectsFirst || selectedTask == nil {
      selectFirst()
      selectsFirst = selectsFirst && layout.tasks.isEmpty
    } else if let task = selectedTask {
      select(task: interactor.index(of: task))
    }
    state.choice = choiceText
    state.advice = layout.tasks.isEmpty ? advice : []
    if state.calendar != nil { showCalendar() }
    view?.reloadRows()
    view?.show(state)
  }

  /// Selects this task at the next layout, if it will have a row.
  func follow(_ task: AgendaItem) {
    if onlyDay == nil || onlyDay == task.day { selectedTask = task }
  }

  func select(task: Int) {
    let tasks = layout.tasks
    guard !tasks.isEmpty else {
      state.selected = nil
      selectedTask = nil
      return
    }
    let task = min(max(tasks.lowerBound, task), tasks.upperBound - 1)
    state.selected = layout.row(ofTask: task)
    selectedTask = interactor.task(at: task)
  }

  /// Selects the first task of today; without one, the first of all.
  private func selectFirst() {
    let today = interactor.position(of: interactor.today)
    let isDue = today < interactor.position(of: interactor.today.advanced(by: 1))
    let showsAll = onlyDay == nil && interactor.choice.isEverything
    selectSectionOf(task: showsAll && isDue ? today : layout.tasks.lowerBound)
  }

  private func selectSectionOf(task: Int) {
    select(task: task)
    state.section = layout.rows(ofSectionWith: task)
  }

  private var selectedIndex: Int? {
    guard let row = state.selected, case .task(let task) = layout.item(ofRow: row) else {
      return nil
    }
    return task
  }

  private func selectSection(_ find: (Int) -> Int?) {
    if let task = selectedIndex.flatMap(find) { selectSectionOf(task: task) }
  }

  private func select(row: Int) {
    switch layout.item(ofRow: row) {
    case .task(let task): select(task: task)
    case .head(let section): select(task: layout.sections[section].tasks.lowerBound)
    case nil: break
    }
  }

  // MARK: - State

  /// What the person can do when there are no tasks.
  private var advice: [String] {
    if state.isLoading { return [] }
    if let day = onlyDay {
      return AgendaWords.nothingDue(on: day)
    }
    if !interactor.choice.isEverything {
      return AgendaWords.noneChosen
    }
    return AgendaWords.noTasks
  }

  private var choiceText: String {
    let choice = interactor.choice
    var parts: [String] = []
    if !choice.words.isEmpty, !state.isFiltering { parts.append("/\(choice.words)") }
    if let tag = choice.tag { parts.append("#\(tag)") }
    if let folder = choice.folder { parts.append("\(folder.text)/") }
    if let priority = choice.priority {
      parts.append(priority == .highest ? priority.name : AgendaWords.andAbove(priority.name))
    }
    return parts.joined(separator: " ")
  }

  /// Takes one step back: shows all days again, drops the filter, or leaves the agenda.
  private func goBack() {
    if onlyDay != nil {
      onlyDay = nil
      layOut()
    } else if !interactor.choice.isEverything {
      state.filter = ""
      choose(AgendaChoice())
    } else {
      close()
    }
  }

  func choose(_ choice: AgendaChoice) {
    selectsFirst = true
    interactor.choose(choice)
    state.choice = choiceText
    view?.show(state)
  }
}

extension AgendaPresenter: ListPresenting {
  typealias Command = AgendaCommand

  func handle(_ command: AgendaCommand) {
    state.message = Message()
    state.section = nil
    interactor.checkDay()
    switch command {
    case .move(let move):
      let end = layout.tasks.upperBound
      select(task: move.row(from: selectedIndex ?? 0, of: end, visible: visibleRows))
    case .select(let row): select(row: row)
    case .nextSection: selectSection(layout.taskOfSection(after:))
    case .previousSection: selectSection(layout.taskOfSection(before:))
    case .open:
      guard let task = selectedTask else { break }
      state.isFiltering = false
      state.choice = choiceText
      wireframe.open(task.note, atLine: task.line)
    case .toggle: toggle()
    case .reschedule: reschedule()
    case .add: addTask(due: onlyDay?.text ?? "")
    case .undo: interactor.undo()
    case .beginFilter:
      state.isFiltering = true
      state.choice = choiceText
    case .filter(let words): filter(words)
    case .keepFilter:
      state.isFiltering = false
      state.choice = choiceText
    case .dropFilter:
      state.isFiltering = false
      filter("")
    case .chooseTag:
      wireframe.ask(.tag(now: interactor.choice.tag ?? "")) { [weak self] answer in
        if case .typed(let tag) = answer { self?.tagWasTyped(tag) }
      }
    case .chooseFolder:
      wireframe.ask(.folder(now: interactor.choice.folder?.text ?? "")) { [weak self] answer in
        if case .typed(let folder) = answer { self?.folderWasTyped(folder) }
      }
    case .nextPriority: choosePriority()
    case .showCalendar: openCalendar()
    case .calendar(let command): handle(command)
    case .reload:
      state.isLoading = true
      interactor.load()
    case .back: goBack()
    case .close: close()
    }
    view?.show(state)
  }

  private func filter(_ words: String) {
    state.filter = words
    var choice = interactor.choice
    choice.words = words
    choose(choice)
  }

  private func choosePriority() {
    var choice = interactor.choice
    choice.priority =
      switch choice.priority {
      case nil: .highest
      case .highest: .high
      case .high: .medium
      default: nil
      }
    choose(choice)
  }

  private func toggle() {
    guard let task = selectedTask else { return }
    interactor.toggle(task)
    // The next press acts on the task's new state.
    selectedTask = selectedIndex.flatMap { interactor.task(at: $0) } ?? selectedTask
  }

  private func reschedule() {
    guard let task = selectedTask else { return }
    guard task.isOpen else {
      return showMessage(AgendaWords.isDone(task.words))
    }
    wireframe.show(
      form(of: task.words, day: task.day?.text ?? "") { [weak self] _, day, reply in
        self?.putOff(task, to: day, reply: reply) ?? reply(nil)
      })
  }

  func row(at index: Int) -> AgendaRow? {
    switch layout.item(ofRow: index) {
    case .head(let number):
      let section = layout.sections[number]
      return .head(name: section.name, count: openCount(in: section.tasks))
    case .task(let number): return interactor.task(at: number).map { .task(row(of: $0)) }
    case nil: return nil
    }
  }

  func row(of item: AgendaItem) -> AgendaRow.Task {
    let (facts, today) = (item.facts, interactor.today)
    let day = item.day
    let group = AgendaGroup.of(day, today: today, weekStart: interactor.weekStart)
    let remarks = [item.isBlocked ? AgendaWords.isBlocked : nil, facts.recurrence]
    return AgendaRow.Task(
      box: facts.box, words: facts.words.isEmpty ? AgendaWords.noWords : facts.words,
      priority: facts.priority.sign, note: item.title,
      day: onlyDay == nil
        ? day.map { AgendaDate.short($0, in: group, today: today) } ?? "" : "",
      remark: remarks.compactMap(\.self).joined(separator: ", "), isDone: !item.isOpen,
      isOverdue: group == .overdue && item.isOpen)
  }
}
