import Entities
import Fuzzy
package import Services
import UseCases
import VaultLayers

package enum Invocation: Equatable, Sendable {
  case screen(LaunchOptions)
  case command(CommandRequest)
  case script([String])
  case help(HelpTopic)
  case version(isVerbose: Bool, isJSON: Bool)

  /// Parses the arguments after the program's name.
  ///
  /// `folder` is the base of relative paths; whether the named folder exists is checked later.
  /// `home` is the value of `~` in a line that no shell has expanded yet.
  package init(
    arguments: [RawArgument], folder: String, home: String = "/"
  ) throws(UsageError) {
    var words = CommandWords()
    let command = try words.read(arguments)
    if command == .script {
      self = .script(words.rest.map(\.text))
    } else if command == .completionsFor, !words.rest.contains("--help") {
      self = .command(try words.requestForCompletions(folder: folder, home: home))
    } else if words.options[.help] != nil || command == .completionsFor {
      self = .help(words.topic)
    } else if command == .help {
      self = .help(try words.topicOfArguments())
    } else if words.options[.version] != nil {
      self = .version(
        isVerbose: words.options[.verbose] != nil, isJSON: words.options[.json] != nil)
    } else if let command {
      self = .command(try words.request(for: command, folder: folder))
    } else if let family = words.family {
      throw .incompleteCommand(family, words.arguments.first?.text)
    } else {
      self = .screen(try words.launch(folder: folder))
    }
  }

  package init(
    arguments: [String], folder: String, home: String = "/"
  ) throws(UsageError) {
    try self.init(arguments: arguments.map { RawArgument($0) }, folder: folder, home: home)
  }
}

extension CommandWords {
  func request(
    for command: CommandName, folder: String
  ) throws(UsageError) -> CommandRequest {
    let spec = CommandTable.spec(of: command)
    try refuseForeign(
      spec.options + before.filter(CommandTable.onScreen.contains), command)
    try refuseUnknownFields(spec)
    try refuseSecondForm()
    if arguments.count > spec.argumentCount.upperBound {
      throw .unexpected(arguments[spec.argumentCount.upperBound].text)
    }
    if arguments.count < spec.argumentCount.lowerBound {
      throw .missingArgument(spec.arguments[arguments.count].name, command)
    }
    for (index, argument) in arguments.enumerated() where index < spec.arguments.count {
      try check(argument, spec.arguments[index].name, spec.arguments[index].kind)
    }
    var request = CommandRequest(command)
    request.arguments = arguments
    request.options = options
    if command == .openURI, let address = arguments.first {
      request.address = try rethrow(ObsidianAddress(address.bytes)) {
        (error: ObsidianAddressProblem) in UsageError.address(error.message)
      }
    }
    if command == .obsidian { request.obsidian = try ObsidianCall(arguments) }
    request.vault = options[.vault]?.last.map { AbsolutePath.of($0, from: folder) }
    request.settings = options[.config]?.last.map { AbsolutePath.of($0, from: folder) }
    request.frozenClock = try clock()
    request.limit = try number(.limit)
    request.expectedCount = try number(.expect)
    request.expectedVersion = try expectedVersion()
    return request
  }

  /// Uses the vault of the line to complete.
  func requestForCompletions(
    folder: String, home: String
  ) throws(UsageError) -> CommandRequest {
    var request = try withRestAsArguments().request(for: .completionsFor, folder: folder)
    let written = request.arguments
    guard let shell = Shell(rawValue: written[0].text) else { return request }
    let line = ShellLine(
      written[1].bytes, of: shell, breaks: written.count > 2 ? written[2].bytes : [], home: home)
    request.completionLine = line
    var words = CommandWords()
    // Errors in that line are reported later.
    _ = try? words.read(line.before)
    for (name, field) in [(OptionName.vault, \CommandRequest.vault), (.config, \.settings)] {
      if let named = words.options[name]?.last {
        request[keyPath: field] = AbsolutePath.of(named, from: folder)
      }
    }
    return request
  }

  func launch(folder: String) throws(UsageError) -> LaunchOptions {
    // `--verbose` is allowed, because it makes the version more detailed.
    try refuseForeign(CommandTable.onScreen.filter { $0 != .verbose }, nil)
    var launch = LaunchOptions()
    launch.follow(options)
    launch.vault = options[.vault]?.last.map { AbsolutePath.of($0, from: folder) }
    launch.settings = options[.config]?.last.map { AbsolutePath.of($0, from: folder) }
    launch.frozenClock = try clock()
    launch.isReadOnly = options[.readOnly] != nil
    for argument in arguments {
      if argument.text.hasPrefix("notes://") {
        launch.place = argument.text
      } else if launch.vault == nil {
        launch.vault = AbsolutePath.of(argument, from: folder)
        launch.operand = argument.text
      } else if let first = arguments.first, let nearest = Self.nearestCommand(first) {
        throw .unknownCommand(first.text, nearest: nearest)
      } else {
        throw .unexpected(argument.text)
      }
    }
    return launch
  }

  private func refuseUnknownFields(_ spec: CommandSpec) throws(UsageError) {
    guard let written = options[.fields]?.last?.text else { return }
    let known = spec.answer.fields.map(\.name)
    for name in CommandRequest.fields(in: written) where !known.contains(name) {
      throw .badValue("--fields", name, wanted: UsageError.choice(known))
    }
  }

  /// Returns the command that a plain word may be a misspelling of.
  package static func nearestCommand(_ word: RawArgument) -> String? {
    guard !word.bytes.contains(UInt8(ascii: "/")) else { return nil }
    if word.text == OptionName.version.rawValue { return "--version" }
    return NearestName.of(
      word.text, among: Set(CommandTable.all.map(\.name.family)).sorted())
  }

  /// Throws if two output formats are given, because one would be ignored.
  private func refuseSecondForm() throws(UsageError) {
    let given = CommandTable.forms.filter { options[$0] != nil }
    guard given.count > 1, given != [.paths, .null] else { return }
    throw .twoForms("--\(given[0].rawValue)", "--\(given[1].rawValue)")
  }

  private func refuseForeign(
    _ own: [OptionName], _ command: CommandName?
  ) throws(UsageError) {
    let allowed = own + CommandTable.everywhere
    for name in OptionName.allCases where options[name] != nil && !allowed.contains(name) {
      if let command, name == .expectVersion, own.contains(.expect) { throw .noVersion(command) }
      throw .foreignOption("--\(name.rawValue)", command)
    }
  }

  private func number(_ name: OptionName) throws(UsageError) -> Int? {
    guard let written = options[name]?.last?.text else { return nil }
    guard let number = Int(written), number >= 0 else {
      throw .badValue("--\(name.rawValue)", written, wanted: "a number")
    }
    return number
  }

  private func expectedVersion() throws(UsageError) -> ExpectedVersion? {
    guard let written = options[.expectVersion]?.last?.text else { return nil }
    guard let version = ExpectedVersion(written) else {
      throw .badValue("--expect-version", written, wanted: "a version, as show --json prints it")
    }
    return version
  }

  private func clock() throws(UsageError) -> CivilTime? {
    guard let text = options[.clock]?.last?.text else { return nil }
    guard let time = CivilTime(clock: text) else { throw .badClock(text) }
    return time
  }
}

extension LaunchOptions {
  /// Applies the options for appearance and keys.
  mutating func follow(_ given: GivenOptions) {
    isASCII = given[.ascii] != nil
    theme = given[.theme]?.last?.text
    keymap = given[.keymap]?.last.flatMap { KeymapName(rawValue: $0.text) }
    noColor = given[.noColor] != nil || given[.color]?.last == "never"
    tracesModules = given[.traceModules] != nil
  }
}
