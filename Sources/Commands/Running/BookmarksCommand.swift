import Bookmarks
import Services
import VaultSettings
import Viper

/// Lists what the screen shows.
@MainActor
struct BookmarksCommand {
  let context: CommandContext

  func list(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let list = await context.vault.bookmarks.list()
    BookmarksText(request: request, output: context.output).write(list.items)
    if let problem = list.problem { throw CommandFailure(context.output.shown(problem)) }
    return .done
  }
}

extension CommandTable {
  static let bookmarks = [
    CommandSpec(
      "bookmarks", vault: .opens, options: [.absolute],
      answer: .many([
        AnswerField("kind", "file, folder, search, url, group, or another of Obsidian's"),
        AnswerField("title", "its own title, else what it leads to"),
        AnswerField("depth", "in how many groups it is"),
        AnswerField("path", "the file or folder, else null"), pathBytes,
        AnswerField("part", "a heading or block of the file, or a view of a base; else null"),
        AnswerField("query", "of a search, else null"),
        AnswerField("url", "of a web address, else null"),
        AnswerField("problem", "why it does not open, else null"),
      ]),
      says: "list what Obsidian has bookmarked",
      details: """
        Each line has a title, indented by the groups it is in, where it leads, and what is wrong: a \
        file that is gone, or a kind that opens in Obsidian alone. They are in \
        .obsidian/bookmarks.json, which is never written. Where that cannot be read it is named with \
        line and column, and the exit code is 1.
        """,
      example: "bookmarks --json"
    ) { BookmarksCommand(context: $0.context).list }
  ]
}
