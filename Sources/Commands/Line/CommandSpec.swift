/// The definition of a command: its arguments, output, description and implementation. Parsing,
/// help, the manual page and completions are derived from it.
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
  /// The arguments after `notes-tui`.
  package var example: String
  /// Whether it has its own dry run. All others run with services that only record the changes.
  package var plansItself: Bool
  /// Whether it can do something with a locked vault without a passphrase.
  var worksLocked: Bool
  /// Refuses errors in the command line itself, before a vault is opened or created.
  let check: @MainActor (CommandRunner) -> Check
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

  /// The syntax without the options of every command: `new [TITLE] [--body TEXT]`.
  package var usage: String {
    ([name.rawValue] + arguments.map(\.written)).joined(separator: " ")
  }

  var argumentCount: ClosedRange<Int> {
    let needed = arguments.count { !$0.isOptional }
    return needed...(arguments.last?.repeats == true ? Int.max : arguments.count)
  }
}

/// How a command uses the vault.
package enum VaultUse: Comparable, Sendable {
  case none
  /// It works with the vault's folder as a whole, in which notes may be half encrypted.
  case finds
  /// It opens the vault, which may be locked.
  case opens
  /// It changes notes before it writes its results.
  case changes
  /// It creates notes and, if there is no vault yet, the first one.
  case makes
}

/// The form of standard output.
package enum AnswerForm: Equatable, Sendable {
  case nothing
  case text
  /// A single item, as text or as a JSON object with these fields.
  case one([AnswerField])
  /// Several items, as lines or as JSON objects with these fields.
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

/// A field in JSON output. Its name must not change.
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

  /// The argument in a synopsis: `[TITLE]`, `NOTE…`.
  package var written: String {
    let name = repeats ? "\(name)…" : name
    return isOptional ? "[\(name)]" : name
  }
}
