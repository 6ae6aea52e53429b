import Entities
import VaultSettings

/// The rules for notes named after the moment of their creation, like Obsidian's unique notes:
/// their folder, name and initial text.
struct UniqueNotes {
  /// Nil: the folder of new notes.
  let folder: NotePath?
  let format: DateFormat
  let template: String?
  private(set) var problem: String?

  private static let usualFormat = "YYYYMMDDHHmm"
  /// Either one of this number of minutes has a free name, or the format has no minutes.
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

  /// Returns names for this moment and the minutes after it; the caller uses the first free one.
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
