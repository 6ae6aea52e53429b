/// A command by its name: one row of the table that keymaps, help and palette are made from.
package struct EditCommand: Sendable {
  package let id: CommandID
  /// What it does, in a few words.
  package let summary: String
  /// Nil where there is nothing to do.
  package let run: @Sendable (EditContext) -> TextChange?

  package init(
    _ id: CommandID, _ summary: String, _ run: @escaping @Sendable (EditContext) -> TextChange?
  ) {
    self.id = id
    self.summary = summary
    self.run = run
  }
}

/// All commands of the engine.
package enum EditCommands {
  package static let all: [EditCommand] =
    typing + deleting + clipboard + lines + selecting + lists + marks + blocks + words + links
    + tables + prose + typography

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
  private static let motions = Dictionary(uniqueKeysWithValues: Motion.all.map { ($0.id, $0) })

  package static func command(_ id: CommandID) -> EditCommand? { byID[id] }
  package static func motion(_ id: CommandID) -> Motion? { motions[id] }

  /// Whether `run` can do a command; if not, it is the program's.
  package static func knows(_ id: CommandID) -> Bool {
    byID[id] != nil || motions[id] != nil
  }

  /// What a command or motion says of itself.
  package static func summary(of id: CommandID) -> String? {
    byID[id]?.summary ?? motions[id]?.summary
  }

  /// Does what keys asked for. Nil where there is nothing to do, or the command is not the engine's.
  package static func run(_ invocation: Invocation, in context: EditContext) -> TextChange? {
    var context = context
    context.count = invocation.count
    context.argument = invocation.argument
    context.extends = invocation.extends
    guard var change = change(invocation.command, context) else { return nil }
    // A motion may end inside of what a person sees as one character; no cursor stays there.
    if change.edit == nil { change.selections = change.selections.snapped(in: context.text) }
    return change
  }

  private static func change(_ id: CommandID, _ context: EditContext) -> TextChange? {
    if let command = byID[id] { return command.run(context) }
    return motions[id]?.moved(context)
  }

  /// A command by its name alone.
  package static func run(_ id: CommandID, in context: EditContext) -> TextChange? {
    run(Invocation(id), in: context)
  }
}

/// Names a command, a motion, a text object or an operator, as keymaps write it: `delete-word-left`.
///
/// A program that has commands of its own (saving, finding) names them in the same way, so that one
/// keymap holds them all.
package struct CommandID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let name: String

  package init(_ name: String) { self.name = name }

  package init(stringLiteral name: String) { self.name = name }

  package var description: String { name }
}
