import Entities
import Services

/// Looks through a vault from time to time and tells which notes are not what they were.
struct VaultScan {
  private let files: any VaultFiles
  private let pause: Duration
  private var known: [NotePath: FileFact]?
  private(set) var due: ContinuousClock.Instant?

  init(files: any VaultFiles, pause: Duration) {
    self.files = files
    self.pause = pause
  }

  var isDue: Bool { due.map { $0 <= .now } ?? false }

  /// Remembers what is there, once; looks compare with that.
  mutating func begin() {
    if known == nil { _ = look() }
  }

  mutating func look() -> Set<NoteID> {
    let start = ContinuousClock.now
    let survey = files.survey(isCancelled: { false })
    var found: [NotePath: FileFact] = [:]
    found.reserveCapacity(survey.entries.count)
    for entry in survey.entries { found[survey.path(of: entry)] = entry.fact }
    var changed: Set<NoteID> = []
    if let known {
      for (path, fact) in found where known[path] != fact { changed.insert(NoteID(path)) }
      for path in known.keys where found[path] == nil { changed.insert(NoteID(path)) }
    }
    known = found
    // A large vault on a slow disk is not looked at all the time.
    due = .now + max(pause, (.now - start) * 20)
    return changed
  }
}
