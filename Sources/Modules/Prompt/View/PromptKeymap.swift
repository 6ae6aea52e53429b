import Terminal

/// The keys for each kind of question. Each choice also has a key of its own.
enum PromptKeymap {
  static let choices = Keymap<PromptCommand>([
    .init(["Enter"], .accept, "take the marked choice", hint: "choose"),
    .init(["Right", "Tab", "Down"], .move(1), "next choice"),
    .init(["Left", "S-Tab", "Up"], .move(-1), "previous choice"),
    .init(["Esc"], .cancel, "cancel", hint: "cancel"),
  ])

  /// The keys for a secret. The screen adds the typed text to the command.
  static let secret = Keymap<PromptCommand>([
    .init(["Enter"], .accept, "take it as typed", hint: "accept"),
    .init(["Tab"], .showTyped, "show or hide what is typed", hint: "show"),
    .init(["Esc"], .cancel, "cancel", hint: "cancel"),
  ])

  /// The keys for a line below which something is offered.
  static let offered = Keymap<PromptCommand>([
    .init(["Enter"], .accept, "take the marked row, else the line as typed", hint: "accept"),
    .init(["Tab"], .complete, "complete the line by the marked row", hint: "complete"),
    .init(["Down", "C-n"], .move(1), "next row", hint: "choose"),
    .init(["Up", "C-p"], .move(-1), "row before; above the first, the line as typed"),
    .init(["PgDn"], .move(6), "a few rows down"),
    .init(["PgUp"], .move(-6), "a few rows up"),
    .init(["Esc"], .cancel, "cancel", hint: "cancel"),
  ])

  /// The keys while a key would replace the line.
  static let proposed = Keymap<PromptCommand>([
    .init(["Enter"], .accept, "take the line as it is", hint: "accept"),
    .init(["F2"], .editProposed, "edit the line instead of typing another", hint: "edit"),
    .init(["Esc"], .cancel, "cancel", hint: "cancel"),
  ])

  static let line = Keymap<PromptCommand>([
    .init(["Enter"], .accept, "take the line as typed", hint: "accept"),
    .init(["Esc"], .cancel, "cancel", hint: "cancel"),
  ])
}
