import Entities
import Viper

// The texts of the links screen.

enum LinksWords {
  static let searching = "looking…"

  /// Returns the screen's title. `middle` is the title of the graph's middle note.
  static func title(of note: String, middle: String?) -> String {
    middle.map { "Around \($0)" } ?? "Links of \(note)"
  }

  static func counts(in incoming: Int, out outgoing: Int) -> String {
    "\(incoming) in, \(outgoing) out"
  }

  static func done(_ change: LinkChange) -> String {
    switch change {
    case .linked(0, _): "Nothing was changed: the text says it no longer, or links it by now."
    case .linked(1, _): SharedWords.undoable("The mention is a link now.")
    case .linked(let mentions, let notes):
      SharedWords.undoable(
        "\(mentions) mentions in \(notes == 1 ? "1 note" : "\(notes) notes") are links now.")
    case .made(let note): SharedWords.undoable("Made \(note.path.text).")
    case .unlinked(1): "The text of 1 note is as it was."
    case .unlinked(let notes): "The texts of \(notes) notes are as they were."
    case .unmade(let note): "\(note.path.text) is in the trash."
    }
  }

  static func noNote(_ title: String) -> String {
    "“\(title)” is not a note: it cannot be opened here."
  }

  static func partIsMissing(of link: String) -> String {
    "The note of “\(link)” exists, but not that heading or block."
  }

  static func noName(_ link: String) -> String {
    "“\(link)” names nothing that a note can be called."
  }

  static let noMentions = "No note mentions this one without a link."
  static let selectMention = "Select a mention: c makes it a link. C makes links of all."
  static let selectBroken = "Select a link that leads nowhere: n makes its note."
  static let changed = "changed…"
  static let isStart = "This is where you started."
}

extension LinkSection {
  var name: String {
    switch self {
    case .backlinks: "Backlinks"
    case .links: "Links"
    case .mentions: "Unlinked mentions"
    case .broken: "Broken links"
    }
  }

  var emptyRemark: String {
    switch self {
    case .backlinks: "No note links here."
    case .links: "It links to nothing."
    case .mentions: "No note mentions it without a link."
    case .broken: "Every link leads somewhere."
    }
  }
}
