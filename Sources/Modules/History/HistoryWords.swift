import Viper

// What the versions' screen asks, in words.

extension Question {
  static func restoring(noteNamed name: String, kept: String) -> Question {
    .choice(
      "Restore",
      "Give “\(name)” the text of \(kept)? What it says now is kept as a version.",
      Choice("y", "restore", "yes"), Choice("n", "leave it", "no"))
  }
}
