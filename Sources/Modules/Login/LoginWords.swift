import Viper

// What the login asks in a box, in words.

extension Question {
  static let vaultFolder = Question.line(
    "New vault", "Folder of the vault, made if it is not there:", initial: "~/")

  static func kind(ofVaultAt place: String) -> Question {
    .choice(
      "New vault", "Store the notes in \(place) as", Choice("p", "plain files", "plain"),
      Choice("e", "encrypted, with a passphrase", "encrypted"))
  }
}
