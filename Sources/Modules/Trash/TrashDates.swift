import Entities
import Services

/// How the trash writes a date.
enum TrashDates {
  /// Empty where the moment is not known.
  static func text(
    for moment: Timestamp?, form: DateForm = .auto, clock: any WallClock
  ) -> String {
    moment.map { ShortDate.text(for: $0, form: form, clock: clock) } ?? ""
  }
}
