import Agenda
import TaskForm

/// Hands what was typed into the form of a task to the agenda that asked for it.
@MainActor
final class TaskFormToAgendaAdapter: TaskFormOutput {
  private weak var target: (any AgendaAnswers)?
  /// For a task that is there.
  private let asksForDay: Bool

  init(target: any AgendaAnswers, asksForDay: Bool = false) {
    self.target = target
    self.asksForDay = asksForDay
  }

  func taskWasTyped(_ words: String, due: String, reply: @escaping TaskFormReply) {
    guard let target else { return reply(nil) }
    if asksForDay {
      target.dayWasTyped(due, reply: reply)
    } else {
      target.taskWasTyped(words, due: due, reply: reply)
    }
  }

  func reading(ofDay written: String) -> String? { target?.reading(ofDay: written) }

  func dayAtEnd(of words: String) -> (rest: String, day: String)? {
    target?.dayAtEnd(of: words)
  }
}
