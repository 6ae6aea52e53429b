package import Entities
import Services
import Synchronization

/// A clock that moves only when a test moves it. Its wall is in UTC.
package final class StillClock: WallClock {
  private let moment: Mutex<Timestamp>

  /// Starts at 2026-03-02 10:30:00.
  package init(_ start: Timestamp = Timestamp(seconds: 1_772_447_400)) {
    moment = Mutex(start)
  }

  package var now: Timestamp { moment.withLock { $0 } }

  package func advance(by duration: Duration) {
    moment.withLock { $0 = $0.advanced(by: duration) }
  }

  package func civil(_ moment: Timestamp) -> CivilTime {
    let day = Int((Double(moment.seconds) / 86_400).rounded(.down))
    let second = Int(moment.seconds) - day * 86_400
    // Counted in eras of 400 years that begin in March, so that the leap day comes last.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return CivilTime(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, hour: second / 3600,
      minute: second / 60 % 60, second: second % 60)
  }
}
