import Entities
import OwnCommands
import Terminal
import UseCases
import VaultSettings

/// Implements `completions for`, which shells call at each press of Tab.
struct Completer: CommandPart {
  let context: CommandContext

  func complete(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    guard let line = request.completionLine else { return .done }
    let input = CompletionContext(line)
    let found = await candidates(for: input)
    output.write(found.kind.rawValue + "\n")
    for row in found.rows {
      let word = input.head + Array(row.word.utf8)
      guard word.starts(with: line.typed) else { continue }
      output.write(word.dropFirst(line.unchanged))
      if !row.meaning.isEmpty { output.write("\t" + PlainLine.of(Array(row.meaning.utf8))) }
      output.write("\n")
    }
    return .done
  }

  private func candidates(for input: CompletionContext) async -> Candidates {
    var found = Candidates()
    switch input.wanted {
    case .nothing: break
    case .first: await addFirst(input, to: &found)
    case .second(let family): found.add(CommandName.members(of: family))
    case .option(let names): found.add(names)
    case .value(let kind, let family):
      found = await values(kind, input)
      if let family { found.add(CommandName.members(of: family)) }
    }
    return found
  }

  /// Adds commands, addresses and folders.
  private func addFirst(_ input: CompletionContext, to found: inout Candidates) async {
    let scheme = Array(ScreenAddress.scheme.utf8)
    if input.typed.starts(with: scheme.prefix(6)) {
      found.kind = .names
      for known in context.screens.addresses() {
        guard known.name.hasSuffix("/NOTE") else {
          found.add(known.written, known.summary)
          continue
        }
        // Notes are added only if the user has begun to name one.
        let start = known.written.dropLast("NOTE".count)
        if !input.typed.starts(with: start.utf8) {
          found.add(String(start), known.summary)
        } else if let vault = context.opened {
          for note in await notes(in: vault) {
            found.add(start + ScreenAddress.encoded(note.id.path.bytes), note.title)
          }
        }
      }
    } else if input.typed.contains(UInt8(ascii: "/")) {
      found.kind = .files
    } else {
      found.kind = .folders
      found.addFirstWords()
    }
  }

  private func values(_ kind: ValueKind, _ input: CompletionContext) async -> Candidates {
    switch kind {
    case .text: return Candidates()
    case .file: return Candidates(.files)
    case .folder: return Candidates(.folders)
    case .words(let words): return Candidates(words: words)
    case .obsidian: return Candidates()
    case .topic:
      var found = Candidates()
      found.addFirstWords()
      for page in Guide.pages { found.add(page.topic, page.summary) }
      return found
    case .ownCommand:
      var found = Candidates()
      for command in context.screens.own?.file().commands ?? [] {
        found.add(command.name, command.says)
      }
      return found
    case .theme: return Candidates(.names, words: context.screens.themes())
    case .day: return days
    case .due:
      return input.words.command == .tasks
        ? Candidates(words: DueTasks.words) : days
    case .setting:
      var found = Candidates()
      for name in SettingName.allCases { found.add(name.rawValue, name.summary) }
      return found
    case .settingValue:
      return await settingValues(input.words.arguments.first, input)
    default:
      // Paths from the current folder are left to the shell, like everything that it does not find
      // here.
      if kind == .note, RawArgument(bytes: input.typed).isPath { return Candidates(.files) }
      guard let vault = context.opened else { return Candidates() }
      return await values(kind, input, in: vault)
    }
  }

  private func settingValues(
    _ name: RawArgument?, _ input: CompletionContext
  ) async -> Candidates {
    guard let setting = name.flatMap({ SettingName(rawValue: $0.text) }) else {
      return Candidates()
    }
    if let choices = setting.choices { return Candidates(words: choices) }
    return await values(setting.valueKind, input)
  }

  private var days: Candidates {
    let today = Day(context.clock.civil(context.clock.now))
    var found = Candidates(words: ["today", "tomorrow"])
    for ahead in 0..<7 {
      found.add(today.advanced(by: ahead).text)
    }
    for day in Weekday.allCases { found.add(day.name.lowercased()) }
    return found
  }
}

extension SettingName {
  var valueKind: ValueKind {
    switch self {
    case .vault: .folder
    case .theme: .theme
    case .newNoteFolder, .dailyFolder, .templateFolder: .vaultFolder
    case .taskNote, .dailyTemplate, .captureNote: .note
    default: .text
    }
  }
}

/// The possible completions of a word.
struct Candidates {
  /// Tells the shell how to treat the candidates.
  enum Kind: String {
    /// Words of this program, which need no quotes.
    case words
    /// The user's names, which the shell quotes if necessary.
    case names
    /// In addition, files that the shell finds.
    case files
    case folders
  }

  var kind = Kind.words
  private(set) var rows: [(word: String, meaning: String)] = []

  init(_ kind: Kind = .words) { self.kind = kind }

  init(_ kind: Kind = .words, words: some Sequence<String>) {
    self.kind = kind
    for word in words { add(word) }
  }

  mutating func add(_ word: String, _ meaning: String = "") { rows.append((word, meaning)) }

  mutating func add(_ commands: [CommandName]) {
    for command in commands {
      if let second = command.second { add(second, CommandTable.spec(of: command).summary) }
    }
  }

  /// Adds the first words of all commands.
  mutating func addFirstWords() {
    var added: Set<String> = []
    for spec in CommandTable.all where added.insert(spec.name.family).inserted {
      let family = spec.name.family
      let members = CommandName.members(of: family).compactMap(\.second)
      let own = CommandName(rawValue: family).map { CommandTable.spec(of: $0).summary }
      add(family, own ?? members.joined(separator: ", "))
    }
  }

  mutating func add(_ options: [OptionName]) {
    for name in options {
      let option = CommandTable.option(name)
      add(option.long, option.summary)
      if let short = option.short { add("-\(short)", option.summary) }
    }
  }
}
