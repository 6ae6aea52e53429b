import Entities
import VaultSettings
import Viper

// The texts and questions of the list. `notes` names the notes in a sentence: “Plan” or 3 notes.

extension Question {
  static func trashing(_ notes: String) -> Question {
    .choice(
      "Trash", "Move \(notes) to the trash?", Choice("y", "trash", "yes"),
      Choice("n", "keep", "no"))
  }

  static func title(insteadOf title: String) -> Question {
    .line("Rename", "New title:", initial: title)
  }

  static func folder(insteadOf folder: String, of notes: String) -> Question {
    .line(
      "Move", "Folder of \(notes) (leave empty for the top folder):", initial: folder,
      offers: .folders(makesNew: true))
  }

  static func name(ofFolder folder: NotePath) -> Question {
    .line("Rename folder", "The folder's name:", initial: folder.name.text)
  }

  static func destination(ofFolder folder: NotePath) -> Question {
    .line(
      "Move folder", "Folder to put “\(folder.name.text)” into (leave empty for the top folder):",
      initial: folder.folder.text, offers: .folders(makesNew: true))
  }

  static func tags(of notes: String) -> Question {
    .line(
      "Tags", "Tags to add to \(notes) (-tag removes):", offers: .tags(isSingle: false))
  }

  static func target(ofJoining titles: [String]) -> Question {
    let most = 9
    let more = titles.count > most ? " (one of the first \(most) marked)" : ""
    return .list(
      "Merge", "Into which note\(more) do the others go? They go to the trash then.",
      of: Array(titles.prefix(most)))
  }

  static func task(_ words: [String], of title: String) -> Question {
    let most = 9
    let rest = words.count - most
    let more = rest > 0 ? " \(rest) more are in the note." : ""
    return .list("Task", "Which task of “\(title)” is done?\(more)", of: Array(words.prefix(most)))
  }
}

enum NoteListWords {
  static let readingFolder = ["Reading the folder…"]
  static let noNotes = ["No notes yet.", "Press n to write the first."]

  static func nothingHas(_ filter: String) -> [String] {
    ["No note has “\(filter)” in its title or first words.", "Press Esc to see all notes."]
  }

  static func isEmpty(folder: String) -> [String] {
    ["No notes in \(folder)/.", "Press n to write one here, Esc to see all notes."]
  }

  /// Returns the text before the count of all notes.
  static func markedCount(_ count: Int) -> String { "\(count) marked, " }

  static let intoItself = "it cannot be moved into itself"

  static func folderExists(_ path: NotePath) -> String {
    "there is a folder \(path.text) already"
  }

  // MARK: - Notes in a sentence

  static func notes(_ count: Int) -> String { count == 1 ? "1 note" : "\(count) notes" }

  static func marked(_ count: Int) -> String {
    count == 1 ? "1 marked note" : "\(count) marked notes"
  }

  /// Returns text such as: “a”, “b” and 3 more.
  private static func names(_ names: [String], andAlso other: String? = nil) -> String {
    var shown = names.prefix(3).map { "“\($0)”" }
    if names.count > 3 { shown.append("\(names.count - 3) more") }
    if let other { shown.append(other) }
    guard let last = shown.popLast() else { return "" }
    if shown.isEmpty { return last }
    return "\(shown.joined(separator: ", ")) and \(last)"
  }

  private static func name(of folder: NotePath) -> String {
    folder.bytes.isEmpty ? "the top folder" : "\(folder.text)/"
  }

  private static func links(in count: Int) -> String {
    count == 0 ? "" : ", with the links in \(notes(count))"
  }

  // MARK: - Outcomes

  static func done(_ outcome: NoteListOutcome) -> String {
    let fact = fact(of: outcome)
    switch outcome {
    case .trashed(let titles):
      return "\(fact) Press u to bring \(titles.count == 1 ? "it" : "them") back."
    case .renamed: return "\(fact) Press u to undo."
    case .moved(let note): return note.from == note.to ? fact : "\(fact) Press u to undo."
    case .pinned(_, _, let isPinned): return isPinned ? "\(fact) P unpins." : fact
    default: return fact
    }
  }

  /// What was done, without the key that undoes it where another screen can ask for it.
  static func fact(of outcome: NoteListOutcome) -> String {
    switch outcome {
    case .trashed(let titles): return "Moved \(names(titles)) to the trash."
    case .restored(let notes):
      return notes.count == 1 ? "“\(notes[0].title)” is back." : "\(notes.count) notes are back."
    case .renamed(let note):
      let name = note.to.path.name(besides: note.title)
      let title = name == nil ? "" : "; its text still calls it “\(note.title)”"
      let links = links(in: note.rewritten.count)
      return "Renamed to “\(name ?? note.title)”\(title)\(links)."
    case .moved(let note):
      let folder = name(of: note.to.path.folder)
      if note.from == note.to { return "“\(note.title)” is in \(folder)." }
      let links = links(in: note.rewritten.count)
      return "Moved “\(note.title)” to \(folder)\(links)."
    case .moveUndone(let note): return "“\(note.title)” is back as \(note.to.path.text)."
    case .movedMany(0, let folder, _): return "They are in \(name(of: folder)) already."
    case .movedMany(let count, let folder, let rewritten):
      let links = links(in: rewritten)
      return "Moved \(notes(count)) to \(name(of: folder))\(links). Press u to undo."
    case .moveManyUndone(let count): return "\(count) notes are back where they were."
    case .movedItem(let moved): return Self.moved(moved)
    case .movedItemBack(let moved): return "\(moved.to.text) is there again."
    case .joined(let joined): return Self.joined(joined)
    case .joinUndone(let joined):
      return "\(names(joined.others)) \(joined.others.count == 1 ? "is" : "are") back."
    case .copied(let copies): return "Made \(names(copies.map(\.title))). Press u to undo."
    case .copiesTrashed(let titles):
      return "\(names(titles)) \(titles.count == 1 ? "is" : "are") in the trash."
    case .tagged(let changed, let left): return tagged(changed.map(\.title), left)
    case .tagsTakenBack(let changed): return "The tags of \(notes(changed.count)) are as they were."
    case .takenBack(let name, let changed):
      return changed.isEmpty
        ? "Undone: “\(name)”." : "Undone: “\(name)”, in \(notes(changed.count))."
    case .ticked(let words, _, let status):
      return "\(status.isEmpty ? "Done" : status): “\(words)”. Press u to undo."
    case .reopened: return "The task is open again."
    case .pinned(let count, let titles, let isPinned):
      let notes = titles.count == count ? names(titles) : notes(count)
      let verb = count == 1 ? "is" : "are"
      return isPinned
        ? "\(notes) \(verb) pinned to the top of the list."
        : "\(notes) \(verb) no longer pinned."
    }
  }

  private static func moved(_ moved: MovedItem) -> String {
    let links = links(in: moved.rewritten.count)
    let files = moved.files == 1 ? "1 file" : "\(moved.files) files"
    let name = "\(moved.from.path.text) is \(moved.to.text) now"
    let what = if case .folder = moved.from { ", with \(files)" } else { "" }
    let rest =
      moved.left.first.map {
        " \($0.text) was not removed: it still has a folder or a hidden file in it."
      } ?? ""
    return "\(name)\(what)\(links).\(rest) Press u to undo."
  }

  private static func joined(_ joined: JoinedNote) -> String {
    let links = links(in: joined.linking.count)
    let others = names(joined.others)
    let own =
      joined.ownProperties.isEmpty ? "" : " It keeps its own \(names(joined.ownProperties))."
    let unclear =
      joined.unclear.map { " Links to “\($0)” lead to another part of that name." } ?? ""
    return
      "Merged \(others) into “\(joined.title)”\(links).\(own)\(unclear) Press u to undo."
  }

  static let twoToJoin = "Mark the notes to merge first: m marks one."
  static let noFolder = "Select a folder: the top one has no name."
  static let noFolderName = "A folder needs a name without “/”."

  private static func tagged(_ titles: [String], _ left: (tag: String, notes: Int)?) -> String {
    let first =
      titles.isEmpty
      ? "The tags are as they were."
      : "Changed the tags of \(titles.count == 1 ? "“\(titles[0])”" : notes(titles.count))."
        + " Press u to undo."
    guard let left else { return first }
    return "\(first) #\(left.tag) is in the text of \(notes(left.notes)): remove it there."
  }

  // MARK: - Refusals

  /// Returns the message for a note that cannot be opened; `obstacle` is the reason.
  static func obstructed(_ item: NoteListItem, _ obstacle: String) -> String {
    // "is a link to …" continues the sentence after the title, "no permission …" does not.
    let reads = obstacle.hasPrefix("is ") ? " " : ": "
    let advice =
      item.isLocked
      ? "Enter asks for its passphrase."
      : item.leadsOutside ? "Enter asks whether to open it." : "It cannot be opened."
    return "“\(item.title)”\(reads)\(obstacle). \(advice)"
  }

  static let locked = "locked"

  static func snippet(of note: NoteListItem) -> String {
    note.isBoard ? "(board) \(note.snippet)" : note.snippet
  }

  static func refusal(of message: String, withOthers: Bool) -> String {
    let message = message.last == "." ? String(message.dropLast()) : message
    return withOthers ? "\(message); no other note was changed" : message
  }

  static func invalidTag(_ tag: String) -> String {
    "“\(tag)” is not a valid tag: use letters, digits, _, - and /, not digits alone."
  }

  static func noTasks(inNoteTitled title: String) -> String { "“\(title)” has no open task." }

  static func tooManyPins(most: Int) -> String { "At most \(most) notes can be pinned." }

  static let readOnly =
    "Read-only: notes are not changed. Start without --read-only to change them."
  static let titleNeedsWords = "A note needs a title."
  static let nothingWasDone = "Nothing to undo."
  static let titleIsMissing = "A note needs a title. Press r to type one."
  static let noTagsChanged = "No tags were changed."
  static let nothingToUndo = "Nothing to undo. C-z again goes to the shell."
  static let nothingUnsaved = "No unsaved text."

  // MARK: - Order

  static func order(_ order: NoteOrder, isReversed: Bool) -> String {
    switch (order, isReversed) {
    case (.modified, false): "Latest change first."
    case (.modified, true): "Oldest change first."
    case (.created, false): "Newest first."
    case (.created, true): "Oldest first."
    case (.title, false): "By title, A to Z."
    case (.title, true): "By title, Z to A."
    case (.name, false): "By file name, A to Z."
    case (.name, true): "By file name, Z to A."
    }
  }

  /// Returns the order for the title; empty for the default one.
  static func orderMark(_ order: NoteOrder, isReversed: Bool) -> String {
    [order == .modified ? "" : "by \(order.rawValue)", isReversed ? "reversed" : ""]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  static func preview(isOn: Bool) -> String {
    isOn
      ? "Preview is on (below, or beside in wide windows)."
      : "Preview is off. Press p to show it."
  }

  static func reading(_ notes: Int, of all: Int) -> String { "reading \(notes) of \(all)" }
  static func working(on notes: Int, of all: Int) -> String { "\(notes) of \(all); Esc stops" }
  static func moving(_ count: Int) -> String { "Moving \(notes(count))…" }

  static func problems(_ first: String, of count: Int) -> String {
    first + (count > 1 ? " (and \(count - 1) more)" : "")
  }

  /// Returns the message about unsaved texts. The key comes first, because names may be long.
  static func unsaved(_ notes: [String], andDraft: Bool) -> String {
    "Press R to open the unsaved text of \(names(notes, andAlso: andDraft ? "a new note" : nil))."
  }

  static func copyTitle(of title: String) -> String { "\(title) copy" }
}
