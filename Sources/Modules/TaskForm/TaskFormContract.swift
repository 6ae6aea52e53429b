import Viper

// A new task's words and day, or another day of one that is there, typed into a box.

enum TaskFormField: Int, CaseIterable, Sendable {
  case words, day
}

struct TaskFormState: Equatable {
  /// Those of a task that is there: the day alone is typed.
  var fixedWords: String?
  var field = TaskFormField.words
  /// As what the day is read.
  var reading = ""
  /// Why the form is still here although it was to be saved.
  var problem = ""
  /// What was typed is being written.
  var isSaving = false
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

typealias TaskFormView = StateView<TaskFormState>
typealias TaskFormPresenting = Presenting<TaskFormState, TaskFormCommand>

/// Whether what was typed is written: nil, or why it is not.
package typealias TaskFormReply = @MainActor (_ refusal: String?) -> Void

/// What the form shows at first, how it is read, and what becomes of it.
package struct TaskFormRequest {
  /// The words of a task that is there; its day alone is typed.
  let words: String?
  /// As it is proposed.
  let day: String
  /// As what a day is read, in full; nil where it is none.
  let reading: @MainActor (_ day: String) -> String?
  /// The day that the words end with, and the words before it: the task's day where no other is
  /// typed. Nil where they end with none.
  let dayAtEnd: @MainActor (_ words: String) -> (rest: String, day: String)?
  /// Called while the form is still open, with all that was typed into it: it goes with the reply that
  /// all is written. Not called where it was cancelled.
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
