import Terminal
import Viper

/// The keys of a prompt, for each kind of question. Besides these, each choice has its own key.
enum PromptKeymap {
  static let choices = Keymap<PromptCommand>([
    .init(["Enter"], .accept, "take the marked choice", hint: "choose"),
    .init(["Right", "Tab", "Down"], .move(1), "next choice"),
    .init(["Left", "S-Tab", "Up"], .move(-1), "previous choice"),
    .init(["Esc"], .cancel, "cancel", hint: "cancel"),
  ])

  /// The screen puts what was typed into the command: no table can.
  static let secret = Keymap<PromptCommand>([
    .init(["Enter"], .accept, "take it as typed", hint: "accept"),
    .init(["Tab"], .showTyped, "show or hide what is typed", hint: "show"),
    .init(["Esc"], .cancel, "cancel", hint: "cancel"),
  ])

  static let line = Keymap<PromptCommand>([
    .init(["Enter"], .accept, "take the line as typed", hint: "accept"),
    .init(["Esc"], .cancel, "cancel", hint: "cancel"),
  ])
}
