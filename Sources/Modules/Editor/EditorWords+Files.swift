import Entities
import Saving

// Messages about vim's commands for files, with vim's own error words, and about the note as a whole.

extension EditorWords {
  static let isNotWritten = "E37: No write since last change (add ! to override)"
  static let allAreSaved = "All open notes are saved."
  static let partCannotReplace = "A part of the note cannot replace it. Give another name."
  static let cannotAppendToItself = "A note cannot be appended to itself. :%t$ copies its lines."
  static let isOnlyPart = "This is only a part of a note. Open the note for that."
  static let needsName = "E471: Argument required"
  static let cannotOnlyRename =
    ":f cannot rename a note. M-Y renames it, and :saveas NAME goes on in a copy."

  static func isNotWritten(inNoteNamed name: String) -> String {
    "E162: No write since last change for buffer \"\(name)\""
  }

  static func written(_ written: WrittenNote, lines: Int) -> String {
    let path = written.note.path.text
    let count = lines == 1 ? "1 line" : "\(lines) lines"
    return switch written.mode {
    case .new: "Wrote \(count) to \(path), a new note."
    case .replacing: "Wrote \(count) to \(path). Its versions have what it said before."
    case .appending: "Appended \(count) to \(path)."
    }
  }

  static func notWritten(because problem: NoteWriteProblem) -> String {
    switch problem {
    case .exists: "E13: File exists (add ! to override)"
    case .isMissing: "E212: Can't open file for writing (! makes the note)"
    case .isNoName(let name): "“\(name)” is not a name for a note."
    case .wouldUnlock: "This note is locked, and the other one may not be: nothing was written."
    case .failed(let message): message
    }
  }

  static func ran(_ outcome: EditorEachNote) -> String {
    let notes = outcome.count == 1 ? "1 open note" : "\(outcome.count) open notes"
    guard let name = outcome.refusing else { return "Done in \(notes)." }
    let before = outcome.done == 0 ? "" : "Done in \(outcome.done) of \(notes). "
    return "\(before)“\(name)”: \(outcome.reason)"
  }

  static let isBusy = "Another command has not ended yet."
  static let onlyEditsAndSaves =
    "A line for every open note can only change and save them, and asks nothing."

  static func savedAs(_ note: NoteID) -> String {
    "Saved as \(note.path.text), and going on there."
  }

  /// Like vim's `C-g`.
  static func file(
    _ path: String, isModified: Bool, line: Int, of count: Int, column: Int
  ) -> String {
    let state = isModified ? " [Modified]" : ""
    if count == 0 { return "\"\(path)\"\(state) --No lines in buffer--" }
    return "\"\(path)\"\(state) line \(line) of \(count) --\(line * 100 / count)%-- col \(column)"
  }

  static func folderFollows(_ folder: String) -> String {
    "The folder is always that of the note: \(folder)"
  }

  static func noNoteBegins(_ name: String) -> String { "No note has a name with “\(name)”." }

  // MARK: - Going back to the last save

  static let wentBack = "This is the text of the last save again. u brings the changes back."
  static let isLastSave = "Nothing was changed since the last save."
  static let cannotGoBack =
    "Another program changed the same lines since the last save. u goes back step by step."
  static let newNoteHasOthersText =
    "Another program wrote to this new note too. :wq closes it; the list can trash it."

  static func wentBack(inNoteNamed name: String) -> String {
    "“\(name)” is as it was saved last. Open it and undo to get the changes back."
  }

  static func newNoteIsTrashed(_ note: NoteID) -> String {
    "“\(note.path.stem.text)” was never saved with :w, and is in the trash. \(undoInList)"
  }

  // MARK: - The note as a whole

  static let changeNeedsFile = "Save the note first: it has no file yet."
  static let undoHere = "C-z undoes it."
  static let undoInList = "Press u in the list to undo."

  static func copied(_ text: String) -> String { "Copied \(text)" }

  static func noBuffer(named name: String) -> String {
    "E94: No matching buffer for \(name). :e opens any note."
  }
}
