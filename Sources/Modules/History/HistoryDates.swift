import Entities
import Services
import VaultSettings

/// How a version's moment and size are written.
enum HistoryDates {
  static func text(for moment: Timestamp, clock: any WallClock) -> String {
    ShortDate.text(for: moment, withTime: true, clock: clock)
  }

  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_000: "\(bytes) B"
    case ..<1_000_000: tenths(bytes, of: 1_000) + " kB"
    default: tenths(bytes, of: 1_000_000) + " MB"
    }
  }

  private static func tenths(_ number: Int, of unit: Int) -> String {
    let tenths = number * 10 / unit
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
  }
}
