import TextEngine

/// A command that is offered after a `/`.
struct SlashCommand: Sendable {
  enum Act: Sendable {
    case write(SlashTyping.Insertion)
    /// Runs a command of the editor after the typed text is removed.
    case run(CommandID)
    /// Writes the beginning of a link, after which names are offered.
    case link(String)
  }

  let title: String
  /// Other words that find the command.
  let words: [String]
  let act: Act

  init(_ title: String, _ act: Act, _ words: String...) {
    (self.title, self.words, self.act) = (title, words, act)
  }

  static let all: [SlashCommand] =
    (1...6).map { level in
      SlashCommand(
        "Heading \(level)", .write(.marks(String(repeating: "#", count: level) + " ")), "h\(level)")
    } + [
      SlashCommand("Task", .write(.marks("- [ ] ")), "todo", "checkbox"),
      SlashCommand("Bullet list", .write(.marks("- ")), "list", "unordered"),
      SlashCommand("Numbered list", .write(.marks("1. ")), "list", "ordered"),
      SlashCommand("Quote", .write(.marks("> ")), "blockquote"),
      SlashCommand("Callout", .write(.marks("> [!note] ")), "note", "warning"),
      SlashCommand("Code block", .write(.lines("```\n\n```\n", cursor: 3)), "fence"),
      SlashCommand(
        "Table", .write(.lines("|  |  |\n| --- | --- |\n|  |  |\n", cursor: 2)), "columns"),
      SlashCommand("Divider", .write(.lines("---\n", cursor: 4)), "rule", "line"),
      SlashCommand("Date today", .run(.insertDate), "day"),
      SlashCommand("Time now", .run(.insertTime), "clock"),
      SlashCommand("Template…", .run(.insertTemplate), "snippet"),
      SlashCommand("Link to a note", .link("[["), "wiki"),
      SlashCommand("Embed a note", .link("![["), "transclude"),
      SlashCommand("Attach a file…", .run(.attachFile), "picture", "attachment"),
      SlashCommand("Properties…", .run(.openProperties), "front matter", "yaml"),
    ]

  /// Returns the commands with a word that begins with the typed text, or a title without its spaces.
  static func fitting(_ typed: String) -> [SlashCommand] {
    let typed = typed.lowercased()
    if typed.isEmpty { return all }
    return all.filter { command in
      let title = command.title.lowercased()
      let words =
        title.split(separator: " ").map(String.init).filter { $0.count > 2 } + command.words
      return (words + [title.filter { $0 != " " }]).contains { $0.hasPrefix(typed) }
    }
  }
}
