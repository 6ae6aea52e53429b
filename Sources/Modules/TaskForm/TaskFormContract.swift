import Viper

// The form for a new task, or for another day of an existing one.

enum TaskFormField: Int, CaseIterable, Sendable {
  case words, day
}

struct TaskFormState: Equatable {
  /// The words of an existing task, whose day alone can be edited.
  var fixedWords: String?
  var field = TaskFormField.words
  /// The date that the day is read as.
  var reading = ""
  /// The reason that the form was not saved.
  var problem = ""
  /// Whether the task is being written.
  var isSaving = false
}

enum TaskFormCommand: Equatable, Sendable {
  case save
  case cancel
  /// Moves to the other field.
  case next
  /// Moves from the words to the day; from there, saves.
  case accept
  case select(TaskFormField)
  case edit(TaskFormField, String)
}

typealias TaskFormView = StateView<TaskFormState>
typealias TaskFormPresenting = Presenting<TaskFormState, TaskFormCommand>

/// Reports the result of a write: nil if it succeeded, or the reason it failed.
package typealias TaskFormReply = @MainActor (_ refusal: String?) -> Void

/// The form's initial values, and how they are read and written.
package struct TaskFormRequest {
  /// The words of an existing task, whose day alone can be edited.
  let words: String?
  /// The proposed day.
  let day: String
  /// Returns the full date that the text is read as, or nil if it is not a date.
  let reading: @MainActor (_ day: String) -> String?
  /// Splits off the day that the words end with, which is used if no other day is typed. Nil if
  /// they end with none.
  let dayAtEnd: @MainActor (_ words: String) -> (rest: String, day: String)?
  /// Writes the task. The form stays open until the reply says that it was written. Not called if
  /// the form is canceled.
  let write: @MainActor (_ words: String, _ due: String, @escaping TaskFormReply) -> Void

  package init(
    ofTask words: String? = nil, day: String = "",
    reading: @escaping @MainActor (_ day: String) -> String?,
    dayAtEnd: @escaping @MainActor (_ words: String) -> (rest: String, day: String)?,
    write: @escaping @MainActor (_ words: String, _ due: String, @escaping TaskFormReply) -> Void
  ) {
    self.words = words
    self.day = day
    self.reading = reading
    self.dayAtEnd = dayAtEnd
    self.write = write
  }
}
