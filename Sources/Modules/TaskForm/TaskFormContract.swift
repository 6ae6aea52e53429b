// A new task's words and day, typed into a box.

enum TaskFormField: Int, CaseIterable, Sendable {
  case words, day
}

struct TaskFormState: Equatable {
  var field = TaskFormField.words
  /// As what the day is read.
  var reading = ""
  /// Why the form is still here although it was to be saved.
  var problem = ""
}

enum TaskFormCommand: Equatable, Sendable {
  case save
  case cancel
  /// To the other field.
  case next
  /// From the words to the day, and from there saves.
  case accept
  case select(TaskFormField)
  case edit(TaskFormField, String)
}

@MainActor
protocol TaskFormView: AnyObject {
  func show(_ state: TaskFormState)
}

@MainActor
protocol TaskFormEventHandler: AnyObject {
  var view: (any TaskFormView)? { get set }
  func handle(_ command: TaskFormCommand)
}

/// Told what was typed, after the form has gone; not told where it was cancelled.
@MainActor
package protocol TaskFormOutput: AnyObject {
  func taskWasTyped(_ words: String, due: String)
  /// As what a day is read, in full; nil where it is none.
  func reading(ofDay written: String) -> String?
}
