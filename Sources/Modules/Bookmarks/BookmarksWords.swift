// The texts of the bookmarks screen and command.

enum BookmarksWords {
  static let none =
    "Obsidian has no bookmarks in this vault.\nP in the list of notes pins a note here."
  static let group = "Group"
  static let search = "search"
  static let address = "address"
  static let isGone = "is gone"
  static let isNoNote = "only notes and bases open here"
  static let noGroup = "Only groups fold."

  // Why a bookmark was not added.
  static let noFile = "Obsidian has no bookmarks in this vault yet. Make the first one there."
  static let isUnlike = ".obsidian/bookmarks.json is not as Obsidian writes it: nothing was added."
  static let isThere = "This is bookmarked already."
  static let isOnlyObsidians = "Only Obsidian adds such a bookmark."

  static func lacks(_ member: String) -> String { "has no “\(member)” in bookmarks.json" }

  static func isForeign(_ kind: String) -> String {
    "a bookmark of the kind “\(kind)” opens in Obsidian alone"
  }

  static func doesNotOpen(_ title: String, _ problem: String) -> String {
    "“\(title)”: \(problem)."
  }
}
