import Entities
import Services

// Rows for archives, plans and reports.

extension FoundArchive {
  init(_ source: ImportSource) { self.init(path: source.path, program: source.program) }

  var row: ImportsRow { ImportsRow(act: "", text: path.text, detail: program) }
}

extension ImportPlan {
  /// The plan's rows, problems first.
  var rows: [ImportsRow] {
    problems.rows("problem", .warning)
      + notes.map { note in
        ImportsRow(
          act: note.fate.rawValue, text: note.path.text,
          detail: note.path.stem.text == note.title ? "" : note.title,
          tone: note.fate == .new || note.fate == .newer ? .plain : .quiet)
      }
      + files.filter(\.isNew).map { ImportsRow(act: "file", text: $0.path.text, tone: .quiet) }
  }
}

extension ImportReport {
  var rows: [(row: ImportsRow, note: NoteID?)] {
    let notices = problems.rows("problem", .warning) + changed.rows("changed", .quiet)
    return notices.map { ($0, nil) }
      + brokenLinks.folded {
        ($0.row("loose", .warning), NoteID(NotePath($0.of)))
      } rest: {
        (ImportsRow(act: "loose", text: $0, tone: .warning), nil)
      }
      + [report].compactMap(\.self).map { Self.row("report", $0) }
      + made.map { Self.row("new", $0) } + updated.map { Self.row("newer", $0) }
      + files.map { (ImportsRow(act: "file", text: $0.text, tone: .quiet), nil) }
      + trashed.map { (ImportsRow(act: "trashed", text: $0.text, tone: .quiet), nil) }
  }

  private static func row(_ act: String, _ path: NotePath) -> (row: ImportsRow, note: NoteID?) {
    (ImportsRow(act: act, text: path.text), NoteID(path))
  }
}

extension [ImportNotice] {
  fileprivate func rows(_ act: String, _ tone: ImportsRow.Tone) -> [ImportsRow] {
    folded {
      $0.row(act, tone)
    } rest: {
      ImportsRow(act: act, text: $0, tone: tone)
    }
  }
}

extension ImportNotice {
  fileprivate func row(_ act: String, _ tone: ImportsRow.Tone) -> ImportsRow {
    // Put the reason first, so that a narrow screen shows it. Many begin with the name.
    let said =
      !of.isEmpty && reason.hasPrefix("\(of) ") ? "It" + reason.dropFirst(of.count) : reason
    return ImportsRow(act: act, text: of.isEmpty ? said : "\(said) (\(of))", tone: tone)
  }
}
