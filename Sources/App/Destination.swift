import VaultSettings
import Bytes
import Entities
import UseCases
import VaultSettings
import Viper

/// A destination of an address (`notes://…`), a key, a link or the palette.
enum Destination: Equatable, Sendable {
  case list
  case login
  /// A note by path, file name or title, and a heading or block of it: `notes://editor/Plan#Goals`.
  case editor(note: String, part: String? = nil)
  /// The versions of a note, named as for the editor.
  case history(note: String)
  /// The links of a note, named as for the editor.
  case links(note: String)
  /// The properties of a note, named as for the editor.
  case properties(note: String)
  /// A note as a board, named as for the editor.
  case board(note: String)
  /// The daily note of a day: `notes://daily/2026-12-01`; nil is today.
  case daily(Day?)
  /// The search, for a query: `notes://search/tag:work`.
  case search(query: String)
  /// A base by its path or name, and a view of it: `notes://base/Books#To%20read`.
  case base(name: String, view: String?)
  /// A page of the guide, and a heading of it: `notes://guide/keyboard#Keys`.
  case guide(topic: String, heading: String? = nil)
  /// A module that is opened by its name alone.
  case module(String)
  // The cases below have no address.
  /// A link that the person followed in a note; a missing note can be made.
  indirect case followed(Destination, from: LinkHome?)
  /// A note by a name that the person typed, or by the beginning of one.
  case typed(String)
  /// A known note; `beside` opens it in another pane, next to the open one.
  case found(NoteID, beside: Bool = false)
  /// The last note that the person left by going back.
  case leftLast
  case palette(typing: String)
  /// A line of the guide.
  case guideSpot(GuideBook.Spot)
  /// The settings, with this one selected.
  case setting(SettingName)

  /// The name of the note, which has to be looked up.
  var note: String? {
    switch self {
    case .board(let note), .editor(let note, _), .history(let note), .links(let note),
      .properties(let note):
      note
    default: nil
    }
  }

  /// The modules that need a name.
  private static let ofNotes: Set<Substring> = [
    "base", "board", "editor", "history", "links", "properties",
  ]

  init(_ text: String) throws(RouteError) {
    let scheme = "notes://"
    guard text.hasPrefix(scheme) else { throw .unknownAddress(text) }
    let written = text.dropFirst(scheme.count)
    let whole = written.prefix { $0 != "#" }
    let behind = written.dropFirst(whole.count + 1)
    let hasPart = whole.endIndex < written.endIndex
    guard let decoded: String = Percent.decoded(whole), let part: String = Percent.decoded(behind)
    else { throw .unknownAddress(text) }
    let parts = decoded.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let mark = hasPart ? "#\(part)" : ""
    switch (parts.first, parts.dropFirst().first.map(String.init)) {
    case ("list", nil), ("list", ""): self = .list
    case ("login", nil), ("login", ""): self = .login
    case ("editor", let note?) where !note.isEmpty:
      self = .editor(note: note, part: hasPart ? part : nil)
    // Versions, links, properties and boards have no parts, so the `#` belongs to the name.
    case ("history", let note?) where !note.isEmpty: self = .history(note: note + mark)
    case ("links", let note?) where !note.isEmpty: self = .links(note: note + mark)
    case ("properties", let note?) where !note.isEmpty: self = .properties(note: note + mark)
    case ("board", let note?) where !note.isEmpty: self = .board(note: note + mark)
    case ("daily", nil), ("daily", ""): self = .daily(nil)
    case ("daily", let written?):
      guard let day = DateFormat("YYYY-MM-DD").day(in: written) else {
        throw .unknownAddress(text)
      }
      self = .daily(day)
    case ("search", let query?) where !query.isEmpty: self = .search(query: query + mark)
    case ("base", let name?) where !name.isEmpty:
      self = .base(name: name, view: hasPart ? part : nil)
    case ("guide", let topic?) where !topic.isEmpty:
      self = .guide(topic: topic, heading: hasPart ? part : nil)
    case (let name?, nil) where !name.isEmpty && !Self.ofNotes.contains(name):
      self = .module(String(name))
    default: throw .unknownAddress(text)
    }
  }
}
