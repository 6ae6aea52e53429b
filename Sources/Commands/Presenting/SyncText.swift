import Cells
import Entities
import Services

/// Writes the state of a vault and its remote, and the results of a sync.
@MainActor
struct SyncText {
  private let output: CommandOutput
  private let results: ResultWriter
  private let wantsText: Bool

  init(_ request: CommandRequest, _ output: CommandOutput) {
    self.output = output
    results = ResultWriter(request, output)
    wantsText = !request.has(.json)
  }

  nonisolated static let toAgree = "To agree, add --yes."

  func write(_ status: SyncStatus, _ report: SyncReport?) {
    if wantsText {
      if let report { tell(report) } else { tell(status) }
    } else {
      results.add(members(of: status, report) + members(of: report)) { "" }
      results.finish()
    }
  }

  /// Writes a line for each incoming and outgoing change, then messages.
  func tell(_ report: SyncReport) {
    for change in report.came { line(report.isDryRun ? "would come" : "came", change) }
    for change in report.went { line(report.isDryRun ? "would go" : "went", change) }
    for path in report.conflicts { output.write("conflict  \(output.shown(path))\n") }
    for event in report.events { output.message(event.message) }
    if let question = report.question {
      output.message("\(question.message) \(Self.toAgree)")
      for line in question.list { output.more(line) }
    }
    if report.isEmpty { output.write("Nothing changed.\n") }
  }

  private func line(_ word: String, _ change: SyncChange) {
    let kind =
      switch change.kind {
      case .added: " (new)"
      case .changed: ""
      case .removed: " (deleted)"
      }
    output.write("\(word)  \(output.shown(change.path))\(kind)\n")
  }

  private func tell(_ status: SyncStatus) {
    guard case .setUp(let facts) = status else {
      output.write("\(SyncFailure.notSetUp.message)\n")
      return
    }
    for remote in facts.remotes {
      output.write(
        "\(remote.name)  \(output.shown(remote.url))  \(output.shown(facts.branch))"
          + (remote.isSentTo ? "\n" : "  only fetched from\n"))
    }
    if let others = facts.remarkOnOthers { output.write("not synced  \(output.shown(others))\n") }
    output.write("last sync  \(facts.lastSync.map(\.written) ?? "never on this device")\n")
    for remote in facts.remotes where remote.ahead + remote.behind > 0 {
      output.write(
        (facts.remotes.count == 1 ? "" : "\(remote.name)  ")
          + "\(remote.ahead) commits to send, \(remote.behind) to come\n")
    }
    for path in facts.waiting { output.write("to send  \(output.shown(path))\n") }
    for path in facts.conflicts { output.write("conflict  \(output.shown(path))\n") }
    if let obstacle = facts.obstacle { output.message(obstacle) }
  }

  private func members(of status: SyncStatus, _ report: SyncReport?) -> [JSONMember] {
    guard case .setUp(let facts) = status else {
      return [JSONMember("remote", .null), JSONMember("url", .null)]
    }
    let conflicts = report?.conflicts ?? facts.conflicts
    return [
      JSONMember("remote", .optional(facts.remotes.first?.name)),
      JSONMember("url", .string(facts.url)),
      JSONMember("branch", .string(facts.branch)),
      JSONMember("remotes", .array(facts.remotes.map(value))),
      JSONMember("otherRemotes", .array(facts.otherRemotes.map { .string($0) })),
      JSONMember("lastSync", .optional(facts.lastSync.map(\.written))),
      JSONMember("ahead", .number(facts.remotes.first?.ahead ?? 0)),
      JSONMember("behind", .number(facts.remotes.first?.behind ?? 0)),
      JSONMember("waiting", .array(facts.waiting.map { .string($0.text) })),
      JSONMember("conflicts", .array(conflicts.map { .string($0.text) })),
    ]
  }

  private func members(of report: SyncReport?) -> [JSONMember] {
    guard let report else { return [] }
    return [
      JSONMember("came", .array(report.came.map(value))),
      JSONMember("went", .array(report.went.map(value))),
      JSONMember("events", .array(events(of: report).map { .string($0) })),
    ]
  }

  private func events(of report: SyncReport) -> [String] {
    report.events.map(\.message) + (report.question.map { [$0.message] + $0.list } ?? [])
  }

  private func value(_ remote: SyncStatus.Remote) -> JSONValue {
    .object([
      JSONMember("name", .string(remote.name)), JSONMember("url", .string(remote.url)),
      JSONMember("isSentTo", .bool(remote.isSentTo)), JSONMember("ahead", .number(remote.ahead)),
      JSONMember("behind", .number(remote.behind)),
    ])
  }

  private func value(_ change: SyncChange) -> JSONValue {
    let kind =
      switch change.kind {
      case .added: "added"
      case .changed: "changed"
      case .removed: "removed"
      }
    return .object(JSONMember.path(change.path) + [JSONMember("kind", .string(kind))])
  }
}
