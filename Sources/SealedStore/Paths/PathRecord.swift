import Entities
import Files
import Services

/// What the system tells of a sealed file: as long as that stays the same, so does what is in it.
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

/// The facts of a sealed file.
struct PathRecord: Equatable, Sendable {
  var facts: SealedFacts
  /// Where it says that it belongs.
  var path: NotePath
  var textSize: Int
  /// What tells this file from every other; none where it cannot be opened.
  var mark = FileMark.none
  /// Why it cannot be opened; it is listed under a name made of its id then.
  var fault: SealedFault?

  var obstacle: NoteObstacle? { fault?.obstacle }
  /// Whether it stays as it is for as long as the facts do.
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

  /// As the rest of the program sees the note: it has the size of its text.
  var fact: FileFact {
    FileFact(
      inode: facts.inode, size: textSize, modified: facts.modified, changed: facts.changed,
      obstacle: obstacle)
  }
}
