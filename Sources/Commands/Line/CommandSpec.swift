/// What a command takes, gives and says of itself, and what it runs. Parsing, help, the manual's page
/// and the shells' completions are all made of this.
package struct CommandSpec: Sendable {
  typealias Run = @MainActor (CommandRequest) async throws(CommandFailure) -> ExitCode
  typealias Check = @MainActor (CommandRequest) throws(CommandFailure) -> Void

  package var name: CommandName
  package var arguments: [ArgumentSpec]
  package var vault: VaultUse
  package var options: [OptionName]
  package var answer: AnswerForm
  /// One line, as in “make a new note”.
  var summary: String
  /// Whole sentences.
  var details: String
  /// What follows `notes-tui`.
  package var example: String
  /// Whether it plans by itself what it changes. All others are tried by services that only plan.
  package var plansItself: Bool
  /// Whether it does something for a locked vault when it cannot ask for the passphrase.
  var worksLocked: Bool
  /// Refuses what is wrong in the command line itself, before a vault is opened, or made.
  let check: @MainActor (CommandRunner) -> Check
  /// Which of the runner's functions it is.
  let run: @MainActor (CommandRunner) -> Run

  init(
    _ name: CommandName, _ arguments: [ArgumentSpec] = [], vault: VaultUse,
    options: [OptionName] = [], answer: AnswerForm = .nothing, takesVersion: Bool = true,
    plansItself: Bool = false, worksLocked: Bool = false,
    says summary: String, details: String = "", example: String,
    check: @escaping @MainActor (CommandRunner) -> Check = { _ in { _ in } },
    run: @escaping @MainActor (CommandRunner) -> Run
  ) {
    self.name = name
    self.arguments = arguments
    self.vault = vault
    self.options =
      options + answer.options + (vault >= .changes ? [.dryRun] : [])
      + (vault >= .changes ? [.expect] : [])
      + (vault >= .changes && takesVersion ? [.expectVersion] : [])
      + (vault >= .opens ? [.passphraseFD] : [])
    self.answer = answer
    self.summary = summary
    self.details = details
    self.example = example
    self.plansItself = plansItself
    self.worksLocked = worksLocked
    self.check = check
    self.run = run
  }

  /// `new [TITLE] [--body TEXT]`, without the options that every command takes.
  package var usage: String {
    ([name.rawValue] + arguments.map(\.written)).joined(separator: " ")
  }

  /// How many arguments it needs and may have.
  var argumentCount: ClosedRange<Int> {
    let needed = arguments.count { !$0.isOptional }
    return needed...(arguments.last?.repeats == true ? Int.max : arguments.count)
  }
}

/// What a command does with the notes of a vault.
package enum VaultUse: Comparable, Sendable {
  case none
  /// It works with the vault's folder as a whole, in which notes may be half encrypted.
  case finds
  /// It opens the vault, which may be locked.
  case opens
  /// It has changed notes by the time that its results are written.
  case changes
  /// It makes notes: then also the first vault, where there is none.
  case makes
}

/// What comes out on standard output.
package enum AnswerForm: Equatable, Sendable {
  case nothing
  /// Text alone.
  case text
  /// One thing, as text or as a JSON object with these fields.
  case one([AnswerField])
  /// Many things, as lines or as JSON objects with these fields.
  case many([AnswerField])

  package var fields: [AnswerField] {
    switch self {
    case .nothing, .text: []
    case .one(let fields), .many(let fields): fields
    }
  }

  fileprivate var options: [OptionName] {
    switch self {
    case .nothing, .text: []
    case .one: [.json]
    case .many: [.json, .jsonLines, .fields, .count]
    }
  }
}

/// A name in the JSON of an answer. Such names stay as they are.
package struct AnswerField: Equatable, Sendable {
  package var name: String
  var summary: String

  init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}

package struct ArgumentSpec: Equatable, Sendable {
  package var name: String
  package var kind: ValueKind
  var isOptional: Bool
  var repeats: Bool

  init(_ name: String, _ kind: ValueKind = .text, isOptional: Bool = false, repeats: Bool = false) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
    self.repeats = repeats
  }

  /// `[TITLE]`, `NOTE…`
  package var written: String {
    let name = repeats ? "\(name)…" : name
    return isOptional ? "[\(name)]" : name
  }
}
