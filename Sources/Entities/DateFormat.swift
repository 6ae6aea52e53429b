/// A date format in Moment's letters: `YYYY-MM-DD`, `dddd, D. MMMM`, `[Week] WW`. Names of days and
/// months are English.
package struct DateFormat: Equatable, Sendable {
  /// The format as the user wrote it.
  package let text: String
  let pieces: [Piece]

  package enum Piece: Equatable, Sendable {
    case literal(String)
    case field(Field)
  }

  package init(_ text: String) {
    self.text = text
    pieces = Self.pieces(of: text, depth: 0)
  }

  /// Formats a time. `offset` is the time zone's, in minutes ahead of UTC.
  package func text(of time: CivilTime, offset: Int = 0, milliseconds: Int = 0) -> String {
    var written = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): written += text
      case .field(let field): written += field.text(of: time, offset: offset, milliseconds)
      }
    }
    return written
  }

  package func text(of day: Day) -> String { text(of: day.time) }

  /// Splits a format into its pieces. Text in brackets is literal, and so is all that is not a
  /// format letter.
  private static func pieces(of text: String, depth: Int) -> [Piece] {
    var pieces: [Piece] = []
    var literal = ""
    var rest = text.unicodeScalars[...]
    func close() {
      if !literal.isEmpty { pieces.append(.literal(literal)) }
      literal = ""
    }
    while let first = rest.first {
      if first == "[", let end = rest.firstIndex(of: "]") {
        literal.unicodeScalars += rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
      } else if let short = ShortForm.longest(at: rest), depth == 0 {
        close()
        pieces += Self.pieces(of: short.meaning, depth: 1)
        rest = rest.dropFirst(short.letters.unicodeScalars.count)
      } else if let field = Field.longest(at: rest) {
        close()
        pieces.append(.field(field))
        rest = rest.dropFirst(field.rawValue.unicodeScalars.count)
      } else {
        literal.unicodeScalars.append(first)
        rest = rest.dropFirst()
      }
    }
    close()
    return pieces
  }

  /// Letters that stand for a whole English format.
  private struct ShortForm {
    var letters: String
    var meaning: String

    /// Longer ones come first, so that they match first.
    private static let all = [
      ShortForm(letters: "LLLL", meaning: "dddd, MMMM D, YYYY h:mm A"),
      ShortForm(letters: "llll", meaning: "ddd, MMM D, YYYY h:mm A"),
      ShortForm(letters: "LLL", meaning: "MMMM D, YYYY h:mm A"),
      ShortForm(letters: "lll", meaning: "MMM D, YYYY h:mm A"),
      ShortForm(letters: "LTS", meaning: "h:mm:ss A"),
      ShortForm(letters: "LT", meaning: "h:mm A"),
      ShortForm(letters: "LL", meaning: "MMMM D, YYYY"),
      ShortForm(letters: "ll", meaning: "MMM D, YYYY"),
      ShortForm(letters: "L", meaning: "MM/DD/YYYY"),
      ShortForm(letters: "l", meaning: "M/D/YYYY"),
    ]

    static func longest(at text: Substring.UnicodeScalarView) -> ShortForm? {
      guard let first = text.first, first == "L" || first == "l" else { return nil }
      return all.first { text.starts(with: $0.letters.unicodeScalars) }
    }
  }
}

extension DateFormat {
  /// Returns the day that a text in this format means, or nil if the text does not match or the
  /// format does not determine a day. Formatting that day gives the same text again.
  package func day(in text: String) -> Day? {
    // No format writes a date as long as this.
    guard text.utf8.count <= 1024 else { return nil }
    var reading = Reading(rest: text.unicodeScalars[...])
    for piece in pieces {
      switch piece {
      case .literal(let literal):
        guard reading.rest.starts(with: literal.unicodeScalars) else { return nil }
        reading.rest = reading.rest.dropFirst(literal.unicodeScalars.count)
      case .field(let field):
        guard reading.take(field) else { return nil }
      }
    }
    guard reading.rest.isEmpty, let day = reading.day, self.text(of: day) == text else {
      return nil
    }
    return day
  }

  /// A partly read text, and the parts of the date found so far.
  private struct Reading {
    var rest: Substring.UnicodeScalarView
    private var year: Int?
    private var month: Int?
    private var dayOfMonth: Int?
    private var dayOfYear: Int?
    private var isoYear: Int?
    private var isoWeek: Int?
    private var isoWeekday: Int?

    init(rest: Substring.UnicodeScalarView) { self.rest = rest }

    /// The first day that fits the parts. A week without a day means its Monday and a month without
    /// a day its first, for weekly and monthly notes.
    var day: Day? {
      if let isoYear, let isoWeek, (1...53).contains(isoWeek) {
        // January 4 is always in week 1.
        guard let fourth = Day(year: isoYear, month: 1, day: 4) else { return nil }
        return fourth.startOfWeek(.monday).advanced(by: (isoWeek - 1) * 7 + (isoWeekday ?? 1) - 1)
      }
      guard let year else { return nil }
      if let dayOfYear {
        guard (1...366).contains(dayOfYear) else { return nil }
        return Day(year: year, month: 1, day: 1)?.advanced(by: dayOfYear - 1)
      }
      guard let month else { return nil }
      return Day(year: year, month: month, day: dayOfMonth ?? 1)
    }

    mutating func take(_ field: Field) -> Bool {
      switch field {
      case .year: return number(4...4) { $0.year = $1 }
      case .plainYear: return number(1...6) { $0.year = $1 }
      // As in Moment: 00 to 68 are years of this century.
      case .shortYear: return number(2...2) { $0.year = $1 + ($1 > 68 ? 1900 : 2000) }
      case .paddedMonth: return number(2...2) { $0.month = $1 }
      case .month: return number(1...2) { $0.month = $1 }
      case .monthName: return name(EnglishDate.months, nil) { $0.month = $1 + 1 }
      case .shortMonthName: return name(EnglishDate.months, 3) { $0.month = $1 + 1 }
      case .ordinalMonth: return ordinal { $0.month = $1 }
      case .paddedDay: return number(2...2) { $0.dayOfMonth = $1 }
      case .day: return number(1...2) { $0.dayOfMonth = $1 }
      case .ordinalDay: return ordinal { $0.dayOfMonth = $1 }
      case .paddedDayOfYear: return number(3...3) { $0.dayOfYear = $1 }
      case .dayOfYear: return number(1...3) { $0.dayOfYear = $1 }
      case .isoYear: return number(4...4) { $0.isoYear = $1 }
      case .paddedISOWeek: return number(2...2) { $0.isoWeek = $1 }
      case .isoWeek: return number(1...2) { $0.isoWeek = $1 }
      case .isoWeekday: return number(1...1) { $0.isoWeekday = $1 }
      case .weekdayName: return name(Self.weekdays, nil) { $0.isoWeekday = $1 + 1 }
      case .shortWeekdayName: return name(Self.weekdays, 3) { $0.isoWeekday = $1 + 1 }
      case .shortestWeekdayName: return name(Self.weekdays, 2) { $0.isoWeekday = $1 + 1 }
      // Values that follow from the day are compared at the end; fields that a day does not have
      // fail.
      case .weekday, .weekdayOfWeek, .quarter: return number(1...1) { _, _ in }
      case .paddedWeek: return number(2...2) { _, _ in }
      case .week: return number(1...2) { _, _ in }
      case .weekYear: return number(4...4) { _, _ in }
      case .shortISOYear, .shortWeekYear: return number(2...2) { _, _ in }
      default: return false
      }
    }

    private static let weekdays = Weekday.allCases.map(\.name)

    /// Reads as many digits as there are, up to the upper bound.
    private mutating func number(
      _ width: ClosedRange<Int>, _ take: (inout Reading, Int) -> Void
    ) -> Bool {
      let digits = rest.prefix(width.upperBound).prefix { ("0"..."9").contains($0) }
      guard digits.count >= width.lowerBound, let number = Int(String(digits)) else {
        return false
      }
      rest = rest.dropFirst(digits.count)
      take(&self, number)
      return true
    }

    private mutating func ordinal(_ take: (inout Reading, Int) -> Void) -> Bool {
      guard number(1...2, take) else { return false }
      let ending = rest.prefix(2)
      guard ["st", "nd", "rd", "th"].contains(String(ending)) else { return false }
      rest = rest.dropFirst(2)
      return true
    }

    private mutating func name(
      _ names: [String], _ length: Int?, _ take: (inout Reading, Int) -> Void
    ) -> Bool {
      for (index, name) in names.enumerated() {
        let wanted = length.map { String(name.prefix($0)) } ?? name
        if rest.starts(with: wanted.unicodeScalars) {
          rest = rest.dropFirst(wanted.unicodeScalars.count)
          take(&self, index)
          return true
        }
      }
      return false
    }
  }
}
