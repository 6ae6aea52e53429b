import Viper

// What the tags' screen asks, in words.

extension Question {
  static func name(insteadOf tag: String) -> Question {
    .line("Rename", "The tag's name in all notes, and in those below it:", initial: tag)
  }
}
