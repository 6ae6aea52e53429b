import Entities
import Files
import Glibc
import SealedStore
import Services
import TestSupport
import Vault

/// A small encrypted vault in which each note matters to some operation.
struct SealedBench {
  let bench = FaultBench(for: "sealed")
  private let clock = StillClock(Timestamp(seconds: Int64(time(nil)) + 60))
  private let keys: VaultKeys

  /// The same key as the probe's.
  private static let key = Array(
    "AGE-SECRET-KEY-1FVPGLGMX8X0P2HT9VHL528PUYQSL9MPLZ6YTA3N6QUS4QW4SQUJQ3JGFFY".utf8)

  init(for operation: String) throws {
    keys = try Self.key.withUnsafeBytes { try VaultKeys(identity: X25519Identity($0)) }
    let folder = self.folder
    if operation == "sealed restore many" {
      for number in FaultBench.many {
        _ = try folder.add(
          Array("text \(number)\n".utf8), at: NotePath("deep/n\(number).md"),
          modified: Timestamp(seconds: 1_700_000_000), inTrash: true)
      }
      return
    }
    let texts = [
      "a.md": "# A\nsee [[b]]\n", "b.md": "see [[a]] and [[c]]\n", "c.md": "c\n",
      "deep/d.md": "[[a]], [[a|again]] and [text](../b.md)\n",
      "other.md": "nothing of all that\n",
    ]
    let lies = operation == "sealed restore" || operation == "sealed delete"
    for (place, text) in texts {
      _ = try folder.add(
        Array(text.utf8), at: NotePath(place), modified: Timestamp(seconds: 1_700_000_000),
        inTrash: lies && place == "a.md")
    }
  }

  private var folder: SealedFolder {
    SealedFolder(root: bench.vault.bytes, identity: keys.identity, clock: clock)
  }

  /// Every note with its text and time of writing, and every file that is not a note.
  func tree() throws -> [String: String] {
    var found: [String: String] = [:]
    for name in bench.vault.names() where !name.hasSuffix(".age") && name != ".trash" {
      found[name] = "no note"
    }
    for item in try folder.items() {
      let place = try item.content.get().path
      let reading = try folder.open(item.id, isTrashed: item.isTrashed, as: place)
      var (text, room) = ([UInt8](), [UInt8](repeating: 0, count: 100_000))
      while true {
        let count = try room.withUnsafeMutableBytes { try reading.read(into: $0) }
        if count == 0 { break }
        text += room[..<count]
      }
      let key = "\(item.isTrashed ? "trash/" : "")\(place.text)"
      // A path that two files share would be lost here.
      found[key, default: ""] +=
        "\(item.facts.permissions) \(item.facts.modified.seconds)"
        + " \(text.count) \(String(decoding: text.prefix(200), as: UTF8.self))"
    }
    return found
  }

  var vault: SealedVault {
    SealedVault(
      root: bench.vault.bytes, identity: keys.identity, seal: keys.stateSeal,
      cacheFolder: bench.state.bytes + Array("/cache".utf8), stateFolder: bench.state.bytes,
      clock: clock)
  }

  /// What the next start does before a note is shown, a minute later.
  func startAgain() async -> [String] {
    let sealed = vault
    let said = await sealed.recover()
    let survey = sealed.files.survey(isCancelled: { false })
    return said + survey.problems + survey.entries.compactMap(\.fact.obstacle?.words)
  }

  /// Records of a move outside the vault, except locks.
  var kept: [String] { bench.kept }
}
