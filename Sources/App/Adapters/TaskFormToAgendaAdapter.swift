import Agenda
import TaskForm

/// Hands what was typed into the form of a new task to the agenda that asked for it.
@MainActor
final class TaskFormToAgendaAdapter: TaskFormOutput {
  private weak var target: (any AgendaAnswers)?

  init(target: any AgendaAnswers) { self.target = target }

  func taskWasTyped(_ words: String, due: String) { target?.taskWasTyped(words, due: due) }

  func reading(ofDay written: String) -> String? { target?.reading(ofDay: written) }
}
