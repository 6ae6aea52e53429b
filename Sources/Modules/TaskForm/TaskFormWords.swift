// The texts of the task form.

enum TaskFormWords {
  static let noDate = "no date"
  static let unreadable = "no day: try fri, in 2 weeks, 2026-12-01"
  static let needsWords = "A task needs some text."

  static func notADate(_ day: String) -> String {
    "Not a date: “\(day)”. Use fri, tomorrow, in 2 weeks or 2026-12-01."
  }
}
