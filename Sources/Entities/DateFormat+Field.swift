extension DateFormat {
  /// One group of format letters.
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
    /// Sunday is 0: Moment counts from the locale's first day of the week.
    case weekdayOfWeek = "e"
    /// Monday is 1.
    case isoWeekday = "E"
    case isoYear = "GGGG"
    case shortISOYear = "GG"
    case paddedISOWeek = "WW"
    case ordinalISOWeek = "Wo"
    case isoWeek = "W"
    /// Year of weeks that begin on Sunday; the first week has January 1.
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
      case .yearOfSix: return (time.year < 0 ? "-" : "+") + abs(time.year).padded(to: 6)
      case .year, .plainYear: return time.year.padded(to: self == .year ? 4 : 1)
      case .shortYear: return ((time.year % 100 + 100) % 100).padded()
      case .quarter: return "\((time.month + 2) / 3)"
      case .ordinalQuarter: return EnglishDate.ordinal((time.month + 2) / 3)
      case .monthName: return EnglishDate.month(time.month)
      case .shortMonthName: return String(EnglishDate.month(time.month).prefix(3))
      case .paddedMonth: return time.month.padded()
      case .ordinalMonth: return EnglishDate.ordinal(time.month)
      case .month: return "\(time.month)"
      case .paddedDayOfYear: return day.ofYear.padded(to: 3)
      case .ordinalDayOfYear: return EnglishDate.ordinal(day.ofYear)
      case .dayOfYear: return "\(day.ofYear)"
      case .paddedDay: return time.day.padded()
      case .ordinalDay: return EnglishDate.ordinal(time.day)
      case .day: return "\(time.day)"
      case .weekdayName: return day.weekday.name
      case .shortWeekdayName: return String(day.weekday.name.prefix(3))
      case .shortestWeekdayName: return String(day.weekday.name.prefix(2))
      case .ordinalWeekday: return EnglishDate.ordinal((day.weekday.rawValue + 1) % 7)
      case .weekday, .weekdayOfWeek: return "\((day.weekday.rawValue + 1) % 7)"
      case .isoWeekday: return "\(day.weekday.rawValue + 1)"
      case .isoYear: return day.isoWeek.year.padded(to: 4)
      case .shortISOYear: return ((day.isoWeek.year % 100 + 100) % 100).padded()
      case .paddedISOWeek: return day.isoWeek.number.padded()
      case .ordinalISOWeek: return EnglishDate.ordinal(day.isoWeek.number)
      case .isoWeek: return "\(day.isoWeek.number)"
      case .weekYear: return day.englishWeek.year.padded(to: 4)
      case .shortWeekYear: return ((day.englishWeek.year % 100 + 100) % 100).padded()
      case .paddedWeek: return day.englishWeek.number.padded()
      case .ordinalWeek: return EnglishDate.ordinal(day.englishWeek.number)
      case .week: return "\(day.englishWeek.number)"
      default: return clockText(of: time, offset: offset, milliseconds)
      }
    }

    private func clockText(of time: CivilTime, offset: Int, _ milliseconds: Int) -> String {
      let hourOf12 = time.hour % 12 == 0 ? 12 : time.hour % 12
      let stamp = CivilCalendar.moment(time).seconds - Int64(offset) * 60
      switch self {
      case .paddedHour: return time.hour.padded()
      case .hour: return "\(time.hour)"
      case .paddedHourOf12: return hourOf12.padded()
      case .hourOf12: return "\(hourOf12)"
      case .paddedHourOf24: return (time.hour == 0 ? 24 : time.hour).padded()
      case .hourOf24: return "\(time.hour == 0 ? 24 : time.hour)"
      case .paddedMinute: return time.minute.padded()
      case .minute: return "\(time.minute)"
      case .paddedSecond: return time.second.padded()
      case .second: return "\(time.second)"
      case .milliseconds: return milliseconds.padded(to: 3)
      case .hundredths: return (milliseconds / 10).padded()
      case .tenths: return "\(milliseconds / 100)"
      case .capitalHalf: return time.hour < 12 ? "AM" : "PM"
      case .smallHalf: return time.hour < 12 ? "am" : "pm"
      case .milliStamp: return "\(stamp * 1000 + Int64(milliseconds))"
      case .stamp: return "\(stamp)"
      case .plainZone, .zone:
        let sign = offset < 0 ? "-" : "+"
        return sign + (abs(offset) / 60).padded() + (self == .zone ? ":" : "")
          + (abs(offset) % 60).padded()
      default: return ""
      }
    }
  }
}

/// English names of months and days.
package enum EnglishDate {
  package static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  package static func month(_ number: Int) -> String {
    months.indices.contains(number - 1) ? months[number - 1] : ""
  }

  /// Returns the number with its suffix: 1st, 2nd, 3rd, 4th, 11th, 21st.
  static func ordinal(_ number: Int) -> String {
    let ending =
      (11...13).contains(number % 100)
      ? "th" : number % 10 == 1 ? "st" : number % 10 == 2 ? "nd" : number % 10 == 3 ? "rd" : "th"
    return "\(number)\(ending)"
  }
}

extension Day {
  /// The day's number within its year; January 1 is 1.
  var ofYear: Int { number - startOfYear.number + 1 }

  private var startOfYear: Day { Day(CivilTime(year: time.year, month: 1, day: 1)) }

  /// The ISO week. It belongs to the year that has its Thursday.
  package var isoWeek: (year: Int, number: Int) {
    let thursday = startOfWeek(.monday).advanced(by: 3)
    return (thursday.time.year, (thursday.ofYear - 1) / 7 + 1)
  }

  /// The week of a US calendar: it begins on Sunday, and the first one has January 1. It belongs to
  /// the year that has its Saturday.
  var englishWeek: (year: Int, number: Int) {
    let saturday = startOfWeek(.sunday).advanced(by: 6)
    return (saturday.time.year, (saturday.ofYear - 1) / 7 + 1)
  }
}
