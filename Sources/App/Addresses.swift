import Services
import Viper

extension Wireframe {
  /// The way to a module that its name alone opens: `notes://help`. `make module` adds a case.
  func place(named name: String) -> Route? {
    switch name {
    case "help": help(on: nil)
    case "settings": settings()
    case "tour": tour()
    case "trash": trash()
    case "search": search()
    case "tags": tags()
    case "stats": stats()
    case "daily": dailyNote(notePlanner().today)
    case "agenda": agenda()
    case "calendar": agenda(showsCalendar: true)
    // more places
    default: nil
    }
  }

  /// How the palette calls them. One that is not there yet is not offered. `make module` adds one.
  static let titles: [(place: String, title: String, words: [String])] = [
    ("search", "Search", ["find in all notes"]), ("tags", "Tags", ["labels"]),
    ("agenda", "Agenda", ["tasks", "todo"]), ("calendar", "Calendar", ["month"]),
    ("daily", "Today's note", ["daily note", "journal", "diary"]),
    ("stats", "Statistics", ["word count", "words"]),
    ("trash", "Trash", ["deleted notes", "bin"]), ("settings", "Settings", ["preferences"]),
    ("sync", "Sync", []), ("help", "Help", ["shortcuts"]), ("tour", "Tour", ["tutorial"]),
    // more titles
  ]
}
