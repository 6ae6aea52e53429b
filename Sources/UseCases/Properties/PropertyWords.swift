package import Entities
import Fuzzy
package import Services

/// What a person means by the words for the value of a property, on the screen and on the command line.
package struct PropertyWords: Sendable {
  private let tasks: any TaskTexts
  private let today: Day

  package init(_ tasks: any TaskTexts, today: Day) {
    self.tasks = tasks
    self.today = today
  }

  /// What the property is: what Obsidian declares, else what the note's own value is, else what most
  /// notes have there, else what the words look like.
  package static func type(
    of name: String, declared: PropertyType?, own: NoteProperty?, known: PropertyType?,
    written: [String]
  ) -> PropertyType {
    if let declared { return declared }
    let type = own.flatMap { PropertyType(of: $0.value, named: name) } ?? known
    if written.count > 1, type.map({ $0 == .text }) ?? true { return .multitext }
    return type ?? PropertyType(of: PropertyValue(plain: written.first ?? ""), named: name) ?? .text
  }

  /// As it is written in a note. What is thrown says what may have been meant.
  package func value(
    _ text: String, of name: String, as type: PropertyType
  ) throws(NoteTextProblem) -> String {
    switch type {
    case .text, .multitext, .tags, .aliases: return text
    case .number:
      if PropertyValue.number(in: text) != nil { return text }
    case .checkbox:
      if case .checkbox = PropertyValue(plain: text) { return text.lowercased() }
    case .date:
      if let day = day(text) { return day.text }
    case .datetime:
      if WrittenMoment(property: text) != nil { return text }
      let words = text.split(separator: " ")
      if let time = words.last, let day = day(words.dropLast().joined(separator: " ")),
        WrittenMoment(property: "\(day.text)T\(time)") != nil
      {
        return "\(day.text)T\(time)"
      }
    }
    throw NoteTextProblem(
      "“\(name)” takes \(Self.word(type)), and “\(text)” is none.\(near(text, type))")
  }

  private static func word(_ type: PropertyType) -> String {
    switch type {
    case .number: "a number"
    case .checkbox: "true or false"
    case .date: "a day"
    default: "a day with a time, as 2026-12-01T10:30"
    }
  }

  private func day(_ text: String) -> Day? { tasks.day(text, today: today) }

  /// What would be meant by a word that is nearly one.
  private func near(_ text: String, _ type: PropertyType) -> String {
    switch type {
    case .checkbox:
      return NearestName.of(text, among: ["true", "false"]).map { " Did you mean \($0)?" } ?? ""
    case .date:
      let words =
        ["today", "tomorrow", "yesterday"] + Weekday.allCases.map { $0.name.lowercased() }
      guard let word = NearestName.of(text, among: words), let day = day(word) else { return "" }
      return " Did you mean \(word) (\(day.text))?"
    default: return ""
    }
  }
}
