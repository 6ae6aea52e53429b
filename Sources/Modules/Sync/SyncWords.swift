package import Services
import Viper

// What the sync says and asks, in words.

package enum SyncWords {
  package static func progress(_ progress: SyncProgress) -> String {
    switch progress {
    case .checking: "looking at the repository…"
    case .keeping: "keeping your changes…"
    case .fetching: "fetching…"
    case .merging: "merging…"
    case .writing(let done, let all): "writing \(done) of \(all)…"
    case .sending(let attempt): attempt > 1 ? "sending, try \(attempt)…" : "sending…"
    }
  }

  /// On a terminal.
  package static let waiting = "waiting for the remote; Ctrl-C stops it"

  static func summary(of facts: SyncFacts) -> String {
    if facts.isWaiting { return "waiting for the remote; Esc stops it" }
    if let progress = facts.progress { return self.progress(progress) }
    let conflicts = facts.conflicts.count
    if conflicts > 0 { return counted(conflicts, "conflict") }
    switch facts.status {
    case .notSetUp: return "not set up"
    case _ where facts.failure != nil: return "not synced"
    case nil: return "reading…"
    case .setUp(let status):
      if status.isUnfinished { return "unfinished" }
      if !status.waiting.isEmpty { return counted(status.waiting.count, "file") + " to send" }
      return status.isInStep ? "up to date" : "not in step"
    }
  }

  /// Beside the vault's name: nothing while all is well. A locked vault has another line for what it
  /// waits for. `key` is the one that syncs.
  package static func mark(for facts: SyncFacts, key: String?) -> String {
    let key = key.map { ": \($0)" } ?? ""
    // It leads to the sync's own screen then, where Esc stops it.
    if facts.isWaiting { return "waiting for the remote\(key)" }
    if facts.isRunning { return "syncing" }
    if !facts.conflicts.isEmpty { return counted(facts.conflicts.count, "conflict") }
    switch facts.failure {
    case nil, .cancelled?, .nothingToUndo?, .notSetUp?, .locked?: return ""
    case .offline?, .timedOut?: return "offline"
    case .needs(let need)?: return "sync needs \(need.thing)\(key)"
    case .asks?, .keysDiffer?, .notByHandYet?, .notLetIn?, .unknownHost?: return "sync needs you"
    case .some: return "not synced"
    }
  }

  /// What a sync did, in a sentence.
  package static func outcome(of report: SyncReport) -> String {
    var parts: [String] = []
    if !report.came.isEmpty { parts.append(counted(report.came.count, "file") + " came") }
    if !report.went.isEmpty { parts.append(counted(report.went.count, "file") + " went") }
    if !report.conflicts.isEmpty {
      parts.append(counted(report.conflicts.count, "note") + " with conflicts")
    }
    let done = parts.isEmpty ? "nothing changed" : parts.joined(separator: ", ")
    return report.isDryRun ? "A sync would do this: \(done)." : "Synced: \(done)."
  }

  /// What a locked vault fetched; empty where that is nothing.
  package static func fetched(_ facts: SyncFacts) -> String {
    guard case .locked(let waiting)? = facts.failure, waiting > 0 else { return "" }
    return waiting == 1
      ? "1 note was fetched and waits for the passphrase."
      : "\(waiting) notes were fetched and wait for the passphrase."
  }

  static func undone(_ report: SyncReport) -> String {
    "Taken back: \(counted(report.came.count, "file")) as before the last sync."
  }

  package static func counted(_ count: Int, _ word: String) -> String {
    count == 1 ? "1 \(word)" : "\(count) \(word)s"
  }
}

extension Question {
  static func remote(known: String) -> Question {
    .line(
      "Sync", "The remote repository, as git@host:notes.git or a folder:", initial: known)
  }

  /// The screen behind it lists what a box has no room for.
  static func agreeing(to question: SyncQuestion) -> Question {
    let list = question.list
    var lines = [question.message] + list.prefix(mostListed).map { "  \($0)" }
    if list.count > mostListed {
      lines.append("  and \(list.count - mostListed) more, on the screen “Sync”")
    }
    return .choice(
      "Sync", lines.joined(separator: "\n"), Choice("n", "stop", "no"),
      Choice("y", "go on", "yes"))
  }

  private static let mostListed = 10

  static let syncingByItself = Question.choice(
    "Sync", "Sync by itself from now on: on opening, after pauses in writing, on leaving?",
    Choice("y", "yes", "yes"), Choice("n", "only by key", "no"))
}
