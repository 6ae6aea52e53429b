import Entities
import Html
import Services

/// The note that says what went wrong in an import.
enum ReportText {
  static let title = "Import report"

  /// Nil where all went well, or nothing came.
  static func text(
    of report: ImportReport, _ plan: ImportPlan, _ earlier: Set<NotePath>
  ) -> [UInt8]? {
    let hasCome = !report.made.isEmpty || !report.updated.isEmpty || !report.files.isEmpty
    guard hasCome || !earlier.isEmpty, !report.problems.isEmpty || !report.loose.isEmpty else {
      return nil
    }
    // Of a run that was cut off, too.
    let notes =
      report.made.count + plan.notes.count { earlier.contains($0.path) && $0.fate != .new }
    let files = report.files.count + plan.files.count { earlier.contains($0.path) && !$0.isNew }
    let text =
      "# \(title)\n\n\(plan.format.title): \(notes) notes and \(files) files came.\n"
      + section("Problems", report.problems, escaped)
      + section("Links to nothing", report.loose) { name in
        "[[\(name.hasSuffix(".md") ? String(name.dropLast(3)) : name)]]"
      }
    return Array(text.utf8)
  }

  private static func section(
    _ title: String, _ notices: [ImportNotice], _ name: (String) -> String
  ) -> String {
    if notices.isEmpty { return "" }
    let lines = notices.folded { notice in
      "- " + (notice.of.isEmpty ? "" : "\(name(notice.of)): ") + escaped(notice.reason) + "\n"
    } rest: {
      "- \($0)\n"
    }
    return "\n## \(title)\n\n\(lines.joined())"
  }

  private static func escaped(_ words: String) -> String {
    String(decoding: PlainText.inline(words), as: UTF8.self)
  }
}
