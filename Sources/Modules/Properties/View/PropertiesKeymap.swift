import Lists
import Terminal

enum PropertiesKeymap {
  static let rows = Keymap<PropertiesCommand>(
    [
      .init(["Enter"], .edit, "type the value or the item; add to a list", hint: "change"),
      .init(["Space"], .tick, "tick the checkbox, or untick it", wide: "tick"),
      .init(["n"], .add, "add a property", hint: "add"),
      .init(["a"], .addItem, "add an item to the list", wide: "add item"),
      .init(["J", "M-Down"], .moveItem(1), "move the item down"),
      .init(["K", "M-Up"], .moveItem(-1), "move the item up"),
      .init(["d", "Del"], .remove, "take the property or the item away", hint: "remove"),
      .init(["r"], .rename, "give the property another name", hint: "rename"),
      .init(["t"], .changeType, "change what the value is: text, list, number, …", hint: "type"),
      .init(["u"], .undo, "undo the last change", hint: "undo"),
    ] + Keymap.rows(of: "row", PropertiesCommand.move) + [
      .init(["F5"], .reload, "read again"),
      .init(["Esc", "q"], .close, "go back", hint: "back"),
    ]
  ).titled("Properties").finding("row")

  /// The keys while a line is typed.
  static let line = Keymap<PropertiesCommand>([
    .init(["Enter"], .accept, "take the line, or what is chosen below", hint: "take"),
    .init(["Tab"], .complete, "complete to what is chosen below, or the first", hint: "complete"),
    .init(["Down", "C-n"], .offer(1), "next of what is offered"),
    .init(["Up", "C-p"], .offer(-1), "the one before"),
    .init(["Esc"], .dropEdit, "change nothing", hint: "cancel"),
  ]).titled("A property's name or value")
}
