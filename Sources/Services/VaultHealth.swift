/// Checks what a vault relies on: the disk, the permissions, the system's limits.
package protocol VaultHealth: Sendable {
  /// Returns findings. With `repairing`, those that can only be accepted are not reported again.
  func findings(repairing: Bool) async -> [HealthFinding]
}

extension VaultHealth {
  package func findings() async -> [HealthFinding] { await findings(repairing: false) }
}

/// The result of one check.
package struct HealthFinding: Equatable, Sendable {
  package enum State: String, Sendable {
    case ok
    /// It works, but the user should know something.
    case warning
    case problem
  }

  /// “index”, “permissions”.
  package var part: String
  package var state: State
  package var text: String
  /// What the user can do about it.
  package var advice: String?

  package init(part: String, state: State, text: String, advice: String? = nil) {
    self.part = part
    self.state = state
    self.text = text
    self.advice = advice
  }
}
