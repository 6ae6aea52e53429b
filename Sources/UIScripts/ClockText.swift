package import Entities

/// A moment as scripts and `--clock` write it: `2026-03-02 09:00`, or with `:30` seconds.
package enum ClockText {
  /// Nil where it is no such text, or no calendar has that day.
  package static func read(_ text: String) -> CivilTime? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let date = numbers(parts[0], separator: "-", digits: [4, 2, 2])
    let time =
      numbers(parts[1], separator: ":", digits: [2, 2])
      ?? numbers(parts[1], separator: ":", digits: [2, 2, 2])
    guard let date, let time else { return nil }
    let civil = CivilTime(
      year: date[0], month: date[1], day: date[2], hour: time[0], minute: time[1],
      second: time.count > 2 ? time[2] : 0)
    return CivilCalendar.exists(civil) ? civil : nil
  }

  package static func write(_ time: CivilTime) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(repeating: "0", count: max(0, 4 - "\(time.year)".count)) + "\(time.year)"
    return "\(year)-\(two(time.month))-\(two(time.day)) \(two(time.hour)):\(two(time.minute))"
      + (time.second == 0 ? "" : ":\(two(time.second))")
  }

  private static func numbers(
    _ text: Substring, separator: Character, digits: [Int]
  ) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.count) == digits,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count ? numbers : nil
  }
}
