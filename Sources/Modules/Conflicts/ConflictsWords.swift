import CopyNames
import Entities
import Viper

// The texts and questions of conflicts.

enum ConflictsWords {
  static let searching = "Looking for conflicts…"
  static let none =
    "No conflicts.\nCopies that Syncthing, Dropbox and others leave beside a note are"
    + "\nlisted here, and notes in which both texts are marked."

  static func summary(of facts: ConflictsFacts) -> String {
    if facts.isWorking { return "merging…" }
    if facts.count == 0 { return facts.isLoading ? SharedWords.reading : "none" }
    return counted(facts.count, "conflict")
  }

  static func outcome(of item: ConflictItem) -> (text: String, ConflictsRow.Tone) {
    if let remains = item.remains {
      return (remains.kind == .versions ? "no notes" : "not here", .quiet)
    }
    return switch item.outcome {
    case .unknown: ("…", .quiet)
    case .clean: ("merges", .plain)
    case .conflicts(let count): (counted(count, "conflict"), .warning)
    case .failed: ("not mergeable", .warning)
    }
  }

  /// Returns a message about the merge, in a sentence or two.
  static func outcome(of summary: MergeSummary) -> String {
    if let note = summary.remaining {
      return "The copy is a note of its own now: \(note.text). Press u to undo."
    }
    var text = ""
    if summary.merged.count == 1 {
      text = "Merged “\(summary.merged[0].stem.text)”; it is in the trash."
    } else if !summary.merged.isEmpty {
      text = "Merged \(summary.merged.count) copies; they are in the trash."
    }
    if let note = summary.marked.first {
      text += " Both texts are marked in \(note.text)."
    }
    if !summary.merged.isEmpty { text += " Press u to undo." }
    if let left = summary.left.first {
      text +=
        (text.isEmpty ? "" : " ")
        + (summary.left.count == 1
          ? "Left: \(left.copy.text), \(left.reason)"
          : "Left: \(summary.left.count) copies.")
    }
    return text.isEmpty ? "Nothing was merged." : text
  }

  static func takenBack(_ summary: MergeSummary) -> String {
    if summary.remaining != nil {
      return "Taken back: the copy has its name again."
    }
    return "Taken back: \(counted(summary.trashedCount, "copy", "copies")) and"
      + " \(summary.trashedCount == 1 ? "its note" : "their notes") as before."
  }

  static func hasAll(_ note: String) -> String {
    "\(note) has all that the copy has. m puts the copy into the trash."
  }

  static func merged(_ note: String) -> String { "\(note) with the copy merged in" }

  static let isComparing = "The copies are still being compared with their notes."
  static let noneIsClean = "No copy can be merged without marks."
  static let noCopy = "This is not a copy of a note."
}

extension Question {
  static func merging(_ preview: MergePreview) -> Question {
    let (name, count) = (preview.note.text, preview.conflicts)
    let marks =
      count == 0 ? "" : " \(counted(count, "conflict")) will be marked in it."
    return .choice(
      "Conflicts", "Merge the copy into \(name) and put it into the trash?\(marks)",
      Choice("y", "merge", "yes"), Choice("n", "leave both", "no"))
  }

  static func keeping(_ copy: ConflictItem) -> Question {
    let name = copy.note?.path.stem.text ?? ""
    return .line(
      "Conflicts", "The title that the copy gets as a note of its own:",
      initial: copy.isSure ? "\(name) from \(copy.program)" : "\(name), the other one")
  }

  static func mergingClean(_ count: Int) -> Question {
    .choice(
      "Conflicts",
      count == 1
        ? "Merge the one copy that leaves no marks? It goes to the trash; u takes it back."
        : "Merge the \(count) copies that leave no marks? They go to the trash; u takes all back.",
      Choice("y", "merge", "yes"), Choice("n", "leave them", "no"))
  }
}
