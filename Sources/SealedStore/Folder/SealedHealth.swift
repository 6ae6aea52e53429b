import Entities
import Files
import Glibc
package import Services
import Vault

/// Checks an encrypted vault, plain notes in its folder, and whether its keys stay in memory.
package struct SealedHealth: VaultHealth {
  private let health: any VaultHealth
  private let root: [UInt8]
  private let seen: RollbackCheck?

  /// `health` checks the folder like that of any vault; `seen` knows earlier states of the notes.
  package init(_ health: any VaultHealth, root: [UInt8], seen: RollbackCheck? = nil) {
    self.health = health
    self.root = root
    self.seen = seen
  }

  package func findings(repairing: Bool) async -> [HealthFinding] {
    let strays = PlainStrays.warnings(in: root).map {
      HealthFinding(part: "plain notes", state: .problem, text: $0)
    }
    return await health.findings(repairing: repairing) + strays
      + (seen?.findings(repairing: repairing) ?? []) + Self.memory(isLocked: Secret.canBeLocked)
  }

  /// Returns a warning if the system cannot lock the keys in memory.
  static func memory(isLocked: Bool) -> [HealthFinding] {
    if isLocked { return [] }
    return [
      HealthFinding(
        part: "memory", state: .warning,
        text: "The system does not keep keys in memory: they may come to a swap device.",
        advice: "Raise the limit of locked memory (ulimit -l), or encrypt the swap device.")
    ]
  }
}

/// Plain notes in the folder of an encrypted vault: other programs put them there, or a notes-tui
/// that had the vault open while it was encrypted on another machine.
package enum PlainStrays {
  private static let most = 10_000

  /// Returns warnings about them; empty if there are none.
  package static func warnings(in root: [UInt8]) -> [String] {
    let found = find(in: root)
    guard let first = found.first else { return [] }
    let names = found.prefix(3).map(\.text).joined(separator: ", ")
    let more = found.count > 3 ? " and \(found.count - 3) more" : ""
    return [
      found.count == 1
        ? "Not encrypted: \(first.text) is a plain file in this encrypted vault. Move it out, then make "
          + "a note of its text."
        : "Not encrypted: \(names)\(more) are plain files in this encrypted vault. Move them out, then "
          + "make notes of their texts."
    ]
  }

  /// Finds such notes. All notes of an encrypted vault are directly in its folder. Other files are
  /// rare there, and the search of them is limited.
  static func find(in root: [UInt8]) -> [NotePath] {
    var found: [NotePath] = []
    var waiting: [NotePath] = [
      NotePath(bytes: []), NotePath(bytes: SealedFolder.trashName),
    ]
    var seen = 0
    guard let top = try? Enclosure(root) else { return [] }
    while let folder = waiting.popLast(), seen < most {
      guard let open = try? top.openFolder(folder.bytes), let reader = try? FolderReader(open)
      else { continue }
      while let entry = (try? reader.next()) ?? nil {
        // Files of the vault itself do not count.
        if entry.isHidden || SealedID.looksAlike(entry.bytes) { continue }
        seen += 1
        let path = folder.appending(NotePath(bytes: Array(entry.bytes)))
        if entry.type == Int(DT_DIR) {
          waiting.append(path)
        } else if NoteFileName.isNote(entry.bytes), !NoteFileName.isLocked(entry.bytes) {
          found.append(path)
        }
        if seen >= most { break }
      }
    }
    return found.sorted()
  }
}
