import Entities
import Expressions

/// A date format of Luxon's: `yyyy-MM-dd`, with literal text in `'quotes'`.
struct DataDateFormat {
  private enum Piece {
    case literal(String)
    case field(String)
  }

  private var pieces: [Piece] = []

  init(_ format: String) {
    var rest = Substring(format)
    while let first = rest.first {
      if first == "'" {
        let inner = rest.dropFirst().prefix { $0 != "'" }
        pieces.append(.literal(inner.isEmpty ? "'" : String(inner)))
        rest = rest.dropFirst(inner.count + 2)
      } else if first.isLetter {
        let run = rest.prefix { $0 == first }
        pieces.append(.field(String(run)))
        rest = rest.dropFirst(run.count)
      } else {
        pieces.append(.literal(String(first)))
        rest = rest.dropFirst()
      }
    }
  }

  /// Moment's names of Luxon's fields that differ. Time zones, with which some of them end, are left out,
  /// because a date has none.
  private static let moment = [
    "y": "YYYY", "yy": "YY", "yyyy": "YYYY", "d": "D", "dd": "DD", "L": "M", "LL": "MM",
    "LLL": "MMM", "LLLL": "MMMM", "ccc": "ddd", "EEE": "ddd", "cccc": "dddd", "EEEE": "dddd",
    "c": "E", "E": "E", "a": "A", "kk": "GG", "kkkk": "GGGG", "o": "DDD", "ooo": "DDDD", "q": "Q",
    "Z": "Z", "ZZ": "Z", "X": "X", "x": "x", "D": "M/D/YYYY", "DD": "MMM D, YYYY",
    "DDD": "MMMM D, YYYY", "DDDD": "dddd, MMMM D, YYYY", "T": "HH:mm", "TT": "HH:mm:ss",
    "t": "h:mm A", "tt": "h:mm:ss A", "ttt": "h:mm:ss A", "tttt": "h:mm:ss A", "TTT": "HH:mm:ss",
    "TTTT": "HH:mm:ss", "f": "M/D/YYYY, h:mm A", "ff": "MMM D, YYYY, h:mm A",
    "fff": "MMMM D, YYYY [at] h:mm A", "ffff": "dddd, MMMM D, YYYY [at] h:mm A",
    "F": "M/D/YYYY, h:mm:ss A", "FF": "MMM D, YYYY, h:mm:ss A",
    "FFF": "MMMM D, YYYY [at] h:mm:ss A", "FFFF": "dddd, MMMM D, YYYY [at] h:mm:ss A",
  ]
  private static let same: Set<String> = [
    "M", "MM", "MMM", "MMMM", "H", "HH", "h", "hh", "m", "mm", "s", "ss", "S", "SSS", "W", "WW",
  ]

  func text(of date: DateValue) -> String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): return text
      case .field(let name):
        guard let own = Self.moment[name] ?? (Self.same.contains(name) ? name : nil) else {
          return name
        }
        return DateFormat(own).text(of: date.civil, milliseconds: date.millisecond)
      }
    }.joined()
  }

  /// Reads a date that is written in this format.
  func date(_ text: String) -> DateValue? {
    var rest = Substring(text)
    var time = CivilTime(year: 1970, month: 1, day: 1)
    var (isAfternoon, fraction): (Bool?, Int) = (nil, 0)
    var hasTime = false
    for piece in pieces {
      switch piece {
      case .literal(let text):
        guard rest.hasPrefix(text) else { return nil }
        rest = rest.dropFirst(text.count)
      case .field(let name):
        switch name {
        case "MMM", "MMMM", "LLL", "LLLL":
          guard let month = Self.takeMonth(&rest, isLong: name.count == 4) else { return nil }
          time.month = month
        case "EEE", "EEEE", "ccc", "cccc":
          rest = rest.drop { $0.isLetter }
        case "a":
          let word = rest.prefix(2).lowercased()
          guard word == "am" || word == "pm" else { return nil }
          isAfternoon = word == "pm"
          rest = rest.dropFirst(2)
        case "X", "x":
          guard rest.count <= 15, let number = Double(String(rest)) else { return nil }
          return DateValue(milliseconds: name == "X" ? number * 1000 : number, hasTime: true)
        default:
          guard let number = Self.takeNumber(&rest, name) else { return nil }
          switch name {
          case "yyyy", "y": time.year = number
          case "yy": time.year = 2000 + number
          case "M", "MM", "L", "LL": time.month = number
          case "d", "dd": time.day = number
          case "H", "HH", "h", "hh": (time.hour, hasTime) = (number, true)
          case "m", "mm": (time.minute, hasTime) = (number, true)
          case "s", "ss": (time.second, hasTime) = (number, true)
          case "S", "SSS": fraction = number
          default: return nil
          }
        }
      }
    }
    if let isAfternoon { time.hour = time.hour % 12 + (isAfternoon ? 12 : 0) }
    guard rest.isEmpty, CivilCalendar.exists(time) else { return nil }
    return DateValue(time, milliseconds: fraction, hasTime: hasTime)
  }

  private static func takeNumber(_ rest: inout Substring, _ name: String) -> Int? {
    let most = name == "y" ? 6 : max(2, name.count)
    let digits = rest.prefix(most).prefix { $0.isASCII && $0.isNumber }
    guard name.count == 1 || digits.count == name.count, let number = Int(digits) else {
      return nil
    }
    rest = rest.dropFirst(digits.count)
    return number
  }

  private static func takeMonth(_ rest: inout Substring, isLong: Bool) -> Int? {
    for (index, month) in EnglishDate.months.enumerated() {
      let name = isLong ? month : String(month.prefix(3))
      if rest.lowercased().hasPrefix(name.lowercased()) {
        rest = rest.dropFirst(name.count)
        return index + 1
      }
    }
    return nil
  }
}
