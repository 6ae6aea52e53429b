import Terminal

enum TaskFormKeymap {
  static let map = Keymap<TaskFormCommand>([
    .init(["C-s"], .save, "save the task", hint: "save"),
    .init(["Enter"], .accept, "to the day, and from there save"),
    .init(["Tab", "S-Tab", "Down", "Up"], .next, "to the other field", hint: "other field"),
    .init(["Esc"], .cancel, "cancel", hint: "cancel"),
  ]).titled("New task")

  /// The keys if only the day can be edited.
  static let dayMap = Keymap<TaskFormCommand>([
    .init(["Enter", "C-s"], .save, "save the day", hint: "save"),
    .init(["Esc"], .cancel, "cancel", hint: "cancel"),
  ]).titled("Day of a task")
}
