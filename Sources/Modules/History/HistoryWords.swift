import Entities
import VaultSettings
import Viper

// The texts and questions of the versions screen.

enum HistoryWords {
  static let readingVersions = "Reading the versions…"
  static let noVersions = "This note has no versions yet. Each save makes one."

  static func title(of note: String) -> String {
    note.isEmpty ? "Versions" : "Versions of \(note)"
  }

  static func title(
    of aspect: HistoryAspect, _ date: String, isFirst: Bool, by writer: String
  ) -> String {
    switch aspect {
    case .change:
      (isFirst ? "First saved: \(date)" : "Changed by \(date)")
        + (writer.isEmpty ? "" : " · \(writer)")
    case .since: "Changed since \(date)"
    case .text: "Text of \(date)"
    }
  }

  static func nothing(in aspect: HistoryAspect) -> String {
    switch aspect {
    case .change: "It says the same as the version before."
    case .since: "The note says this now."
    case .text: "This version is empty."
    }
  }

  static func restored(_ date: String, created note: NoteID?) -> String {
    let done =
      note.map { "\($0.path.text) is there again, as of \(date)." }
      ?? "Restored the version of \(date)."
    return done + " Press u to take that back."
  }

  static func refused(_ refusal: HunkRefusal) -> String {
    switch refusal {
    case .isThere: isThere
    case .differs:
      "The note says something else there now and was left alone: r restores all of the version."
    case .noteIsGone: "The note is gone: r brings all of this version back."
    }
  }

  static func problems(_ first: String, of count: Int) -> String {
    first + (count > 1 ? " (and \(count - 1) more)" : "")
  }

  static let isThere = "The note says this already."
  static let hunkWasTaken =
    "The note says here what the version says. Press u to take that back."
  static let isUndone = "The note says again what it said before."
  static let nothingToUndo = "Nothing to undo: no version was restored here."
  static let nothingDiffers = "Nothing differs here: there is no change to go to."
  static let isLast = "This is the last change."
  static let isFirst = "This is the first change."
  static let noneIsMarked = "No change is marked: n and p go to one."
}

extension Question {
  static func restoring(noteNamed name: String, from date: String) -> Question {
    .choice(
      "Restore",
      "Give “\(name)” the text of \(date)? The current text is saved as a version.",
      Choice("y", "restore", "yes"), Choice("n", "leave it", "no"))
  }
}

/// Formats the time and the size of a version.
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
