import Bytes
import Entities

/// Where a person was when the vault was locked. It names a note, so it is kept closed.
enum LockedPosition: Equatable {
  /// With the cursor before this byte of the text.
  case note(NoteID, cursor: Int)
  /// A new note that has no file yet.
  case draft

  init?(_ bytes: [UInt8]) {
    let words = bytes.split(separator: UInt8(ascii: " "), maxSplits: 1)
    if words.count == 1, words[0].elementsEqual("draft".utf8) {
      self = .draft
    } else if words.count == 2, let cursor = Int(String(decoding: words[0], as: UTF8.self)) {
      self = .note(NoteID(NotePath(bytes: Array(words[1]))), cursor: cursor)
    } else {
      return nil
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .note(let note, let cursor): Array("\(cursor) ".utf8) + note.path.bytes
    case .draft: Array("draft".utf8)
    }
  }
}
