import Entities
import Services

/// What is meant by the words for a value.
extension PropertyCommands {
  func type(
    of name: String, own: NoteProperty?, _ written: [String], _ request: CommandRequest,
    in vault: CommandVault
  ) async throws(CommandFailure) -> PropertyType {
    if let type = request.value(of: .type).flatMap({ PropertyType(rawValue: $0.text) }) {
      return try checked(type, name, written)
    }
    if let type = await types(of: vault)[name.lowercased()] {
      return try checked(type, name, written)
    }
    let known = try await counts(in: vault).first { $0.name.lowercased() == name.lowercased() }
    let type = own.flatMap { PropertyType(of: $0.value, named: name) } ?? known?.type
    if written.count > 1, type.map({ $0 == .text }) ?? true { return .multitext }
    let looks = PropertyType(of: PropertyValue(plain: written[0]), named: name) ?? .text
    return try checked(type ?? looks, name, written)
  }

  private func checked(
    _ type: PropertyType, _ name: String, _ written: [String]
  ) throws(CommandFailure) -> PropertyType {
    if written.count == 1 || type.isList { return type }
    throw CommandFailure(
      "“\(output.shown(name))” is of the type \(type.rawValue), which has one value; --type multitext"
        + " makes a list.", code: .usage)
  }

  /// As it is written in a note.
  func value(
    _ text: String, of name: String, as type: PropertyType, in vault: CommandVault
  ) throws(CommandFailure) -> String {
    switch type {
    case .text, .multitext, .tags, .aliases: return text
    case .number:
      if PropertyValue.number(in: text) != nil { return text }
    case .checkbox:
      if case .checkbox = PropertyValue(plain: text) { return text.lowercased() }
    case .date:
      if let day = day(text, in: vault) { return day.text }
    case .datetime:
      if PropertyMoment(text) != nil { return text }
      let words = text.split(separator: " ")
      if let time = words.last, let day = day(words.dropLast().joined(separator: " "), in: vault),
        PropertyMoment("\(day.text)T\(time)") != nil
      {
        return "\(day.text)T\(time)"
      }
    }
    throw CommandFailure(
      "“\(output.shown(name))” takes \(Self.word(type)), and “\(output.shown(text))” is none."
        + near(text, type, in: vault) + " --type text writes it as it is.", code: .usage)
  }

  private static func word(_ type: PropertyType) -> String {
    switch type {
    case .number: "a number"
    case .checkbox: "true or false"
    case .date: "a day"
    default: "a day with a time, as 2026-12-01T10:30"
    }
  }

  private func day(_ text: String, in vault: CommandVault) -> Day? {
    let today = Day(context.clock.civil(context.clock.now))
    return vault.services.tasks.texts.day(text, today: today)
  }

  /// What would be meant by a word that is nearly one.
  private func near(_ text: String, _ type: PropertyType, in vault: CommandVault) -> String {
    switch type {
    case .checkbox:
      return NearestName.of(text, among: ["true", "false"]).map { " Did you mean \($0)?" } ?? ""
    case .date:
      let words =
        ["today", "tomorrow", "yesterday"] + Weekday.allCases.map { $0.name.lowercased() }
      guard let word = NearestName.of(text, among: words), let day = day(word, in: vault)
      else { return "" }
      return " Did you mean \(word) (\(day.text))?"
    default: return ""
    }
  }

  /// What Obsidian says. That a file of it cannot be read is told.
  func types(of vault: CommandVault) async -> [String: PropertyType] {
    let settings = await vault.services.foreign.obsidian()
    for problem in settings.problems where problem.contains("types.json") {
      output.message(problem)
    }
    return settings.propertyTypes
  }

  func counts(in vault: CommandVault) async throws(CommandFailure) -> [PropertyCount] {
    do throws(NoteIndexError) {
      return try await vault.services.queries.links.properties()
    } catch {
      throw CommandFailure(error)
    }
  }
}
