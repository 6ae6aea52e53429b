package import Entities
package import Merging
package import Services

/// How a device syncs a vault.
package struct SyncManner: Sendable {
  /// Its name is in commits and in the marks of conflicts.
  package var device: String
  /// With `{{device}}` and `{{notes}}` in it.
  package var message = "{{device}}: {{notes}}"
  /// The vault is encrypted: no commit says which of its files changed.
  package var isSecret = false
  /// Opens the files of such a vault; nil while it is locked, which only lets it be fetched.
  package var opener: (any AgeOpening)?
  /// Where the vault says that its templates lie: not the person, since all devices are to merge alike.
  package var templates: NotePath?
  package var clock: any WallClock
  package var network: NetworkOptions
  /// As much comes at once without a question.
  var mostComing = (files: 100_000, bytes: 2 << 30)
  /// Nil: whatever git and ssh ask is answered with “no”.
  package var asking: AskingWay?
  /// Which repositories may run programs of their own.
  package var trust: SyncTrust

  package init(
    device: String, clock: any WallClock, network: NetworkOptions = .automatic, trust: SyncTrust
  ) {
    self.device = device
    self.clock = clock
    self.network = network
    self.trust = trust
  }

  var isLocked: Bool { isSecret && opener == nil }
  var seconds: Int { Int(clamping: clock.now.seconds) }
  var person: CommitPerson { CommitWords.person(device: device) }
  /// What is in the folder now and in no commit yet.
  var sideName: String { CommitWords.side(person.name, seconds) }
}

/// Brings two states of a vault together, by what they came of.
package typealias TreeMerging =
  @Sendable (_ base: Tree, _ one: MergeSide, _ other: MergeSide, _ blobs: any BlobReading)
  async throws -> MergedTree
