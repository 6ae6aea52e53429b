package import Services
import Vault

/// What can be found of an encrypted vault, with the plain notes that lie in its folder, and
/// whether its keys stay in memory.
package struct SealedHealth: VaultHealth {
  private let health: any VaultHealth
  private let root: [UInt8]
  private let seen: SeenCheck?

  /// `health` looks at the folder as at that of any vault; `seen` knows how the notes were.
  package init(_ health: any VaultHealth, root: [UInt8], seen: SeenCheck? = nil) {
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

  /// Keys that the system does not keep in memory.
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
