import Entities

// The texts of the preview.

enum PreviewWords {
  static let noNote = "No note selected."
  static let noHeadings = "This note has no headings."
  static let noHeadingAbove = "No heading above."
  static let noHeadingBelow = "No heading below."
  static let noTarget = "This link has no target."
  static let tickWhereWritten = "This text is being edited: tick the box in the editor."
  static let noTask = "No task is on the screen."
  static let boxOfOtherNote = "This box is another note's: open that one to tick it."
  static let noCallout = "No callout on the screen can be folded."
  static let isLink = "This is a link: Enter opens where it leads. Embeds are written in here."
  static let noEditing = "Nothing can be written here."
  static let isPartOfWritten = "This text is part of what is being written: write in it there."
  static let pictureKey = "P in the preview"
  static let tooLargeToStore = "the text is too large to store before it is saved"
  static let onlyPart = "only a part of it is shown here"

  static let wrapped = "Search wrapped."

  static func isNotFound(_ text: String) -> String { "No row has “\(text)”." }

  static func isOutside(_ address: String) -> String { "\(address) is outside of the vault." }

  static func isMissing(part: String) -> String {
    "This note has no heading or block “\(part)”."
  }

  static func isGone(part: String) -> String { "it has no “\(part)” any more" }

  static func noText(of embed: String) -> String {
    "“\(embed)” has no text to write in, or is gone. Enter opens the note."
  }

  static func isRestored(_ note: NoteID) -> String {
    "\(note.path.stem.text) is as it was before."
  }

  static func stopped(_ note: NoteID) -> String {
    "“\(note.path.stem.text)” stopped the program last time. Press Enter to show it."
  }
}
