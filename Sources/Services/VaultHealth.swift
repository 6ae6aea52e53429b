/// Checks what a vault relies on: the disk, the permissions, the system's limits.
package protocol VaultHealth: Sendable {
  /// With `repairing`, what is found and can only be accepted is not reported again after this.
  func findings(repairing: Bool) async -> [HealthFinding]
}

extension VaultHealth {
  package func findings() async -> [HealthFinding] { await findings(repairing: false) }
}

/// One thing that was looked at, and how it is.
package struct HealthFinding: Equatable, Sendable {
  package enum State: String, Sendable {
    case ok
    /// It works, but something is to be known.
    case warning
    case problem
  }

  /// “index”, “permissions”.
  package var part: String
  package var state: State
  package var text: String
  /// What the person can do about it.
  package var advice: String?

  package init(part: String, state: State, text: String, advice: String? = nil) {
    self.part = part
    self.state = state
    self.text = text
    self.advice = advice
  }
}
