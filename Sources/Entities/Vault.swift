/// Names a vault: the absolute path of its folder, as bytes.
package struct VaultID: Hashable, Sendable {
  package let path: NotePath
  package init(_ path: NotePath) { self.path = path }
}

/// What the chooser shows of a vault.
package struct VaultSummary: Equatable, Sendable {
  package var id: VaultID
  package var name: String
  /// Where it is, as a person writes it: `~/notes`.
  package var shownPath: String
  /// Whether opening it asks for a passphrase.
  package var isLocked: Bool
  /// Why it cannot be opened, where it cannot: "the folder is gone".
  package var obstacle: String?

  /// Without a `shownPath` its whole path is shown.
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

/// What a vault is converted to.
package enum ConvertingGoal: Equatable, Sendable {
  case encrypted, plain
}

/// What encrypting or decrypting a vault would do, for the person who is to decide.
package struct ConversionPreview: Equatable, Sendable {
  package enum Asks: Equatable, Sendable {
    /// Twice, and then for the end of a recovery key.
    case newPassphrase
    case passphrase
    /// Only whether to do it.
    case consent
    /// It cannot be done.
    case nothing
  }

  package var asks: Asks
  /// Whole sentences, to be read before.
  package var remarks: [String]

  package init(asks: Asks, remarks: [String]) {
    self.asks = asks
    self.remarks = remarks
  }
}
