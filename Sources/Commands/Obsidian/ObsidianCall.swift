import Fuzzy

/// A verb with the parameters and flags of one command line.
package struct ObsidianCall: Equatable, Sendable {
  private(set) var verbName = "help"
  /// The name of the vault from `vault=`.
  package private(set) var vault: String?
  /// The verb that `help` explains.
  private(set) var topic: String?
  private var values: [String: RawArgument] = [:]
  private var flags: Set<String> = []

  /// Reads the words after `obsidian`.
  init(_ words: [RawArgument]) throws(UsageError) {
    var words = words[...]
    if let first = words.first, let named = Self.value(of: "vault", in: first) {
      vault = named.text
      words.removeFirst()
    }
    guard let name = words.popFirst() else { return }
    let verb = try ObsidianVerb.named(name.text)
    verbName = verb.name
    for word in words { try add(word, to: verb) }
    if let missing = verb.parameters.first(where: { $0.isRequired && values[$0.name] == nil }) {
      throw .obsidian("\(name.text) needs \(missing.name)=\(missing.value).")
    }
    if values["file"] != nil, values["path"] != nil {
      throw .obsidian("file= and path= both name a note. Leave out one of them.")
    }
  }

  var verb: ObsidianVerb {
    guard let verb = ObsidianVerb.all.first(where: { $0.name == verbName }) else {
      preconditionFailure("\(verbName) was found before")
    }
    return verb
  }

  /// A task is only read unless its status changes.
  var vaultUse: VaultUse {
    let changes = ["toggle", "done", "todo"].contains(where: has) || self["status"] != nil
    return verbName == "task" && !changes ? .opens : verb.vault
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  subscript(name: String) -> RawArgument? { values[name] }

  /// Returns the value of a parameter that is required.
  func required(_ name: String) -> RawArgument { values[name] ?? "" }

  /// The output format: the one that is asked for, or the verb's default.
  var format: String { values["format"]?.text ?? verb.formats.first ?? "text" }

  func number(_ name: String) throws(CommandFailure) -> Int? {
    guard let written = values[name]?.text else { return nil }
    if let number = Int(written), number > 0 { return number }
    throw CommandFailure(
      UsageError.obsidian("\(name)=\(written) is not a number from 1 on."))
  }

  // MARK: Reading

  private mutating func add(
    _ word: RawArgument, to verb: ObsidianVerb
  ) throws(UsageError) {
    guard let equals = word.bytes.firstIndex(of: UInt8(ascii: "=")) else {
      return try addFlag(word.text, to: verb)
    }
    let name = String(decoding: word.bytes[..<equals], as: UTF8.self)
    // It chooses among Obsidian's windows.
    if name == "paneType" { return }
    guard let parameter = verb.parameters.first(where: { $0.name == name }) else {
      throw unknown(name, in: verb)
    }
    let value = Self.unescaped(word.bytes[(equals + 1)...])
    if case .words(let words) = parameter.kind, !words.contains(value.text) {
      throw .obsidian(
        "“\(value.text)” is not a value of \(name)=. Use \(UsageError.choice(words)).")
    }
    if values.updateValue(value, forKey: name) != nil {
      throw .obsidian("\(name)= is given twice.")
    }
  }

  private mutating func addFlag(_ word: String, to verb: ObsidianVerb) throws(UsageError) {
    if verb.flags.contains(word) || ObsidianVerb.windowFlags.contains(word) {
      flags.insert(word)
    } else if verb.name == "help", topic == nil {
      topic = try ObsidianVerb.named(word).name
    } else {
      throw unknown(word, in: verb)
    }
  }

  private func unknown(_ word: String, in verb: ObsidianVerb) -> UsageError {
    if word == "vault" { return .obsidian("vault= must come before \(verb.name).") }
    if let parameter = verb.parameters.first(where: { $0.name == word }) {
      return .obsidian("\(word) needs a value: \(parameter.name)=\(parameter.value).")
    }
    if word == "active" {
      return .obsidian("no file is active here. Name one with file= or path=.")
    }
    if verb.flags.contains(word) { return .obsidian("\(word) takes no value.") }
    let known = verb.parameters.map { "\($0.name)=" } + verb.flags
    let nearest = NearestName.of(word, among: known)
    return .obsidian(
      "\(verb.name) has no “\(word)”. "
        + (nearest.map { "Did you mean \($0)?" } ?? "Usage: notes-tui obsidian \(verb.usage)"))
  }

  private static func value(of name: String, in word: RawArgument) -> RawArgument? {
    let start = Array("\(name)=".utf8)
    guard word.bytes.starts(with: start) else { return nil }
    return RawArgument(bytes: Array(word.bytes.dropFirst(start.count)))
  }

  /// Replaces `\n` and `\t`. Any other backslash stays.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> RawArgument {
    var (value, rest) = ([UInt8](), bytes)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let next = rest.first {
        if next == UInt8(ascii: "n") || next == UInt8(ascii: "t") {
          value.append(next == UInt8(ascii: "n") ? UInt8(ascii: "\n") : UInt8(ascii: "\t"))
          rest.removeFirst()
          continue
        }
      }
      value.append(byte)
    }
    return RawArgument(bytes: value)
  }
}
