import Terminal

enum TaskFormKeymap {
  static let table = map.table(titled: "New task")

  static let map = Keymap<TaskFormCommand>([
    .init(["C-s"], .save, "save the task", hint: "save"),
    .init(["Enter"], .accept, "to the day, and from there save"),
    .init(["Tab", "S-Tab", "Down", "Up"], .next, "to the other field", hint: "other field"),
    .init(["Esc"], .cancel, "cancel", hint: "cancel"),
  ])
}
