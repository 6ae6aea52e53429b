package import Entities
package import UseCases
import VaultLayers

/// A command with its parsed arguments and options. The number of arguments is already checked.
package struct CommandRequest: Equatable, Sendable {
  package var name: CommandName
  package var arguments: [RawArgument] = []
  package var options = GivenOptions()
  /// The absolute path of the vault; nil if none was named.
  package var vault: NotePath?
  package var settings: NotePath?
  package var frozenClock: CivilTime?
  package var limit: Int?
  /// The number of notes that must change; nil: any number.
  var expectedCount: Int?
  /// The version that the changed note must have.
  var expectedVersion: ExpectedVersion?
  var completionLine: ShellLine?
  /// The verb of Obsidian's that is run, with its parameters.
  package var obsidian: ObsidianCall?
  /// The address that is opened.
  package var address: ObsidianAddress?

  package init(_ name: CommandName) { self.name = name }

  package var spec: CommandSpec { CommandTable.spec(of: name) }

  package var vaultUse: VaultUse {
    switch name {
    case .path where arguments.isEmpty: .finds
    case .completionsFor:
      completionLine.map { CompletionContext($0).wantsVault } == true ? .opens : .none
    case .obsidian: obsidian?.vaultUse ?? .none
    case .openURI: address?.writes == false ? .finds : spec.vault
    default: spec.vault
    }
  }

  /// Whether it answers standard input part by part, as a server.
  package var answersParts: Bool { name == .mcp || name == .lsp }

  package func has(_ option: OptionName) -> Bool { options[option] != nil }

  /// Returns the option's value. The last one wins.
  package func value(of option: OptionName) -> RawArgument? { options[option]?.last }

  var argument: RawArgument? { arguments.first }

  /// The name by which `undo` and the history list it: `obsidian append`, `run tick`.
  var title: String {
    if name == "run", let own = argument { return "\(name.rawValue) \(own.text)" }
    return obsidian.map { "\(name.rawValue) \($0.verbName)" } ?? name.rawValue
  }

  /// Returns an argument that the parser has checked.
  func argument(at index: Int) throws(CommandFailure) -> RawArgument {
    guard arguments.indices.contains(index) else {
      throw CommandFailure("an argument is missing.", code: .usage)
    }
    return arguments[index]
  }

  /// Whether only paths are printed. `--null` implies it.
  var printsOnlyPaths: Bool { has(.paths) || has(.null) }

  /// Whether the command only prints what it would change.
  package var isTrial: Bool {
    has(.dryRun) || (has(.where) || name == .propertyRename) && !has(.yes)
  }

  /// Whether the results are a diff of the changes and nothing else.
  var printsDifference: Bool {
    guard has(.dryRun), vaultUse >= .changes, !spec.plansItself, !has(.skip) else { return false }
    let hasForm = answersInJSON || printsOnlyPaths || has(.count) || has(.fields)
    // A listing of the trash has no diff.
    return !hasForm && (name != .restore || argument != nil)
  }

  /// The same request as a dry run.
  var asDryRun: CommandRequest {
    var request = self
    if !has(.dryRun) { request.options.append(RawArgument(""), to: .dryRun) }
    return request
  }

  var answersInJSON: Bool { has(.json) || has(.jsonLines) }

  /// The requested fields; nil: all.
  var fields: [String]? {
    value(of: .fields).map { Self.fields(in: $0.text) }
  }

  static func fields(in text: String) -> [String] {
    text.split { $0 == "," || $0 == " " }.map(String.init)
  }
}

/// The options of one command line with their values, repeated as they were given.
///
/// A list, because searching a few options is faster than building a dictionary.
package struct GivenOptions: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private struct Given: Equatable {
    var name: OptionName
    var values: [RawArgument]
  }

  /// Sorted by name, so that their order on the command line makes no difference.
  private var given: [Given] = []

  init() {}

  package init(dictionaryLiteral elements: (OptionName, [RawArgument])...) {
    for (name, values) in elements {
      for value in values { append(value, to: name) }
    }
  }

  subscript(name: OptionName) -> [RawArgument]? {
    given.first { $0.name == name }?.values
  }

  mutating func append(_ value: RawArgument, to name: OptionName) {
    if let index = given.firstIndex(where: { $0.name == name }) {
      given[index].values.append(value)
      return
    }
    let index = given.firstIndex { $0.name.rawValue > name.rawValue } ?? given.endIndex
    given.insert(Given(name: name, values: [value]), at: index)
  }
}
