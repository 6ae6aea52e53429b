package import Entities

/// The day that weeks begin with.
package enum WeekStart {
  /// As is set; where nothing is, as people do where the person lives: `locale` is what LC_ALL,
  /// LC_TIME or LANG says, as `en_US.UTF-8`.
  package static func weekday(set: String?, locale: String?) -> Weekday {
    switch set {
    case "monday": return .monday
    case "sunday": return .sunday
    case "saturday": return .saturday
    default: break
    }
    guard let territory = locale.flatMap(territory(of:)) else { return .monday }
    if sunday.contains(territory) { return .sunday }
    return saturday.contains(territory) ? .saturday : .monday
  }

  /// What holds of the three variables: the first that says something.
  package static func locale(_ variable: (String) -> String?) -> String? {
    ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
  }

  private static func territory(of locale: String) -> Substring? {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    guard let mark = name.firstIndex(of: "_") else { return nil }
    return name[mark...].dropFirst()
  }

  private static let sunday: Set<Substring> = [
    "AG", "BD", "BO", "BR", "BS", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU", "HK", "HN",
    "ID", "IL", "IN", "JM", "JP", "KE", "KH", "KR", "LA", "MM", "MO", "MX", "MZ", "NI", "NP", "PA",
    "PE", "PH", "PK", "PR", "PY", "SA", "SG", "SV", "TH", "TT", "TW", "US", "VE", "YE", "ZA", "ZW",
  ]

  private static let saturday: Set<Substring> = [
    "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
  ]
}
