package enum CommandTable {
  package static let all: [CommandSpec] = [
    writing, days, capturing, importing, exporting, reading, linking, properties, spelling, tidying,
    syncing,
    merging,
    tasks,
    running, bases, locking,
    bookmarks, obsidian, guests,
    requests,
    // more commands
    closing,
  ].flatMap { $0 }

  package static func spec(of name: CommandName) -> CommandSpec {
    guard let found = all.first(where: { $0.name == name }) else {
      preconditionFailure("\(name) is missing in the table of commands")
    }
    return found
  }

  static let note = ArgumentSpec("NOTE", .note)

  /// The options of commands that print paths.
  static let ofPaths: [OptionName] = [.absolute, .null]

  /// The output formats, which exclude each other.
  static let forms: [OptionName] = [
    .json, .jsonLines, .rendered, .html, .paths, .words, .null, .count,
  ]

  static let path = AnswerField(
    "path", "the note's path in the vault; with --absolute the absolute path")
  static let pathBytes = AnswerField(
    "pathBytes", "the path percent-encoded, if it is not UTF-8")
  static let title = AnswerField("title", "the note's title")
  static let modified = AnswerField("modified", "when it was changed, in UTC")
  static let location = [path, pathBytes, title]

  /// The fields of commands without text output.
  static let doneFields = [
    AnswerField("did", "made, rewritten, moved, trashed or restored"), path, pathBytes,
    AnswerField("from", "the old path of a moved note; null for the others"),
  ]
}
