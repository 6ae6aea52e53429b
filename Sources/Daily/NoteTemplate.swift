package import Entities

/// A text with Obsidian's placeholders: `{{title}}`, `{{date}}`, `{{time}}`, `{{date:FORMAT}}`,
/// `{{date+1d:FORMAT}}`, and `{{cursor}}` for where typing continues.
package struct NoteTemplate: Equatable, Sendable {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package struct Filling: Equatable, Sendable {
    package var title: String
    /// The local time, on the note's day.
    package var time: CivilTime
    package var dateFormat = DateFormat("YYYY-MM-DD")
    var timeFormat = DateFormat("HH:mm")
    /// The offset of the time zone, in minutes ahead of UTC.
    var offset = 0

    package init(title: String, time: CivilTime) {
      self.title = title
      self.time = time
    }
  }

  package struct Filled: Equatable, Sendable {
    package var bytes: [UInt8]
    /// The byte offset of the cursor; nil if the template has none.
    package var cursor: Int?

    package init(bytes: [UInt8], cursor: Int? = nil) {
      self.bytes = bytes
      self.cursor = cursor
    }
  }

  /// Fills in the placeholders. Unknown text between braces stays, and so does every other byte.
  package func filled(_ filling: Filling) -> Filled {
    var filled = Filled(bytes: [])
    filled.bytes.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let open = Self.index(of: UInt8(ascii: "{"), in: rest) {
      filled.bytes += rest[..<open]
      rest = rest[open...]
      guard let close = Self.end(of: rest),
        let blank = Blank(Array(rest[(open + 2)..<close]))
      else {
        filled.bytes.append(rest[open])
        rest = rest.dropFirst()
        continue
      }
      if blank.name == .cursor {
        // The first one counts; the others are only removed.
        if filled.cursor == nil { filled.cursor = filled.bytes.count }
      } else {
        filled.bytes += blank.text(filling).utf8
      }
      rest = rest[(close + 2)...]
    }
    filled.bytes += rest
    return filled
  }

  private static func index(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.firstIndex(of: byte)
  }

  /// Returns the offset of the `}}` that closes the `{{` at the start. A placeholder is short and
  /// fits on one line.
  private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
    let brace = UInt8(ascii: "{")
    guard bytes.count >= 4, bytes[bytes.startIndex + 1] == brace,
      // Of three braces, the last two open the placeholder.
      bytes[bytes.startIndex + 2] != brace
    else { return nil }
    var index = bytes.startIndex + 2
    let limit = min(bytes.endIndex - 1, index + 200)
    while index < limit {
      if bytes[index] == UInt8(ascii: "\n") || bytes[index] == brace { return nil }
      if bytes[index] == UInt8(ascii: "}"), bytes[index + 1] == UInt8(ascii: "}") { return index }
      index += 1
    }
    return nil
  }
}

extension NoteTemplate {
  /// A parsed placeholder.
  private struct Blank {
    enum Name: String { case title, date, time, cursor, yesterday, tomorrow }

    var name: Name
    var format: String?
    var shift: Shift?

    init?(_ bytes: [UInt8]) {
      guard let written = String(validating: bytes, as: UTF8.self) else { return nil }
      let parts = written.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      var word = parts[0].filter { $0 != " " }
      if let sign = word.firstIndex(where: { $0 == "+" || $0 == "-" }) {
        guard let shift = Shift(word[sign...]) else { return nil }
        self.shift = shift
        word = String(word[..<sign])
      }
      guard let name = Name(rawValue: word.lowercased()) else { return nil }
      self.name = name
      let isOfDate = name == .date || name == .time
      if parts.count > 1 {
        guard isOfDate, parts[1].contains(where: { $0 != " " }) else { return nil }
        format = String(parts[1])
      }
      if shift != nil, !isOfDate { return nil }
    }

    func text(_ filling: Filling) -> String {
      let time = shift?.applied(to: filling.time) ?? filling.time
      let usual = name == .time ? filling.timeFormat : filling.dateFormat
      switch name {
      case .cursor: return ""
      case .title: return filling.title
      case .yesterday: return filling.dateFormat.text(of: Day(filling.time).advanced(by: -1))
      case .tomorrow: return filling.dateFormat.text(of: Day(filling.time).advanced(by: 1))
      case .date, .time:
        let format = format.map { DateFormat($0.trimmingBlanks) } ?? usual
        return format.text(of: time, offset: filling.offset)
      }
    }
  }

  /// An offset from the moment: `+1d`, `-2w`.
  private struct Shift {
    var count: Int
    var unit: Character

    init?(_ text: Substring) {
      guard let unit = text.last, "yqmwdhs".contains(unit), let count = Int(text.dropLast()),
        abs(count) <= 100_000
      else { return nil }
      self.count = count
      self.unit = unit
    }

    func applied(to time: CivilTime) -> CivilTime {
      let day = Day(time)
      switch unit {
      case "y": return joined(day.advanced(byMonths: count * 12), time)
      case "q": return joined(day.advanced(byMonths: count * 3), time)
      case "m": return joined(day.advanced(byMonths: count), time)
      case "w": return joined(day.advanced(by: count * 7), time)
      case "d": return joined(day.advanced(by: count), time)
      default:
        let moment = CivilCalendar.moment(time)
        return CivilCalendar.civil(
          moment.advanced(by: .seconds(unit == "h" ? count * 3600 : count)))
      }
    }

    private func joined(_ day: Day, _ time: CivilTime) -> CivilTime {
      var joined = day.time
      (joined.hour, joined.minute, joined.second) = (time.hour, time.minute, time.second)
      return joined
    }
  }
}

extension String {
  var trimmingBlanks: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
