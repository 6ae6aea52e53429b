import Lists
import Terminal
import Viper

enum ReplaceKeymap {
  /// The keys while a field is typed into, when letters are text.
  static let fields = Keymap<ReplaceCommand>([
    .init(["Enter"], .accept, "show what would change; once more does it", hint: "show"),
    .init(["Tab", "Down"], .nextField, "next field", hint: "next field"),
    .init(["S-Tab", "Up"], .previousField, "field before"),
    .init(["M-w"], .toggleWholeWord, "whole words alone, or not", hint: "whole words"),
    .init(["M-e"], .toggleExpression, "a regular expression, or not", hint: "expression"),
    .init(["M-u"], .undo, "take back what was replaced last"),
    .init(["Esc"], .close, "stop looking; go back", hint: "back"),
  ]).titled("Replace in all notes")

  static let list = Keymap<ReplaceCommand>([
    .init(["Enter"], .accept, "do all that is not left out, in one step", hint: "replace"),
    .init(["Space"], .toggle, "leave this change out, or not", hint: "leave out"),
    .init(["n"], .toggleNote, "leave out all changes of this note, or none"),
    .init(["u", "M-u"], .undo, "take back what was replaced last", hint: "undo"),
    .init(["j", "Down"], .move(.lines(1)), "next change"),
    .init(["k", "Up"], .move(.lines(-1)), "previous change"),
    .init(["PgDn"], .move(.lines(10)), "ten changes down"),
    .init(["PgUp"], .move(.lines(-10)), "ten changes up"),
    .init(["g", "Home"], .move(.toStart), "first change"),
    .init(["G", "End"], .move(.toEnd), "last change"),
    .init(["M-w"], .toggleWholeWord, "whole words alone, or not"),
    .init(["M-e"], .toggleExpression, "a regular expression, or not"),
    .init(["Tab"], .nextField, "back to the fields"),
    .init(["S-Tab"], .previousField, "the field before"),
    .init(["Esc"], .close, "change nothing", hint: "back"),
  ]).titled("Changes to be made").finding("change")
}
