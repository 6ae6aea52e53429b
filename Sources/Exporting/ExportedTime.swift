import Entities

enum ExportedTime {
  /// `2026-03-02T10:30:00Z`
  static func text(_ moment: Timestamp) -> String {
    let time = CivilCalendar.civil(moment)
    let clock = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(Day(time).text)T\(clock.joined(separator: ":"))Z"
  }
}
