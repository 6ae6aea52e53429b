/// The value of a property, as front matter has it.
package indirect enum PropertyValue: Hashable, Sendable {
  case null
  case checkbox(Bool)
  case number(Double)
  /// Days and times too: what is one is told by `PropertyType`.
  case text(String)
  case list([PropertyValue])
  /// In the order of the source.
  case object([Pair])

  package struct Pair: Hashable, Sendable {
    package var name: String
    package var value: PropertyValue

    package init(name: String, value: PropertyValue) {
      self.name = name
      self.value = value
    }
  }

  /// What a word without quotes means.
  package init(plain text: String) {
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE": self = .checkbox(true)
    case "false", "False", "FALSE": self = .checkbox(false)
    default: self = Self.number(in: text).map(PropertyValue.number) ?? .text(text)
    }
  }

  /// A decimal number, as `-3`, `2.50` or `1e6`; nil for all else.
  package static func number(in text: String) -> Double? {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= 40,
      (0x30...0x39).contains(first) || bytes.count > 1 && "+-.".utf8.contains(first),
      bytes.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }
}

/// What a property holds, by the names that Obsidian has for it.
package enum PropertyType: String, CaseIterable, Sendable {
  case text, multitext, number, checkbox, date, datetime, tags, aliases

  package var isList: Bool { self == .multitext || self == .tags || self == .aliases }

  /// What the value is, where nobody said it; nil where there is none.
  package init?(of value: PropertyValue, named name: String) {
    switch (name.lowercased(), value) {
    case ("tags", _): self = .tags
    case ("aliases", _): self = .aliases
    case (_, .null): return nil
    case (_, .checkbox): self = .checkbox
    case (_, .number): self = .number
    case (_, .list): self = .multitext
    case (_, .object): self = .text
    case (_, .text(let text)):
      self = PropertyMoment(text).map { $0.hasTime ? .datetime : .date } ?? .text
    }
  }
}

/// A day, or a day and a time, as front matter has them: `2026-03-02`, `2026-03-02T10:30`,
/// `2026-03-02 10:30:15`, with `Z` or `+01:00` behind it.
package struct PropertyMoment: Equatable, Sendable {
  package let day: Day
  package let hasTime: Bool
  /// On the wall, since 1970; a zone is not counted.
  package let seconds: Int64

  package init?(_ text: String) {
    guard text.utf8.count >= 10, text.utf8.first.map({ (0x30...0x39).contains($0) }) == true
    else { return nil }
    let bytes = Array(text.utf8.prefix(40))
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count,
        bytes[range].allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    func has(_ signs: String, at index: Int) -> Bool {
      index < bytes.count && signs.utf8.contains(bytes[index])
    }
    guard has("-", at: 4), has("-", at: 7), let year = number(0..<4), let month = number(5..<7),
      let dayNumber = number(8..<10), let day = Day(year: year, month: month, day: dayNumber)
    else { return nil }
    self.day = day
    var seconds = Int64(day.number) * 86_400
    hasTime = bytes.count > 10
    if hasTime {
      guard has("Tt ", at: 10), let hour = number(11..<13), has(":", at: 13),
        let minute = number(14..<16), hour < 24, minute < 60
      else { return nil }
      seconds += Int64(hour * 3600 + minute * 60)
      var end = 16
      if has(":", at: 16) {
        guard let second = number(17..<19), second < 60 else { return nil }
        seconds += Int64(second)
        end = 19
        if has(".", at: end) {
          end += 1
          while has("0123456789", at: end) { end += 1 }
        }
      }
      let zone = bytes[end...].drop { $0 == 0x20 }
      guard
        zone.isEmpty || zone.elementsEqual("Z".utf8) || zone.elementsEqual("z".utf8)
          || "+-".utf8.contains(zone[zone.startIndex])
            && zone.dropFirst().allSatisfy({ (0x30...0x3a).contains($0) })
      else { return nil }
    }
    self.seconds = seconds
  }
}
