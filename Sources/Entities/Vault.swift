/// A vault's identity: the absolute path of its folder, in bytes.
package struct VaultID: Hashable, Sendable {
  package let path: NotePath
  package init(_ path: NotePath) { self.path = path }
}

/// The facts about a vault that the chooser shows.
package struct VaultSummary: Equatable, Sendable {
  package var id: VaultID
  package var name: String
  /// The path as a user writes it: `~/notes`.
  package var shownPath: String
  /// Whether opening it asks for a passphrase.
  package var isLocked: Bool
  /// The reason that it cannot be opened, or nil: "the folder is gone".
  package var obstacle: String?

  /// `shownPath` defaults to the whole path.
  package init(
    id: VaultID, name: String, shownPath: String? = nil, isLocked: Bool = false,
    obstacle: String? = nil
  ) {
    self.id = id
    self.name = name
    self.shownPath = shownPath ?? id.path.text
    self.isLocked = isLocked
    self.obstacle = obstacle
  }
}

/// The result of a vault's conversion.
package enum ConvertingGoal: Equatable, Sendable {
  case encrypted, plain
}

/// The effects of encrypting or decrypting a vault, shown before the user decides.
package struct ConversionPreview: Equatable, Sendable {
  package enum Asks: Equatable, Sendable {
    /// Asks for a new passphrase twice, and then for the end of the recovery key.
    case newPassphrase
    case passphrase
    /// Asks only for confirmation.
    case consent
    /// The conversion is impossible.
    case nothing
  }

  package var asks: Asks
  /// Whole sentences for the user to read first.
  package var remarks: [String]

  package init(asks: Asks, remarks: [String]) {
    self.asks = asks
    self.remarks = remarks
  }
}
