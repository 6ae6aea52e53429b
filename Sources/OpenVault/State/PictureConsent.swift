package import Services
package import VaultSettings

/// Whether a vault's pictures may go to the program that draws them. A folder from elsewhere may
/// contain a picture that was made to break that program, so the user is asked once for each vault.
package struct PictureConsent: Sendable {
  package enum Choice: String, Sendable {
    case ask, yes, no
  }

  package let choice: Choice
  private let arrangement: StoredValue<ListArrangement>

  /// The user's answer is stored with the arrangement of the vault's list.
  package init(_ choice: Choice, storedIn arrangement: StoredValue<ListArrangement>) {
    self.choice = choice
    self.arrangement = arrangement
  }

  /// Consent for a vault in which nothing is asked.
  package static var given: PictureConsent {
    PictureConsent(.yes, storedIn: StoredValue(ListArrangement()))
  }

  /// Reads a small file: never use it on the main actor.
  package var isGiven: Bool {
    switch choice {
    case .yes: true
    case .no: false
    case .ask: arrangement.value().drawsPictures
    }
  }

  package func give() async throws(NoteStoreError) {
    try await arrangement.change { $0.drawsPictures = true }
  }
}

extension SettingValues {
  /// The setting for drawing pictures.
  package var pictures: PictureConsent.Choice {
    self[.pictures].flatMap { PictureConsent.Choice(rawValue: $0) } ?? .ask
  }
}
