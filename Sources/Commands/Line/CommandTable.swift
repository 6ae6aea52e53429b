/// The one table of commands.
package enum CommandTable {
  package static let all: [CommandSpec] = writing + reading + linking + tidying + running

  package static func spec(of name: CommandName) -> CommandSpec {
    guard let found = all.first(where: { $0.name == name }) else {
      preconditionFailure("\(name) is missing in the table of commands")
    }
    return found
  }

  static let note = ArgumentSpec("NOTE", .note)

  static let path = AnswerField("path", "the note's path in the vault")
  static let pathBytes = AnswerField(
    "pathBytes", "the path percent-encoded, where it is no UTF-8")
  static let title = AnswerField("title", "the note's title")
  static let modified = AnswerField("modified", "when it was changed, in UTC")
  static let place = [path, pathBytes, title]
}
