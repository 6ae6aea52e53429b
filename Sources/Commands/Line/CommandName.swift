/// Every command that is offered. A name of two words is one of a family: `history show`.
package enum CommandName: String, CaseIterable, Sendable {
  case initialise = "init"
  case path
  case edit
  case new
  case write
  case append
  case daily
  case show
  case list
  case search
  case tags
  case tasks
  case tagsRename = "tags rename"
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
  case taskAdd = "task add"
  case taskDone = "task done"
  case taskReschedule = "task reschedule"
  case stats
  case doctor
  case exportCalendar = "export ics"
  case config
  case configGet = "config get"
  case configSet = "config set"
  case configPath = "config path"
  case completions
  case completionsFor = "completions for"
  case help
  case keys
  case script
  case encrypt
  case decrypt
  case passphrase
  case rekey
  case lock
  case unlock
  case ageEncrypt = "age encrypt"
  case ageDecrypt = "age decrypt"

  /// The member of this family that a second word names: `show` after `history`.
  func member(_ word: String) -> CommandName? {
    if let member = CommandName(rawValue: "\(rawValue) \(word)") { return member }
    // `history list` is what `history` alone does; a note named “show” is reached by it.
    guard word == "list", Self.allCases.contains(where: { $0.rawValue.hasPrefix("\(rawValue) ") })
    else { return nil }
    return self
  }

  /// The first word.
  package var family: String {
    String(rawValue.prefix { $0 != " " })
  }

  /// The second word: `show` in `history show`; nil for the family's own command.
  var second: String? {
    rawValue.firstIndex(of: " ").map { String(rawValue[rawValue.index(after: $0)...]) }
  }

  static func members(of family: String) -> [CommandName] {
    allCases.filter { $0.family == family && $0.second != nil }
  }

  /// Whether what follows it is read by itself: words of another command line.
  var readsItsOwnWords: Bool { self == .script || self == .completionsFor }
}

extension CommandName {
  /// Whether it works with the notes of a vault, which may be locked.
  var opensVault: Bool {
    switch self {
    case .path, .edit, .new, .write, .append, .daily, .exportCalendar, .show, .list, .search, .tags,
      .tagsRename, .tasks, .taskAdd, .taskDone, .taskReschedule, .links, .backlinks, .check,
      .rename, .move, .trash, .restore, .history, .historyShow, .historyRestore, .stats, .doctor,
      .lock, .unlock:
      true
    case .initialise, .config, .configGet, .configSet, .configPath, .completions, .completionsFor,
      .help, .keys, .script, .encrypt, .decrypt, .passphrase, .rekey, .ageEncrypt, .ageDecrypt:
      false
    }
  }

  /// Whether it makes notes: then also the first vault, where there is none.
  package var makesNotes: Bool { [.new, .write, .daily, .taskAdd].contains(self) }

  /// Whether it has changed notes by the time that its results are written.
  var changesNotes: Bool {
    switch self {
    case .new, .write, .append, .daily, .tagsRename, .taskAdd, .taskDone, .taskReschedule, .rename,
      .move, .trash, .restore, .historyRestore:
      true
    default: false
    }
  }
}
