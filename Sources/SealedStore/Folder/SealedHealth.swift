package import Services

/// What can be found of an encrypted vault, with the plain notes that lie in its folder.
package struct SealedHealth: VaultHealth {
  private let health: any VaultHealth
  private let root: [UInt8]

  /// `health` looks at the folder as at that of any vault.
  package init(_ health: any VaultHealth, root: [UInt8]) {
    self.health = health
    self.root = root
  }

  package func findings() async -> [HealthFinding] {
    let strays = PlainStrays.warnings(in: root).map {
      HealthFinding(part: "plain notes", state: .problem, text: $0)
    }
    return await health.findings() + strays
  }
}
