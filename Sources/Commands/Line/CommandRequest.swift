package import Entities
import VaultLayers

/// A command with what was given to it; how many arguments there are is checked already.
package struct CommandRequest: Equatable, Sendable {
  package var name: CommandName
  package var arguments: [RawArgument] = []
  package var options = GivenOptions()
  /// The folder to work in, as an absolute path; nil where none was named.
  package var vault: NotePath?
  package var settings: NotePath?
  package var frozenClock: CivilTime?
  package var limit: Int?
  /// How many notes may be changed; nil: any number.
  var expectedCount: Int?
  /// Which text the one note has that may be changed.
  var expectedVersion: ExpectedVersion?
  /// What is to be completed.
  var completionLine: ShellLine?

  package init(_ name: CommandName) { self.name = name }

  /// Its row in the table.
  package var spec: CommandSpec { CommandTable.spec(of: name) }

  /// What it needs of the vault.
  package var vaultUse: VaultUse {
    switch name {
    case .path where arguments.isEmpty: .finds
    case .completionsFor:
      completionLine.map { CompletionContext($0).wantsVault } == true ? .opens : .none
    default: spec.vault
    }
  }

  package func has(_ option: OptionName) -> Bool { options[option] != nil }

  /// The last one given wins.
  package func value(of option: OptionName) -> RawArgument? { options[option]?.last }

  var argument: RawArgument? { arguments.first }

  /// One that the parser has seen to be there.
  func argument(at index: Int) throws(CommandFailure) -> RawArgument {
    guard arguments.indices.contains(index) else {
      throw CommandFailure("an argument is missing.", code: .usage)
    }
    return arguments[index]
  }

  /// `--null` has room for nothing else.
  var wantsPathsAlone: Bool { has(.paths) || has(.null) }

  /// Whether it only says what it would change.
  package var isTrial: Bool {
    has(.dryRun) || (has(.where) || name == .propertyRename) && !has(.yes)
  }

  /// Whether its results are the lines that it would change, and nothing else.
  var printsDifference: Bool {
    guard has(.dryRun), spec.vault >= .changes, !spec.plansItself, !has(.skip) else { return false }
    let hasForm = answersInJSON || wantsPathsAlone || has(.count) || has(.fields)
    // What lies in the trash is only listed.
    return !hasForm && (name != .restore || argument != nil)
  }

  /// The same, of which nothing is changed.
  var asTrial: CommandRequest {
    var request = self
    if !has(.dryRun) { request.options.append(RawArgument(""), to: .dryRun) }
    return request
  }

  var answersInJSON: Bool { has(.json) || has(.jsonLines) }

  /// The fields that are wanted of each thing; nil: all of them.
  var fields: [String]? {
    value(of: .fields).map { Self.fields(in: $0.text) }
  }

  static func fields(in text: String) -> [String] {
    text.split { $0 == "," || $0 == " " }.map(String.init)
  }
}

/// The options of one command line with their values, each as often as it was given.
///
/// There are a handful at most: a list is looked through sooner than a dictionary is made.
package struct GivenOptions: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private struct Given: Equatable {
    var name: OptionName
    var values: [RawArgument]
  }

  /// In the order of their names, so that the order on the command line makes no difference.
  private var given: [Given] = []

  init() {}

  package init(dictionaryLiteral elements: (OptionName, [RawArgument])...) {
    for (name, values) in elements {
      for value in values { append(value, to: name) }
    }
  }

  /// What was given with an option; nil where it was not given.
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
