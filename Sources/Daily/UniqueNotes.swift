import Entities
import Services
import VaultSettings

/// Notes that are named after the moment they are made in, as Obsidian's unique notes are: where they go,
/// what they are called, and what they begin with.
struct UniqueNotes {
  /// Nil: where new notes go.
  let folder: NotePath?
  let format: DateFormat
  let template: String?
  private(set) var problem: String?

  private static let usualFormat = "YYYYMMDDHHmm"
  /// Within this number of minutes there is a free name, or the format has no minutes.
  private static let mostMinutes = 120

  init(_ foreign: ObsidianSettings) {
    func chosen(_ value: String?) -> String? { value.flatMap { $0.isEmpty ? nil : $0 } }
    folder = chosen(foreign.uniqueFolder).flatMap(DailyNotes.folder)
    template = chosen(foreign.uniqueTemplate)
    let written = chosen(foreign.uniqueFormat) ?? Self.usualFormat
    let wanted = DateFormat(written)
    let isName = Self.moment.map { Self.isName(wanted.text(of: $0)) } ?? false
    format = isName ? wanted : DateFormat(Self.usualFormat)
    if !isName {
      problem = "A note cannot be called “\(written)”: \(Self.usualFormat) is used."
    }
  }

  /// Names of this moment and of the minutes after it: the first that no note has is the one.
  func names(from now: Timestamp, by clock: any WallClock) -> [String] {
    var names: [String] = []
    for minute in 0..<Self.mostMinutes {
      let time = clock.civil(now.advanced(by: .seconds(60 * minute)))
      let name = format.text(of: time)
      if name != names.last { names.append(name) }
    }
    return names
  }

  private static let moment = Day(year: 2023, month: 12, day: 25)?.time

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && !name.contains("/")
      && name.utf8.count <= NoteFileName.longestStem
      && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }
  }
}
