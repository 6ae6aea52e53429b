/// A named command: one row of the table that keymaps, help and the palette are made from.
package struct EditCommand: Sendable {
  package let id: CommandID
  /// What the command does, in a few words.
  package let summary: String
  /// Other words that find it.
  package let words: [String]
  /// Nil where there is nothing to do.
  package let run: @Sendable (EditContext) -> TextChange?

  package init(
    _ id: CommandID, _ summary: String, words: [String] = [],
    _ run: @escaping @Sendable (EditContext) -> TextChange?
  ) {
    self.id = id
    self.summary = summary
    self.words = words
    self.run = run
  }
}

/// All commands of the engine.
package enum EditCommands {
  package static let all: [EditCommand] =
    typing + deleting + clipboard + lines + selecting + lists + marks + blocks + words + links
    + tables + prose + typography + footnotes

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
  private static let motions = Dictionary(uniqueKeysWithValues: Motion.all.map { ($0.id, $0) })

  package static func command(_ id: CommandID) -> EditCommand? { byID[id] }
  package static func motion(_ id: CommandID) -> Motion? { motions[id] }

  /// Whether `run` can run a command; if not, the command belongs to the program.
  package static func knows(_ id: CommandID) -> Bool {
    byID[id] != nil || motions[id] != nil
  }

  /// Returns the summary of a command or motion.
  package static func summary(of id: CommandID) -> String? {
    byID[id]?.summary ?? motions[id]?.summary
  }

  /// Runs a command. Nil where there is nothing to do, or the command is not the engine's.
  package static func run(_ invocation: Invocation, in context: EditContext) -> TextChange? {
    var context = context
    context.count = invocation.count
    context.argument = invocation.argument
    context.extends = invocation.extends
    guard var change = change(invocation.command, context) else { return nil }
    // A motion may end inside a glyph, where no cursor may be.
    if change.edit == nil { change.selections = change.selections.snapped(in: context.text) }
    return change
  }

  private static func change(_ id: CommandID, _ context: EditContext) -> TextChange? {
    if let command = byID[id] { return command.run(context) }
    return motions[id]?.moved(context)
  }

  /// Runs a command without a count or an argument.
  package static func run(_ id: CommandID, in context: EditContext) -> TextChange? {
    run(Invocation(id), in: context)
  }
}

/// The name of a command, a motion, a text object or an operator, as keymaps write it:
/// `delete-word-left`.
///
/// A program's own commands (saving, finding) have such names too, so one keymap holds them all.
package struct CommandID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let name: String

  package init(_ name: String) { self.name = name }

  package init(stringLiteral name: String) { self.name = name }

  package var description: String { name }
}
