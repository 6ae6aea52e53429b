/// The order of rows: a head for each section that has tasks, then its tasks.
struct AgendaLayout: Equatable {
  struct Section: Equatable {
    var name: String
    /// Indices into all tasks; sections follow one another.
    var tasks: Range<Int>
  }

  enum Item: Equatable {
    case head(Int)
    case task(Int)
  }

  private(set) var sections: [Section] = []

  /// Leaves out empty sections.
  init(_ sections: [Section] = []) {
    self.sections = sections.filter { !$0.tasks.isEmpty }
  }

  var rowCount: Int { sections.reduce(0) { $0 + 1 + $1.tasks.count } }

  /// All tasks that have a row.
  var tasks: Range<Int> {
    (sections.first?.tasks.lowerBound ?? 0)..<(sections.last?.tasks.upperBound ?? 0)
  }

  func item(ofRow row: Int) -> Item? {
    var start = 0
    for (number, section) in sections.enumerated() {
      let end = start + 1 + section.tasks.count
      if row < end {
        return row == start ? .head(number) : .task(section.tasks.lowerBound + row - start - 1)
      }
      start = end
    }
    return nil
  }

  func row(ofTask task: Int) -> Int? {
    var start = 0
    for section in sections {
      if section.tasks.contains(task) { return start + 1 + task - section.tasks.lowerBound }
      start += 1 + section.tasks.count
    }
    return nil
  }

  /// Returns the rows of the section that holds this task, its head first.
  func rows(ofSectionWith task: Int) -> Range<Int>? {
    guard let section = sections.first(where: { $0.tasks.contains(task) }),
      let first = row(ofTask: section.tasks.lowerBound)
    else { return nil }
    return (first - 1)..<(first + section.tasks.count)
  }

  /// Returns the first task of the section after the one that holds this task.
  func taskOfSection(after task: Int) -> Int? {
    sections.first { $0.tasks.lowerBound > task }?.tasks.lowerBound
  }

  /// Returns the first task of the section; for that task itself, the first of the section before.
  func taskOfSection(before task: Int) -> Int? {
    sections.last { $0.tasks.lowerBound < task }?.tasks.lowerBound
  }
}
