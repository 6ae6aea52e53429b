import Entities
import Files

/// The system's facts of a sealed file: while they are the same, so is the content.
struct SealedFacts: Equatable, Sendable {
  var inode: UInt64
  var size: Int
  var modified: Timestamp
  var changed: Timestamp

  init(inode: UInt64, size: Int, modified: Timestamp, changed: Timestamp) {
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  init(_ facts: FileFacts) {
    self.init(
      inode: facts.inode, size: facts.size, modified: facts.modified, changed: facts.changed)
  }

  init(_ fact: FileFact) {
    self.init(inode: fact.inode, size: fact.size, modified: fact.modified, changed: fact.changed)
  }
}

/// The known facts of a sealed note.
struct PathRecord: Equatable, Sendable {
  var facts: SealedFacts
  /// The path in its first line.
  var path: NotePath
  var textSize: Int
  /// The mark that distinguishes this file from every other; `none` if it cannot be opened.
  var mark = FileMark.none
  /// The reason why it cannot be opened; then it is listed under its id.
  var fault: SealedFault?

  var obstacle: NoteObstacle? { fault?.obstacle }
  /// Whether the record is valid while the facts are the same.
  var isLasting: Bool { fault?.isLasting ?? true }

  init(facts: SealedFacts, path: NotePath, textSize: Int, mark: FileMark) {
    self.facts = facts
    self.path = path
    self.textSize = textSize
    self.mark = mark
  }

  init(facts: SealedFacts, of id: SealedID, fault: SealedFault) {
    self.init(facts: facts, path: id.placeholder, textSize: facts.size, mark: .none)
    self.fault = fault
  }

  /// The facts for the rest of the program: the size is that of the text.
  var fact: FileFact {
    FileFact(
      inode: facts.inode, size: textSize, modified: facts.modified, changed: facts.changed,
      obstacle: obstacle)
  }
}
