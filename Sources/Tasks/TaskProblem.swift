/// Why a task's line cannot be changed so: a sentence for a person.
package struct TaskProblem: Error, Equatable, Sendable {
  package var message: String

  init(_ message: String) { self.message = message }
}
