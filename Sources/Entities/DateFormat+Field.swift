extension DateFormat {
  /// One group of letters.
  package enum Field: String, CaseIterable, Sendable {
    case yearOfSix = "YYYYYY"
    case year = "YYYY"
    case shortYear = "YY"
    case plainYear = "Y"
    case quarter = "Q"
    case ordinalQuarter = "Qo"
    case monthName = "MMMM"
    case shortMonthName = "MMM"
    case paddedMonth = "MM"
    case ordinalMonth = "Mo"
    case month = "M"
    case paddedDayOfYear = "DDDD"
    case ordinalDayOfYear = "DDDo"
    case dayOfYear = "DDD"
    case paddedDay = "DD"
    case ordinalDay = "Do"
    case day = "D"
    case weekdayName = "dddd"
    case shortWeekdayName = "ddd"
    case shortestWeekdayName = "dd"
    case ordinalWeekday = "do"
    /// Sunday is 0.
    case weekday = "d"
    /// The same, counted in the order of an English week.
    case weekdayOfWeek = "e"
    /// Monday is 1.
    case isoWeekday = "E"
    case isoYear = "GGGG"
    case shortISOYear = "GG"
    case paddedISOWeek = "WW"
    case ordinalISOWeek = "Wo"
    case isoWeek = "W"
    /// Of weeks that begin on Sunday, the first of them with January 1.
    case weekYear = "gggg"
    case shortWeekYear = "gg"
    case paddedWeek = "ww"
    case ordinalWeek = "wo"
    case week = "w"
    case paddedHour = "HH"
    case hour = "H"
    case paddedHourOf12 = "hh"
    case hourOf12 = "h"
    /// Midnight is 24.
    case paddedHourOf24 = "kk"
    case hourOf24 = "k"
    case paddedMinute = "mm"
    case minute = "m"
    case paddedSecond = "ss"
    case second = "s"
    case milliseconds = "SSS"
    case hundredths = "SS"
    case tenths = "S"
    case capitalHalf = "A"
    case smallHalf = "a"
    case milliStamp = "x"
    case stamp = "X"
    case plainZone = "ZZ"
    case zone = "Z"

    private static let longestFirst = allCases.sorted { $0.rawValue.count > $1.rawValue.count }

    static func longest(at text: Substring.UnicodeScalarView) -> Field? {
      guard let first = text.first, first.properties.isAlphabetic, first.isASCII else { return nil }
      return longestFirst.first { text.starts(with: $0.rawValue.unicodeScalars) }
    }

    func text(of time: CivilTime, offset: Int, _ milliseconds: Int) -> String {
      let day = Day(time)
      switch self {
      case .yearOfSix: return (time.year < 0 ? "-" : "+") + padded(abs(time.year), 6)
      case .year, .plainYear: return padded(time.year, self == .year ? 4 : 1)
      case .shortYear: return padded((time.year % 100 + 100) % 100, 2)
      case .quarter: return "\((time.month + 2) / 3)"
      case .ordinalQuarter: return EnglishDate.ordinal((time.month + 2) / 3)
      case .monthName: return EnglishDate.month(time.month)
      case .shortMonthName: return String(EnglishDate.month(time.month).prefix(3))
      case .paddedMonth: return padded(time.month, 2)
      case .ordinalMonth: return EnglishDate.ordinal(time.month)
      case .month: return "\(time.month)"
      case .paddedDayOfYear: return padded(day.ofYear, 3)
      case .ordinalDayOfYear: return EnglishDate.ordinal(day.ofYear)
      case .dayOfYear: return "\(day.ofYear)"
      case .paddedDay: return padded(time.day, 2)
      case .ordinalDay: return EnglishDate.ordinal(time.day)
      case .day: return "\(time.day)"
      case .weekdayName: return day.weekday.name
      case .shortWeekdayName: return String(day.weekday.name.prefix(3))
      case .shortestWeekdayName: return String(day.weekday.name.prefix(2))
      case .ordinalWeekday: return EnglishDate.ordinal((day.weekday.rawValue + 1) % 7)
      case .weekday, .weekdayOfWeek: return "\((day.weekday.rawValue + 1) % 7)"
      case .isoWeekday: return "\(day.weekday.rawValue + 1)"
      case .isoYear: return padded(day.isoWeek.year, 4)
      case .shortISOYear: return padded((day.isoWeek.year % 100 + 100) % 100, 2)
      case .paddedISOWeek: return padded(day.isoWeek.number, 2)
      case .ordinalISOWeek: return EnglishDate.ordinal(day.isoWeek.number)
      case .isoWeek: return "\(day.isoWeek.number)"
      case .weekYear: return padded(day.englishWeek.year, 4)
      case .shortWeekYear: return padded((day.englishWeek.year % 100 + 100) % 100, 2)
      case .paddedWeek: return padded(day.englishWeek.number, 2)
      case .ordinalWeek: return EnglishDate.ordinal(day.englishWeek.number)
      case .week: return "\(day.englishWeek.number)"
      default: return clockText(of: time, offset: offset, milliseconds)
      }
    }

    private func clockText(of time: CivilTime, offset: Int, _ milliseconds: Int) -> String {
      let hourOf12 = time.hour % 12 == 0 ? 12 : time.hour % 12
      let stamp = CivilCalendar.moment(time).seconds - Int64(offset) * 60
      switch self {
      case .paddedHour: return padded(time.hour, 2)
      case .hour: return "\(time.hour)"
      case .paddedHourOf12: return padded(hourOf12, 2)
      case .hourOf12: return "\(hourOf12)"
      case .paddedHourOf24: return padded(time.hour == 0 ? 24 : time.hour, 2)
      case .hourOf24: return "\(time.hour == 0 ? 24 : time.hour)"
      case .paddedMinute: return padded(time.minute, 2)
      case .minute: return "\(time.minute)"
      case .paddedSecond: return padded(time.second, 2)
      case .second: return "\(time.second)"
      case .milliseconds: return padded(milliseconds, 3)
      case .hundredths: return padded(milliseconds / 10, 2)
      case .tenths: return "\(milliseconds / 100)"
      case .capitalHalf: return time.hour < 12 ? "AM" : "PM"
      case .smallHalf: return time.hour < 12 ? "am" : "pm"
      case .milliStamp: return "\(stamp * 1000 + Int64(milliseconds))"
      case .stamp: return "\(stamp)"
      case .plainZone, .zone:
        let sign = offset < 0 ? "-" : "+"
        return sign + padded(abs(offset) / 60, 2) + (self == .zone ? ":" : "")
          + padded(abs(offset) % 60, 2)
      default: return ""
      }
    }

    private func padded(_ number: Int, _ width: Int) -> String {
      let digits = "\(abs(number))"
      return (number < 0 ? "-" : "")
        + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
  }
}

/// Words for days and months.
enum EnglishDate {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  static func month(_ number: Int) -> String {
    months.indices.contains(number - 1) ? months[number - 1] : ""
  }

  /// 1st, 2nd, 3rd, 4th, 11th, 21st.
  static func ordinal(_ number: Int) -> String {
    let ending =
      (11...13).contains(number % 100)
      ? "th" : number % 10 == 1 ? "st" : number % 10 == 2 ? "nd" : number % 10 == 3 ? "rd" : "th"
    return "\(number)\(ending)"
  }
}

extension Day {
  /// January 1 is 1.
  var ofYear: Int { number - startOfYear.number + 1 }

  private var startOfYear: Day { Day(CivilTime(year: time.year, month: 1, day: 1)) }

  /// A week belongs to the year that has its Thursday.
  var isoWeek: (year: Int, number: Int) {
    let thursday = startOfWeek(.monday).advanced(by: 3)
    return (thursday.time.year, (thursday.ofYear - 1) / 7 + 1)
  }

  /// A week belongs to the year that has its Saturday: it begins on Sunday, and that of January 1 is
  /// the first.
  var englishWeek: (year: Int, number: Int) {
    let saturday = startOfWeek(.sunday).advanced(by: 6)
    return (saturday.time.year, (saturday.ofYear - 1) / 7 + 1)
  }
}
