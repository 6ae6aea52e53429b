/// Makes a command of its fields, and refuses what could not work.
struct OwnCommandReader {
  private var command: OwnCommand
  private var facts = OwnFacts.names

  static func command(of fields: [OwnField]) throws(OwnFieldFault) -> OwnCommand {
    let name = fields[0]
    let isWord = name.value.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
    }
    guard isWord, name.value.first != "-" else {
      throw OwnFieldFault(
        name.number, .name, "“\(name.value)” is not one word of letters, digits, - and _")
    }
    var reader = OwnCommandReader(command: OwnCommand(name: name.value))
    // The words of `run` may name answers, wherever they are asked for.
    for field in fields where field.name == .ask { try reader.read(field) }
    for field in fields where field.name != .ask { try reader.read(field) }
    try reader.check()
    return reader.command
  }

  private mutating func read(_ field: OwnField) throws(OwnFieldFault) {
    guard let name = field.name else { return }
    if command.lines[name.rawValue] != nil, name != .ask {
      throw OwnFieldFault(field.number, name, "it is there twice")
    }
    command.lines[name.rawValue] = field.number
    switch name {
    case .name: break
    case .says: command.says = field.value
    case .screen: command.screen = try Self.word(of: field)
    case .key:
      command.keys = field.value.split { $0 == "," || $0.isWhitespace }.map(String.init)
    case .run: command.run = try words(of: field, facts)
    case .ask: command.asks.append(try question(of: field))
    case .gets: command.gets = try Self.word(of: field)
    case .gives: command.gives = try Self.word(of: field)
    case .when: command.when = try event(of: field)
    case .encrypted:
      guard ["yes", "no"].contains(field.value) else {
        throw OwnFieldFault(field.number, name, "it is “yes” or “no”")
      }
      command.worksEncrypted = field.value == "yes"
    }
  }

  private static func word<Value: RawRepresentable & CaseIterable>(
    of field: OwnField
  ) throws(OwnFieldFault) -> Value where Value.RawValue == String {
    if let value = Value(rawValue: field.value) { return value }
    let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw OwnFieldFault(
      field.number, field.name, "it cannot be “\(field.value.prefix(40))”, but \(all)")
  }

  private func event(of field: OwnField) throws(OwnFieldFault) -> OwnCommand.Event {
    let event: OwnCommand.Event = try Self.word(of: field)
    if let refusal = event.refusal { throw OwnFieldFault(field.number, field.name, refusal) }
    return event
  }

  private func words(
    of field: OwnField, _ facts: [String]
  ) throws(OwnFieldFault) -> [OwnWord] {
    do throws(OwnWordReader.Fault) {
      return try OwnWordReader.words(of: field.value, facts: facts)
    } catch {
      throw OwnFieldFault(field.number, field.name, error.why)
    }
  }

  // MARK: - Questions

  private static let kinds = "line, note, tag, folder, file, yes, choice and lines"

  /// Reads `NAME KIND "TEXT" …`.
  private mutating func question(of field: OwnField) throws(OwnFieldFault) -> OwnQuestion {
    let words = try words(of: field, facts)
    guard words.count >= 3, let name = words[0].plain, let kind = words[1].plain,
      let text = words[2].plain
    else {
      throw OwnFieldFault(
        field.number, .ask, "it is not of the form “NAME KIND \"TEXT\"”, then a default or choices")
    }
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0 == "-" }), !facts.contains(name) else {
      throw OwnFieldFault(
        field.number, .ask, "“\(name)” cannot name an answer: it is a new word of letters and -")
    }
    let rest = Array(words[3...])
    let read = try Self.kind(kind, rest, field)
    facts.append(name)
    return OwnQuestion(name: name, kind: read.kind, text: text, standard: read.standard)
  }

  private static func kind(
    _ kind: String, _ rest: [OwnWord], _ field: OwnField
  ) throws(OwnFieldFault) -> (kind: OwnQuestion.Kind, standard: OwnWord?) {
    let lines: [String: OwnQuestion.Kind] = [
      "line": .line, "note": .note, "tag": .tag, "folder": .folder, "file": .file,
    ]
    if let line = lines[kind] {
      if rest.count > 1 { throw OwnFieldFault(field.number, .ask, "it has more than one default") }
      return (line, rest.first)
    }
    switch kind {
    case "yes":
      if !rest.isEmpty { throw OwnFieldFault(field.number, .ask, "“yes” has no default") }
      return (.yes, nil)
    case "choice":
      let choices = rest.compactMap(\.plain)
      guard choices.count == rest.count, (2...35).contains(rest.count) else {
        throw OwnFieldFault(
          field.number, .ask, "a choice has 2 to 35 words, none of them in braces")
      }
      return (.choice(choices), rest.first)
    case "lines":
      if rest.isEmpty { throw OwnFieldFault(field.number, .ask, "it names no program") }
      try check(rest, field)
      return (.lines(rest), nil)
    default:
      throw OwnFieldFault(field.number, .ask, "there is no kind “\(kind)”. The kinds are \(kinds)")
    }
  }

  // MARK: - Checks

  private static let readers: Set = [
    "sh", "bash", "dash", "zsh", "ksh", "fish", "python", "python3", "perl", "ruby", "node", "lua",
  ]

  /// Refuses facts in a script: a note could be named so that the shell runs its name.
  private static func check(_ words: [OwnWord], _ field: OwnField) throws(OwnFieldFault) {
    guard let first = words.first, let program = first.ofHome ?? first.plain else {
      throw OwnFieldFault(field.number, field.name, "the program itself cannot be in braces")
    }
    if program.contains("/"), !program.hasPrefix("/") {
      throw OwnFieldFault(
        field.number, field.name, "“\(program)” is neither a name nor a whole path from / or ~/")
    }
    for (index, word) in words.enumerated().dropFirst(2) {
      guard let fact = word.facts.first, let option = words[index - 1].plain, option.first == "-",
        !option.hasPrefix("--"),
        option.contains("c") || option.contains("e"),
        words[..<(index - 1)].contains(where: { $0.isReader(among: readers) })
      else { continue }
      throw OwnFieldFault(
        field.number, field.name,
        "{\(fact)} in a script would run as part of it: write \"$1\" there, and {\(fact)} as a word"
          + " of its own at the end, after a word for $0")
    }
    if words.contains(where: { $0.names("paths") && $0.pieces.count > 1 }) {
      throw OwnFieldFault(field.number, field.name, "{paths} must be a word of its own")
    }
  }

  private func fault(_ field: OwnField.Name, _ why: String) -> OwnFieldFault {
    let line = command.lines[field.rawValue] ?? command.lines["name"] ?? 1
    return OwnFieldFault(line, field, why)
  }

  private func check() throws(OwnFieldFault) {
    guard let line = command.lines["run"] else {
      throw fault(.name, "it has no “run = PROGRAM …”")
    }
    try Self.check(command.run, OwnField(name: .run, value: "", number: line))
    let usesSelection =
      command.gets == .selection || command.gives == .selection
      || command.run.contains { $0.names("selection") }
    if usesSelection, ![.editor, .everywhere].contains(command.screen) {
      throw fault(.screen, "only the editor has a selection")
    }
    guard let event = command.when else { return }
    if !command.keys.isEmpty { throw fault(.key, "a hook has no key: \(event.rawValue) starts it") }
    if !command.asks.isEmpty { throw fault(.ask, "a hook cannot ask: no one called it") }
    if usesSelection { throw fault(.when, "a hook has no selection") }
    if command.gives == .rows { throw fault(.gives, "a hook cannot offer rows to choose from") }
  }
}

extension OwnWord {
  /// The part after `~`, if the word begins with it.
  fileprivate var ofHome: String? {
    guard pieces.count == 2, pieces[0] == .fact("home"), case .text(let path) = pieces[1] else {
      return nil
    }
    return path
  }

  fileprivate func isReader(among readers: Set<String>) -> Bool {
    guard let path = ofHome ?? plain, let name = path.split(separator: "/").last else {
      return false
    }
    return readers.contains(String(name))
  }
}
