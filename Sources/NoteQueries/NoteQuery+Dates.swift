import Entities

extension NoteQueryReader {
  private typealias Days = ClosedRange<Int>

  /// Reads `2026-03-01`, `2026-03`, `today`, `"in 2 weeks"` and the like, with `<`, `<=`, `>`, `>=`
  /// or `=` before it, or two with `..` between them, of which either may be missing.
  func bound(
    _ value: String, of field: Field, at start: Int
  ) throws(QueryError) -> NoteQuery.DateBound {
    if let dots = Self.dots(in: value) {
      let first = try value[..<dots].isEmpty ? nil : days(value[..<dots], of: field, at: start)
      let after = value[dots...].dropFirst(2)
      let last = try after.isEmpty ? nil : days(after, of: field, at: start)
      if let first, let last, first.lowerBound > last.upperBound {
        throw error("The first day is after the last: turn them round", at: start)
      }
      return Self.bound(from: first?.lowerBound, to: last?.upperBound)
    }
    let signs = value.prefix { "<>=".contains($0) }
    let days = try days(value.dropFirst(signs.count), of: field, at: start)
    if signs.isEmpty || signs == "=" {
      return Self.bound(from: days.lowerBound, to: days.upperBound)
    }
    guard let sign = NoteQuery.Sign(rawValue: String(signs)) else {
      throw error(
        "Before a day only <, <=, >, >= or = may be used, as in \(field.example)", at: start)
    }
    return Self.bound(sign, days)
  }

  /// Reads `>5`, `<=2.5`, `<2026-03-01`, `>=today`: a comparison with a property's number or day.
  func comparison(
    of name: NoteQuery.Name, _ value: String, at start: Int
  ) throws(QueryError) -> NoteQuery {
    let signs = value.prefix { "<>=".contains($0) }
    let other = value.dropFirst(signs.count).drop(while: \.isWhitespace)
    guard let sign = NoteQuery.Sign(rawValue: String(signs)) else {
      throw error(
        "Before a number or a day only <, <=, > or >= may be used, as in [rating:>=4]", at: start)
    }
    if let number = PropertyValue.number(in: String(other)) {
      return .number(name: name, sign, number)
    }
    guard let days = spanned(other) else {
      let name = if case .name(let plain) = name { plain } else { name.text }
      throw error(
        "“\(other)” is neither a number nor a day: “\(signs)” compares those, as in [rating:>=4]"
          + " or [due:<tomorrow]. In quotes it is a text: [\(name):\"\(value)\"]", at: start)
    }
    return .day(name: name, Self.bound(sign, days))
  }

  private static func bound(_ sign: NoteQuery.Sign, _ days: Days) -> NoteQuery.DateBound {
    switch sign {
    case .less: bound(from: nil, to: days.lowerBound - 1)
    case .most: bound(from: nil, to: days.upperBound)
    case .more: bound(from: days.upperBound + 1, to: nil)
    case .least: bound(from: days.lowerBound, to: nil)
    }
  }

  private static func dots(in value: String) -> String.Index? {
    let bytes = value.utf8
    return bytes.indices.first {
      bytes[$0...].starts(with: "..".utf8)
    }
  }

  private static func bound(from first: Int?, to last: Int?) -> NoteQuery.DateBound {
    // Limited to years of four digits, as queries write them.
    func civil(_ day: Int) -> CivilTime {
      let earliest = CivilCalendar.day(of: CivilTime(year: 1, month: 1, day: 1))
      let latest = CivilCalendar.day(of: CivilTime(year: 9999, month: 12, day: 31))
      return CivilCalendar.civil(ofDay: min(max(day, earliest), latest))
    }
    return NoteQuery.DateBound(first: first.map(civil), last: last.map(civil))
  }

  private func days(
    _ text: Substring, of field: Field, at start: Int
  ) throws(QueryError) -> Days {
    if field == .due, text.lowercased() == "overdue" {
      return CivilCalendar.day(of: CivilTime(year: 1, month: 1, day: 1))...(Day(today).number - 1)
    }
    if let days = spanned(text) { return days }
    throw error(
      "Not a date: “\(text)”. Use 2026-03-01, 2026-03, 2026-W10, today, fri or \"in 2 weeks\", as in"
        + " \(field.example)", at: start)
  }

  /// Reads a day or a span of days in the words that the whole program understands.
  private func spanned(_ text: Substring) -> Days? {
    let span = DayWords.span(String(text), today: Day(today))
    guard let first = span?.first, let last = span?.last else { return nil }
    return first.number...last.number
  }
}
