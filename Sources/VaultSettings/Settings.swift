package import Entities

/// The settings in one file.
package struct SettingValues: Equatable, Sendable {
  package var values: [SettingName: String] = [:]
  /// Messages about skipped lines.
  package var problems: [String] = []
  /// The number of the line that sets each value.
  package var lines: [SettingName: Int] = [:]

  package init() {}

  /// The value that applies: the one set, or the default.
  package subscript(_ name: SettingName) -> String? { values[name] ?? name.standard }

  package var dateForm: DateForm { self[.dateForm].flatMap { DateForm(rawValue: $0) } ?? .auto }

  /// Whether the vault syncs automatically.
  package var autoSync: Bool { self[.autoSync] == "on" }

  /// The idle time after which an encrypted vault locks; nil for never.
  package var lockAfter: Duration? {
    guard let minutes = self[.lockAfter].flatMap({ Int($0) }), minutes > 0 else { return nil }
    return .seconds(60 * minutes)
  }

  /// The named dictionaries, separated by commas or blanks.
  package var spellingLanguages: [String] {
    Self.languages(in: self[.spellingLanguages] ?? "")
  }

  package static func languages(in text: String) -> [String] {
    text.split { $0 == "," || $0 == " " }.map(String.init)
  }

  /// The largest text that gets versions, in bytes.
  package var largestVersioned: Int { (self[.versionSize].flatMap { Int($0) } ?? 0) << 20 }
}

extension SettingValues {
  /// Returns these settings of the user, overridden by the vault's own. Others may be able to write
  /// the vault's file, so it can only make the vault lock sooner, never later.
  package func overridden(by vault: SettingValues) -> SettingValues {
    var settings = self
    settings.values.merge(vault.values.filter { $0.key.isVaultScoped }) { $1 }
    settings.problems += vault.problems
    if let limit = vault.values[.lockAfter], !vault.locksSooner(than: self) {
      settings.values[.lockAfter] = values[.lockAfter]
      settings.problems.append(
        "The vault's lock-after = \(limit) was ignored: a vault can only lock sooner than your own "
          + "setting says.")
    }
    return settings
  }

  private func locksSooner(than person: SettingValues) -> Bool {
    guard let own = lockAfter else { return person.lockAfter == nil }
    return person.lockAfter.map { own <= $0 } ?? true
  }
}

/// The user's preferred format of dates.
package enum DateForm: String, Sendable {
  /// The shortest form that is unambiguous.
  case auto
  /// Always as 2026-03-02.
  case iso
}

/// A settings file: the user's or a vault's.
package protocol SettingsStore: Sendable {
  /// The path of the file, which may not exist.
  var path: NotePath { get }

  /// Reads the file. A missing one counts as empty.
  func settings() async throws(SettingsError) -> SettingValues

  /// Changes one line; nil removes it. Comments and all other lines stay.
  func set(_ name: SettingName, to value: String?) async throws(SettingsError)
}

package enum SettingsError: ExplainedError, Equatable, Sendable {
  case cannotRead(String, reason: String)
  case cannotWrite(String, reason: String)
  case badValue(SettingName, String)

  package var message: String {
    switch self {
    case .cannotRead(let path, let reason): "The settings in \(path) cannot be read: \(reason)."
    case .cannotWrite(let path, let reason):
      "The settings in \(path) were not changed: \(reason)."
    case .badValue(let name, let value):
      "\(name.rawValue) cannot be “\(value)”"
        + (name.problem(with: value).map { ": \($0)." } ?? ". It may be \(name.allowed).")
    }
  }
}

package enum NoteOrder: String, Sendable, CaseIterable {
  /// Latest first.
  case modified
  case created
  /// From A to Z.
  case title
  /// By file names without folders, from A to Z.
  case name

  package var isByAlphabet: Bool { self == .title || self == .name }
}

extension SettingValues {
  /// The order of lists without an order of their own.
  package var listOrder: NoteOrder {
    self[.listOrder].flatMap { NoteOrder(rawValue: $0) } ?? .modified
  }
}

/// Formats moments in little space.
package enum ShortDate {
  /// Returns the time for today, the day for this year, or else the whole date. `withTime`
  /// distinguishes moments of one day: it adds seconds today and the time on other days of this
  /// year.
  package static func text(
    for moment: Timestamp, withTime: Bool = false, form: DateForm = .auto, clock: any WallClock
  ) -> String {
    let now = clock.civil(clock.now)
    let then = clock.civil(moment)
    let time = String(then.clock.prefix(5))
    let day = then.date
    if form == .iso { return withTime ? "\(day) \(time)" : day }
    if (then.year, then.month, then.day) == (now.year, now.month, now.day) {
      return withTime ? then.clock : time
    }
    if then.year == now.year, (1...12).contains(then.month) {
      let short = "\(then.day) \(EnglishDate.months[then.month - 1].prefix(3))"
      return withTime ? "\(short) \(time)" : short
    }
    return day
  }
}

package enum WeekStart {
  /// Returns the day that is set, or the usual one of the user's region. `locale` is the value of
  /// LC_ALL, LC_TIME or LANG, such as `en_US.UTF-8`.
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

  /// Returns the first of the three variables that is set.
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
