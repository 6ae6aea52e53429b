/// The name of a command in the table. A name of two words belongs to a family: `history show`.
package struct CommandName: RawRepresentable, Hashable, ExpressibleByStringLiteral, Sendable {
  package let rawValue: String

  package init(stringLiteral name: String) { rawValue = name }

  /// Fails if no command has this name.
  package init?(rawValue name: String) {
    guard CommandTable.all.contains(where: { $0.name.rawValue == name }) else { return nil }
    rawValue = name
  }

  /// Returns the command of this family with a second word: `show` after `history`.
  func member(_ word: String) -> CommandName? {
    if let member = CommandName(rawValue: "\(rawValue) \(word)") { return member }
    // `history list` does the same as `history` and is the way to reach a note named “show”.
    return word == "list" && !Self.members(of: rawValue).isEmpty ? self : nil
  }

  package var family: String {
    String(rawValue.prefix { $0 != " " })
  }

  /// The second word: `show` in `history show`; nil for the family's own command.
  var second: String? {
    rawValue.firstIndex(of: " ").map { String(rawValue[rawValue.index(after: $0)...]) }
  }

  static func members(of family: String) -> [CommandName] {
    CommandTable.all.map(\.name).filter { $0.family == family && $0.second != nil }
  }

  /// Whether the words after the command are another command line, with its own parser.
  var readsItsOwnWords: Bool { self == .script || self == .completionsFor }
}

/// The names that the code uses.
extension CommandName {
  package static let completionsFor: Self = "completions for"
  static let configGet: Self = "config get"
  static let configSet: Self = "config set"
  package static let doctor: Self = "doctor"
  static let edit: Self = "edit"
  static let help: Self = "help"
  static let history: Self = "history"
  static let historyRestore: Self = "history restore"
  static let historyShow: Self = "history show"
  static let links: Self = "links"
  static let obsidian: Self = "obsidian"
  static let lsp: Self = "lsp"
  static let mcp: Self = "mcp"
  package static let openURI: Self = "open-uri"
  static let path: Self = "path"
  static let propertyRename: Self = "prop rename"
  static let random: Self = "random"
  static let restore: Self = "restore"
  static let script: Self = "script"
  static let taskDone: Self = "task done"
  static let tasks: Self = "tasks"
  static let undo: Self = "undo"
  static let undoList: Self = "undo list"
}
