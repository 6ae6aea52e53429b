import Entities

// The messages of the editor. Its questions are in `+Questions`.

enum EditorWords {
  static let howToLeave = "Esc saves and goes back. q in the list quits."
  /// In vim's words.
  static func noHelp(for word: String) -> String { "E149: Sorry, no help for \(word)" }
  static let stopped = "Stopped."
  static let isReading = "reading…"
  static let isStillReading = "The note is still being read. Try again when all of it is here."
  static let hasChangedMeanwhile = "The text was changed meanwhile."

  // MARK: - How the text is seen

  static let wraps = "Long lines wrap."
  static let scrollsSideways = "Long lines scroll sideways."
  static let isZen = "F11 shows the lines around the text again."
  static let nothingToFold = "There is nothing to fold here."
  static let noHeadingToFold = "There is no heading to fold."
  static let isPreviewOn = "Preview is on (below, or beside in wide windows)."
  static let isPreviewOff = "Preview is off. F5 shows it."

  static func hidden(lines: Int) -> String { lines == 1 ? "… 1 line" : "… \(lines) lines" }

  // MARK: - Editing

  static let isReadOnly = "Read-only: the note is not changed."
  static let nothingToUndo = "Nothing to undo."
  static let nothingToRedo = "Nothing to redo."
  static let isSorted = "The lines are in this order already."
  static let copiedSelection = "Copied what is selected."
  static let nothingToComplete = "There is no link or tag to complete here."

  static func isUTF16(_ advice: String) -> String { "Read-only: it is UTF-16. \(advice)" }

  /// Without a selection C-c may have been meant to leave.
  static func copiedLines(_ count: Int) -> String {
    count == 1 ? "Copied the line. Esc saves and goes back." : "Copied \(count) lines."
  }

  // MARK: - Searching

  static let isWorking = "Working… Esc ends it."
  static let hasWrapped = "Search wrapped."
  static let noSearchToRepeat = "Nothing to repeat. C-f starts a search."
  static let nothingToReplace = "There is nothing to replace."
  static let replacedNothing = "The text changed meanwhile; nothing was replaced."
  static let nothingToSearch = "The selection has no letters or digits to search for."

  static func isNotFound(_ words: String) -> String { "“\(words)” is not in this note." }

  static func matches(_ count: Int, orMore isCapped: Bool, number: Int?) -> String {
    let total = isCapped ? "more than \(count)" : "\(count)"
    return number.map { "\($0) of \(total)" } ?? (count == 0 ? "none" : total)
  }

  static func replaced(_ count: Int) -> String {
    "Replaced \(count == 1 ? "1 match" : "\(count) matches"). C-z undoes it."
  }

  // MARK: - Lines, links and other notes

  static let noLinkHere = "There is no link to a note at the cursor."
  static let emptyLink = "This link is empty."
  static let isNoNoteLink = "This link leads to no other note; C-] follows it here."
  static let noAddressHere = "There is no address at the cursor or behind it in the line."
  static let noOtherRecent = "No other note was opened lately."
  static let noteNeedsName = "Type the name of a note, or words of it."
  static let nothingToExtract = "Select what is to become a note."
  static let isNoDailyNote = "This is not a daily note. Press J in the list to open today's."

  static func noLine(_ typed: String) -> String {
    "“\(typed)” is not a line. Type a number, or 12:5 for a place in a line."
  }

  static func noPart(_ part: String, in name: String) -> String {
    "“\(name)” has no heading or block “\(part)”."
  }

  static func noNote(named name: String) -> String { "No note is called “\(name)”." }

  static func isOpenHere(_ name: String) -> String {
    "“\(name)” is open here already. F5 shows it beside, as a preview."
  }

  static let hasTwoNotes =
    "E36: Not enough room: two notes are shown. :vs NAME replaces the other one."
  static let hasTwoNotesForEmacs = "Two notes are shown already. C-x 4 f replaces the other one."
  static let noOtherNote = "No other note was opened lately. F9 shows one by its name."
  static let opensPreview =
    "A note is shown once: this is its preview. F9 shows another note instead."

  static func opensRecent(_ name: String, besides own: String) -> String {
    "“\(own)” is shown once: the note before it, “\(name)”, is next to it now."
  }

  static func extracted(_ note: NoteID) -> String {
    "\(note.path.text) is a note now, with a link here. C-z brings the text back."
  }

  static func noScreenYet(_ screen: EditorNoteScreen) -> String {
    switch screen {
    case .versions: "Save the note first to see its versions."
    case .links: "Save the note first to see its links."
    case .properties: "Save the note first to see its properties."
    case .board: "Save the note first to see it as a board."
    case .export: "Save the note first to export it."
    }
  }

  // MARK: - Saving and leaving

  static let isSaving = "Saving…"
  static let needsFile = "Save the note first to edit its file."
  static let lockNeedsNote = "Save the note first to lock it."
  static let recovered = "The unsaved text is back. C-s saves it, C-z undoes that."

  static func saved(_ note: NoteID, hasMerged: Bool) -> String {
    "Saved \(note.path.text)\(hasMerged ? ", merged with changes made outside" : "")."
  }

  static func draftLost(because reason: String) -> String {
    "Unsaved text could not be kept: \(reason)"
  }

  static func draftLost(besides problem: String) -> String {
    "Unsaved text could not be kept. \(problem)"
  }

  static func isLocked(_ name: String) -> String {
    "“\(name)” is locked. Enter asks for its passphrase."
  }

  static func isOpening(_ name: String) -> String { "Opening “\(name)”…" }

  static func leadsOutside(to target: String) -> String {
    "A link to \(target), outside the vault."
  }

  // MARK: - What others do to the file

  static let conflictWaits = "Changed by another program; not saved yet. C-s decides."
  static let hasFollowed = "Changed outside; this is the new text."
  static let hasMerged = "Merged with changes made outside."
  static let mergedUnsaved = "Merged with changes made outside. C-s saves."
  static let noConflict = "There is no conflict here or below."
  static let noConflictLeft = "No conflict is left. C-s saves."

  static func wasChanged(_ name: String) -> String { "Another program changed \(name)." }
  static func wasRemoved(_ name: String) -> String { "Another program removed \(name)." }

  static func isGone(_ name: String) -> String {
    "\(name) was removed outside. C-s makes it again."
  }

  static func conflicts(_ count: Int) -> String {
    let places = count == 1 ? "1 place was" : "\(count) places were"
    return "\(places) changed by both: M-, takes yours, M-. theirs, M-; both."
  }

  // MARK: - Renaming a part

  static let linksNeedNote = "Save the note first to link to it."
  static let nothingToRename =
    "Go to a heading or to a line with a ^name to rename it and its links."
  static let headingIsTaken =
    "A heading above has the same text, so links lead to it. Edit this one's text instead."
  static let partNeedsName = "It needs a name. Nothing was changed."
  static let isItsName = "That is already its name."
  static let hasOldName = "It has its old name back, in all notes."

  static func renamed(linksIn others: Int) -> String {
    let links =
      switch others {
      case ..<1: ""
      case 1: ", with the links in 1 other note"
      default: ", with the links in \(others) other notes"
      }
    return "Renamed\(links). C-z takes it back."
  }

  // MARK: - Files and commands of the shell

  static let cannotAttach = "No file can be attached here."
  static let attachmentsNeedNote = "Save the note first to attach a file."
  static let cannotFilter = "No command can be run here."
  static let textStaysHere = "The command was not run. The text is as it was."
  static let cannotReadFiles = "No file can be read here."
  static let filterChangedNothing = "The command changed nothing."
  static let filterWroteNoText = "The command's output is not UTF-8 text."

  static func isMissing(_ path: NotePath) -> String { "\(path.text) is not there." }

  static func attached(_ file: NoteID, isNew: Bool, toLocked isLocked: Bool) -> String {
    let lock = isLocked ? " It is not locked as this note is." : ""
    return isNew
      ? "\(file.path.text) is in the vault.\(lock) Undo takes back only the link."
      : "\(file.path.text) was there already, and is linked here."
  }

  static func isTooMuchToFilter(megabytes: Int) -> String {
    "A shell command can get at most \(megabytes) MB. Select less."
  }

  static func cannotOpen(_ path: String, because reason: String?) -> String {
    "E484: Can't open file \(path.isEmpty ? "%" : path)" + (reason.map { ": \($0)." } ?? "")
  }

  static func isTooMuchToRead(_ path: String, megabytes: Int) -> String {
    "\(path) has more than \(megabytes) MB and was not read."
  }

  static func isNoText(_ path: String) -> String { "\(path) is not UTF-8 text and was not read." }

  static func isRunning(_ command: String) -> String { "“\(command)” is running. Esc stops it." }

  static func filterFailed(_ reason: String) -> String {
    let end = reason.last.map { ".!?…".contains($0) } == true ? "" : "."
    return "\(reason)\(end) The text is as it was."
  }

  // MARK: - Spelling

  static let isSpellingOff = "Spell checking is off."
  static let noDictionaries = "No dictionaries are installed."
  static let noMistake = "No word is misspelled."
  static let noWordHere = "There is no word here."
  static let addToMyWords = "add to my words"
  static let addToVaultWords = "add to the words of this vault"
  static let ignoreWord = "ignore until the program ends"
  static let wordHasChanged = "The text changed, so nothing was replaced."

  static func underlines(by names: String) -> String {
    "Spell checking is on (\(names)). Unknown words are underlined."
  }

  static func isMisspelled(_ word: String, hasWrapped: Bool) -> String {
    (hasWrapped ? "\(Self.hasWrapped) " : "")
      + "“\(word)” is in no dictionary; M-$ offers other words."
  }

  static func isRight(_ word: String, by names: String) -> String {
    "“\(word)” is right in \(names)."
  }

  static func isMyWord(_ word: String) -> String { "“\(word)” is one of your words now." }

  static func isVaultWord(_ word: String) -> String {
    "“\(word)” is one of this vault's words now."
  }

  static func isNoLongerKnown(_ word: String) -> String {
    "“\(word)” is removed from the list."
  }
  static func isInNoList(_ word: String) -> String { "The list does not have “\(word)”." }
  static let hasNoWordList = "This vault has no list of words. zg adds the word to yours."
  static let cannotMarkWrong =
    "Words cannot be marked as wrong here. zug removes one from your words."
  /// As vim says it.
  static func suggestionCount(_ count: Int) -> String {
    count == 0 ? "Sorry, no suggestions" : "Sorry, only \(count) suggestions"
  }
  static func isIgnored(_ word: String) -> String {
    "“\(word)” is right until the program ends."
  }

  // MARK: - Macros

  static let recordsMacro = "A macro is recorded. M-M ends that."
  static let recordedNothing = "Nothing was recorded."
  static let macroIsRecorded = "The macro is recorded. M-E plays it."
  static let macroIsStillRecorded = "The macro is still recorded. M-M ends that."
  static let isForNoMacro = "A macro cannot record that. M-M ends the recording."
  static let macroIsFull = "The macro is full. M-M ends the recording."
  static let noMacro = "There is no macro yet. M-M records one."

  static func isNoNumber(_ text: String, upTo most: Int) -> String {
    "“\(text)” is not a number from 1 to \(most)."
  }

  // MARK: - Keys of vim and emacs

  static let takesTooLong = "This takes too long. Nothing was changed."
  static let wasOvertaken =
    "The note or the cursor changed meanwhile. Nothing was done."
  static let wholeLines = "whole lines"
  static let keyWindow = "Enter runs a line, C-c takes it to the command line, :q closes."
}
