package import Entities
import Fuzzy
package import Services

/// Interprets typed property values, for the screen and the command line.
package struct PropertyWords: Sendable {
  private let tasks: any TaskTexts
  private let today: Day

  package init(_ tasks: any TaskTexts, today: Day) {
    self.tasks = tasks
    self.today = today
  }

  /// Returns the property's type: the one that Obsidian declares, or that of the note's own value,
  /// or that in most notes, or the one that the words suggest.
  package static func type(
    of name: String, declared: PropertyType?, own: NoteProperty?, known: PropertyType?,
    written: [String]
  ) -> PropertyType {
    if let declared { return declared }
    let type = own.flatMap { PropertyType(of: $0.value, named: name) } ?? known
    if written.count > 1, type.map({ $0 == .text }) ?? true { return .multitext }
    return type ?? PropertyType(of: PropertyValue(plain: written.first ?? ""), named: name) ?? .text
  }

  /// Returns the value as a note writes it. The error suggests what may have been meant.
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

  /// Returns what the first value of a new property is meant as, if its words say more than a text
  /// does: a day in words, or items in brackets or with commas between them.
  package func guess(_ text: String, of name: String) -> (type: PropertyType, values: [String])? {
    // Obsidian gives these names a type of their own.
    guard PropertyType(of: PropertyValue(plain: text), named: name) ?? .text == .text else {
      return nil
    }
    if let day = day(text) { return (.date, [day.text]) }
    var words = text.trimmed
    // A link is no list.
    let hasBrackets = words.first == "[" && words.last == "]" && !words.hasPrefix("[[")
    if hasBrackets, words.count > 1 { words = words.dropFirst().dropLast() }
    let items = Self.items(in: words)
    return items.count > (hasBrackets ? 0 : 1) ? (.multitext, items) : nil
  }

  /// Splits a text at its commas, except for those within links.
  private static func items(in text: some StringProtocol) -> [String] {
    var items = [""]
    var depth = 0
    for character in text {
      if character == "[" { depth += 1 } else if character == "]" { depth = max(0, depth - 1) }
      if character == ",", depth < 2 {
        items.append("")
      } else {
        items[items.count - 1].append(character)
      }
    }
    return items.map { String($0.trimmed) }.filter { !$0.isEmpty }
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

  /// Returns a suggestion for a misspelled value.
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

/// Interprets the typed values of one property.
package struct PropertyTyping: Sendable {
  package let name: String
  /// The type that the user or Obsidian declares.
  let declared: PropertyType?
  /// The type in most notes.
  let known: PropertyType?
  let words: PropertyWords
  /// The problems in reading Obsidian's types.
  package let problems: [String]

  /// Each text is one value. `own` is the note's current property.
  package func change(
    _ written: [String], of own: NoteProperty?
  ) throws(PropertyFailure) -> PropertyChange {
    let type = PropertyWords.type(
      of: name, declared: declared, own: own, known: known, written: written)
    if written.count > 1, !type.isList { throw .oneValue(name: name, type) }
    do throws(NoteTextProblem) {
      var values: [String] = []
      for text in written { values.append(try words.value(text, of: name, as: type)) }
      return .set(name: own?.name ?? name, values: values, type: type)
    } catch {
      throw .words(error.message)
    }
  }

  /// Interprets text typed into a cell; nil if there is nothing to remove.
  package func change(
    typed: String, of own: NoteProperty?
  ) throws(PropertyFailure) -> PropertyChange? {
    let type = PropertyWords.type(
      of: name, declared: declared, own: own, known: known, written: [typed])
    do throws(NoteTextProblem) {
      let change = try words.change(typed, of: own?.name ?? name, as: type)
      if case .unset = change, own == nil { return nil }
      return change
    } catch {
      throw .words(error.message)
    }
  }
}

extension PropertyWords {
  /// Returns the change for text typed into a cell: commas separate list items, and an empty text
  /// removes the property.
  package func change(
    _ words: String, of name: String, as type: PropertyType
  ) throws(NoteTextProblem) -> PropertyChange {
    let text = Self.trimmed(words)
    if text.isEmpty { return .unset(name: name) }
    let items =
      type.isList
      ? text.split(separator: ",").map { Self.trimmed(String($0)) }.filter { !$0.isEmpty } : [text]
    var values: [String] = []
    for item in items { values.append(try value(item, of: name, as: type)) }
    return .set(name: name, values: values, type: type)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension StringProtocol {
  /// Without blanks at its ends.
  fileprivate var trimmed: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
