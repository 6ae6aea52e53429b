import Viper

// What the trash asks, in words.

extension Question {
  static func deletingForGood(noteTitled title: String) -> Question {
    deletingForGood("Delete “\(title)” for good? Nothing brings it back but its kept versions.")
  }

  static func deletingForGood(count: Int) -> Question {
    deletingForGood(
      "Delete \(count == 1 ? "the one note" : "all \(count) notes") in the trash for good?")
  }

  private static func deletingForGood(_ text: String) -> Question {
    .choice("Trash", text, Choice("n", "keep", "no"), Choice("y", "delete", "yes"))
  }
}
