import Entities
import Services
import VaultSettings

/// The state of a sync as rows, those that need action first.
enum SyncRows {
  static func rows(
    for facts: SyncFacts, clock: any WallClock, dateForm: DateForm
  ) -> [SyncRow] {
    guard case .setUp(let status)? = facts.status else {
      return facts.status == nil ? facts.failure.map { [problem($0.message)] } ?? [] : []
    }
    var rows = trouble(of: facts, status)
    rows += facts.conflicts.map {
      SyncRow(label: "conflict", text: $0.text, tone: .warning, note: NoteID($0))
    }
    rows += status.remotes.map {
      SyncRow(
        label: "remote", text: SyncWords.remote($0.name, $0.url, isSentTo: $0.isSentTo))
    }
    if let others = status.remarkOnOthers {
      rows.append(SyncRow(label: "not synced", text: others, tone: .quiet))
    }
    rows.append(SyncRow(label: "branch", text: status.branch, tone: .quiet))
    let last = status.lastSync.map {
      ShortDate.text(for: $0, withTime: true, form: dateForm, clock: clock)
    }
    rows.append(SyncRow(label: "last sync", text: last ?? SyncWords.neverHere, tone: .quiet))
    rows += status.waiting.map {
      SyncRow(label: "to send", text: $0.text, note: NoteID($0))
    }
    for remote in status.remotes {
      let isOne = status.remotes.count == 1
      let name = isOne ? nil : remote.name
      if remote.ahead > 0, status.waiting.isEmpty || !isOne {
        let text = SyncWords.toSend(remote.ahead, to: name)
        rows.append(SyncRow(label: "to send", text: text))
      }
      if remote.behind > 0 {
        let text = SyncWords.toCome(remote.behind, from: name)
        rows.append(SyncRow(label: "to come", text: text))
      }
    }
    if let report = facts.report { rows += self.rows(for: report) }
    return rows
  }

  private static func trouble(of facts: SyncFacts, _ status: SyncStatus.Facts) -> [SyncRow] {
    var rows: [SyncRow] = []
    if let failure = facts.failure {
      rows.append(problem(failure.message))
      if case .asks(let question) = failure { rows += asked(question) }
      for (index, step) in failure.steps.enumerated() {
        rows.append(SyncRow(label: "step \(index + 1)", text: step))
      }
    } else if let obstacle = status.obstacle {
      rows.append(problem(obstacle))
    }
    if status.isUnfinished {
      rows.append(
        SyncRow(
          label: "unfinished", text: SyncWords.isUnfinished, tone: .warning))
    }
    return rows
  }

  private static func problem(_ text: String) -> SyncRow {
    SyncRow(label: "problem", text: text, tone: .warning)
  }

  private static func asked(_ question: SyncQuestion) -> [SyncRow] {
    question.list.map { SyncRow(label: "asked", text: $0, tone: .warning) }
  }

  private static func rows(for report: SyncReport) -> [SyncRow] {
    let (came, went) = report.isDryRun ? ("would come", "would go") : ("came", "went")
    let waiting = report.question.map { [problem($0.message)] + asked($0) } ?? []
    return waiting + report.events.map { SyncRow(label: "info", text: $0.message) }
      + report.came.map { row($0, came) } + report.went.map { row($0, went) }
  }

  private static func row(_ change: SyncChange, _ label: String) -> SyncRow {
    let path = change.path.text
    switch change.kind {
    case .added: return SyncRow(label: label, text: "\(path), new", note: NoteID(change.path))
    case .changed: return SyncRow(label: label, text: path, note: NoteID(change.path))
    case .removed: return SyncRow(label: label, text: "\(path), deleted", tone: .quiet)
    }
  }
}
