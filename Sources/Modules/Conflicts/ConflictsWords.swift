import CopyNames
import Entities
package import Services
import Viper

// What the conflicts say and ask, in words.

package enum ConflictsWords {
  static func summary(of facts: ConflictsFacts) -> String {
    if facts.isWorking { return "merging…" }
    if facts.count == 0 { return facts.isLoading ? "reading…" : "none" }
    return counted(facts.count, "conflict")
  }

  static func outcome(of copy: ConflictsFacts.Copy) -> (text: String, ConflictsRow.Tone) {
    switch copy.outcome {
    case .unknown: ("…", .quiet)
    case .clean: ("merges", .plain)
    case .conflicts(let count): (counted(count, "conflict"), .warning)
    case .failed: ("not mergeable", .warning)
    }
  }

  static func outcome(of remains: SyncRemains) -> String {
    switch remains.kind {
    case .versions: "no notes"
    case .notDownloaded: "not here"
    }
  }

  /// What was merged, in a sentence or two.
  package static func outcome(of receipt: ConflictReceipt) -> String {
    if let note = receipt.kept?.moves.first?.to ?? receipt.made {
      return "The copy is a note of its own now: \(note.path.text). Press u to undo."
    }
    var text = ""
    if receipt.merged.count == 1 {
      text = "Merged “\(receipt.merged[0].copy.path.stem.text)”; it is in the trash."
    } else if !receipt.merged.isEmpty {
      text = "Merged \(receipt.merged.count) copies; they are in the trash."
    }
    if let note = receipt.marked.first {
      text += " Both texts are marked in \(note.path.text)."
    }
    if !receipt.merged.isEmpty { text += " Press u to undo." }
    if let left = receipt.left.first {
      text +=
        (text.isEmpty ? "" : " ")
        + (receipt.left.count == 1
          ? "Left: \(left.copy.copy.path.text), \(left.reason)"
          : "Left: \(receipt.left.count) copies.")
    }
    return text.isEmpty ? "Nothing was merged." : text
  }

  static func takenBack(_ receipt: ConflictReceipt) -> String {
    if receipt.kept != nil || receipt.made != nil {
      return "Taken back: the copy has its name again."
    }
    return "Taken back: \(counted(receipt.trashed.count, "copy", "copies")) and"
      + " \(receipt.trashed.count == 1 ? "its note" : "their notes") as before."
  }

  static func hasAll(_ note: String) -> String {
    "\(note) has all that the copy has. m puts the copy into the trash."
  }

  static func merged(_ note: String) -> String { "\(note) with the copy merged in" }

  static let nothingToUndo = "Nothing to undo."
  static let isComparing = "The copies are still being compared with their notes."
  static let noneIsClean = "No copy can be merged without marks."
  static let noCopy = "This is no copy of a note."

  package static func counted(_ count: Int, _ word: String, _ many: String? = nil) -> String {
    count == 1 ? "1 \(word)" : "\(count) \(many ?? word + "s")"
  }
}

extension Question {
  static func merging(_ copy: ConflictCopy, _ merge: MergedCopy) -> Question {
    let name = copy.note.path.text
    let marks =
      merge.isClean
      ? "" : " \(ConflictsWords.counted(merge.conflicts, "conflict")) will be marked in it."
    return .choice(
      "Conflicts", "Merge the copy into \(name) and put it into the trash?\(marks)",
      Choice("y", "merge", "yes"), Choice("n", "leave both", "no"))
  }

  static func keeping(_ copy: ConflictCopy) -> Question {
    let name = copy.note.path.stem.text
    return .line(
      "Conflicts", "The title that the copy gets as a note of its own:",
      initial: copy.isSure ? "\(name) from \(copy.program.name)" : "\(name), the other one")
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
