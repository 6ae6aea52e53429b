/// Every command that is offered. A name of two words is one of a family: `history show`.
package enum CommandName: String, CaseIterable, Sendable {
  case initialise = "init"
  case new
  case write
  case append
  case show
  case list
  case search
  case tags
  case links
  case backlinks
  case check
  case rename
  case move
  case trash
  case restore
  case history
  case historyShow = "history show"
  case historyRestore = "history restore"
  case stats
  case doctor
  case config
  case configGet = "config get"
  case configSet = "config set"
  case configPath = "config path"
  case completions
  case keys
  case script

  /// The words after the first by which a family's members are told apart.
  package static func members(of family: String) -> [String: CommandName] {
    var members: [String: CommandName] = [:]
    for name in allCases where name.rawValue.hasPrefix("\(family) ") {
      members[String(name.rawValue.dropFirst(family.count + 1))] = name
    }
    // `history list` is what `history` alone does; a note named “show” is reached by it.
    if !members.isEmpty, let alone = CommandName(rawValue: family) { members["list"] = alone }
    return members
  }

  /// The first word.
  package var family: String {
    String(rawValue.prefix { $0 != " " })
  }
}
