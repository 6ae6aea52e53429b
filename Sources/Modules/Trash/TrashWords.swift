import Entities
import Viper

// The texts and questions of the trash.

enum TrashWords {
  static let readingTrash = "Reading the trash…"
  static let isEmpty =
    "The trash is empty.\nNotes that you delete in the list come here and can be restored."
  static let isEmptyAlready = "The trash is empty already."

  static func origin(_ folder: String) -> String { folder.isEmpty ? "" : "from \(folder)" }

  static func restored(_ item: TrashItem, to note: NoteID) -> String {
    note.path == item.original
      ? "“\(item.title)” is back: \(note.path.text)."
      : "“\(item.title)” is back as \(note.path.text): its old name is taken."
  }

  static func deleted(_ items: [TrashItem]) -> String {
    items.count == 1
      ? "Deleted “\(items[0].title)” for good." : "Deleted \(items.count) notes for good."
  }
}

extension Question {
  static func deletingForGood(noteTitled title: String) -> Question {
    deletingForGood("Delete “\(title)” for good? Nothing brings it back but its versions.")
  }

  static func deletingForGood(count: Int) -> Question {
    deletingForGood(
      "Delete \(count == 1 ? "the one note" : "all \(count) notes") in the trash for good?")
  }

  private static func deletingForGood(_ text: String) -> Question {
    .choice("Trash", text, Choice("n", "keep", "no"), Choice("y", "delete", "yes"))
  }
}
