import Viper

// What the agenda asks, in words.

extension Question {
  static func tag(now tag: String) -> Question {
    .line("Tag", "Only tasks with this tag (leave empty for all):", initial: tag)
  }

  static func folder(now folder: String) -> Question {
    .line("Folder", "Only tasks in this folder (leave empty for all):", initial: folder)
  }
}
