import Viper

// The texts and questions of the sync.

package enum SyncWords {
  static let isRunning = "A sync is running. Esc stops it."
  static let nothingSynced = "Nothing was synced."
  static let neverHere = "never on this device"
  static let isUnfinished = "A sync was stopped while it wrote files. The next one finishes it."
  static let setUp =
    "This vault is synced with nothing yet.\nEnter names a git repository that other devices"
    + " share: a server's, or a folder."

  static func remote(_ name: String, _ url: String, isSentTo: Bool) -> String {
    "\(name), \(url)\(isSentTo ? "" : ", only fetched from")"
  }

  /// Describes unsent commits. `remote` is set if there are several remotes.
  static func toSend(_ commits: Int, to remote: String?) -> String {
    counted(commits, "commit") + (remote.map { " to \($0)" } ?? "")
  }

  static func toCome(_ commits: Int, from remote: String?) -> String {
    counted(commits, "commit") + (remote.map { " of \($0)" } ?? "")
  }

  /// The status for the command line.
  package static let waiting = "waiting for the remote; Ctrl-C stops it"

  static func summary(of facts: SyncFacts) -> String {
    if facts.isWaiting { return "waiting for the remote; Esc stops it" }
    if let step = facts.step { return step }
    let conflicts = facts.conflicts.count
    if conflicts > 0 { return counted(conflicts, "conflict") }
    if facts.isNotSetUp { return "not set up" }
    if facts.problem != nil { return "not synced" }
    guard facts.isRead else { return SharedWords.reading }
    if facts.isUnfinished { return "unfinished" }
    if facts.waitingCount > 0 { return counted(facts.waitingCount, "file") + " to send" }
    return facts.isInStep ? "up to date" : "not in step"
  }

  /// Returns the mark next to the vault's name; empty if all is well. A locked vault shows its
  /// waiting notes on another line. `key` is the key that opens the sync screen.
  package static func mark(for facts: SyncFacts, key: String?) -> String {
    let key = key.map { ": \($0)" } ?? ""
    // The key then leads to the sync screen, where Esc stops the sync.
    if facts.isWaiting { return "waiting for the remote\(key)" }
    if facts.isRunning { return "syncing" }
    if !facts.conflicts.isEmpty { return counted(facts.conflicts.count, "conflict") }
    switch facts.trouble {
    case nil: return ""
    case .offline: return "offline"
    case .needs(let thing): return "sync needs \(thing)\(key)"
    case .person: return "sync needs you"
    case .other: return "not synced"
    }
  }

  /// Describes the result of the last sync in a sentence.
  package static func outcome(of facts: SyncFacts) -> String {
    var parts: [String] = []
    if facts.cameCount > 0 { parts.append(counted(facts.cameCount, "file") + " came") }
    if facts.wentCount > 0 { parts.append(counted(facts.wentCount, "file") + " went") }
    if facts.markedCount > 0 {
      parts.append(counted(facts.markedCount, "note") + " with conflicts")
    }
    let done = parts.isEmpty ? "nothing changed" : parts.joined(separator: ", ")
    return facts.isDryRun ? "A sync would do this: \(done)." : "Synced: \(done)."
  }

  /// Describes the notes that a locked vault fetched; empty if there are none.
  package static func fetched(_ facts: SyncFacts) -> String {
    guard let waiting = facts.lockedCount, waiting > 0 else { return "" }
    return waiting == 1
      ? "1 note was fetched and waits for the passphrase."
      : "\(waiting) notes were fetched and wait for the passphrase."
  }

  static func undone(_ facts: SyncFacts) -> String {
    "Taken back: \(counted(facts.cameCount, "file")) as before the last sync."
  }
}

extension Question {
  static func remote(known: String) -> Question {
    .line(
      "Sync", "The remote repository, as git@host:notes.git or a folder:", initial: known)
  }

  /// Asks for consent. The screen below the box lists all items.
  static func agreeing(to asked: AskedBySync) -> Question {
    let rest = asked.lines.count - 1 - mostListed
    var lines = Array(asked.lines.prefix(1 + mostListed))
    if rest > 0 { lines.append("and \(rest) more, on the screen “Sync”") }
    return .choice(
      "Sync", lines.joined(separator: "\n  "), Choice("n", "stop", "no"),
      Choice("y", "go on", "yes"))
  }

  private static let mostListed = 10

  static let syncingByItself = Question.choice(
    "Sync", "Sync by itself from now on: on opening, after pauses in writing, on leaving?",
    Choice("y", "yes", "yes"), Choice("n", "only by key", "no"))
}

extension Question {
  static func credential(_ prompt: CredentialPrompt) -> Question {
    let asked = (prompt.isRepeated ? "That was wrong. " : "") + prompt.text
    return switch prompt.form {
    case .line: .line("Sync", asked)
    case .secret: Question("Sync", asked, .secret(isNew: false))
    // Require a word instead of a key: the box may appear while the person types something else.
    case .hostKey:
      .line(
        "Sync", asked + "\nType yes if this is the fingerprint of its owner; it will be remembered:"
      )
    case .consent: .choice("Sync", asked, .init("n", "no", "no"), .init("y", "yes", "yes"))
    case .notice: .choice("Sync", asked, .init("h", "hide", "yes"))
    }
  }
}
