/// What spans of time are counted in.
package enum TimeUnit: String, CaseIterable, Sendable {
  case year, month, week, day, hour, minute, second, millisecond

  /// By its name, for one or for many: `week`, `weeks`.
  package init?(word: String) {
    self.init(rawValue: word.hasSuffix("s") ? String(word.dropLast()) : word)
  }

  /// `d`, `w`, `m` and `y`, for days and what is longer.
  package init?(letter: String) {
    let unit = Self.allCases.first { $0.span != nil && $0.rawValue.prefix(1) == letter }
    guard let unit else { return nil }
    self = unit
  }

  /// Nil for what is shorter than a day.
  package var span: (months: Int, days: Int)? {
    switch self {
    case .year: (12, 0)
    case .month: (1, 0)
    case .week: (0, 7)
    case .day: (0, 1)
    default: nil
    }
  }

  /// As Luxon counts where no calendar says more: a year is 365 days, a month 30.
  package var milliseconds: Double {
    switch self {
    case .year: 365 * 86_400_000
    case .month: 30 * 86_400_000
    case .week: 7 * 86_400_000
    case .day: 86_400_000
    case .hour: 3_600_000
    case .minute: 60_000
    case .second: 1000
    case .millisecond: 1
    }
  }
}

extension Day {
  /// Nil for units that are shorter than a day.
  package func advanced(by count: Int, _ unit: TimeUnit) -> Day? {
    unit.span.map {
      $0.months == 0 ? advanced(by: count * $0.days) : advanced(byMonths: count * $0.months)
    }
  }
}
