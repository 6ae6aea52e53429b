package import Entities
import Folding
package import Services

/// What must be true of the names of a move, wherever the notes are kept.
package enum MoveChecks {
  /// Whether every path is one of a note in a vault, and no note goes to two places or two to one.
  package static func names(of moves: [NoteMove]) throws(NoteStoreError) {
    var seen: Set<NotePath> = []
    for move in moves {
      let (from, to) = (move.from.path, move.to.path)
      guard from.isPlain, !from.isHidden else {
        throw .refused(from, reason: "this is not a path inside the vault")
      }
      let isNote = from.isOfNote
      guard to.isPlain, !to.isHidden, to.isOfNote == isNote else {
        let file = isNote ? "a note" : "a file that is no note"
        throw .refused(from, reason: "\(to.text) is no name for \(file)")
      }
      guard from.isLocked == to.isLocked else {
        throw .refused(
          from,
          reason: "another name neither locks a note nor takes its lock off"
            + "; “notes-tui lock” and “notes-tui unlock” do")
      }
      guard to.name.bytes.count <= NoteFileName.longestName else {
        throw .refused(from, reason: "the name \(to.name.text) is too long")
      }
      guard seen.insert(to).inserted else {
        throw .refused(to, reason: "two notes cannot have one name")
      }
    }
    guard Set(moves.map(\.from.path)).count == moves.count else {
      throw .refused(moves[0].from.path, reason: "a note cannot go to two places")
    }
  }

  /// No name may be there already, not even in other letters.
  package static func isFree(
    for arriving: [NoteMove], among names: [[UInt8]]
  ) throws(NoteStoreError) {
    var taken: [[UInt8]: NotePath] = [:]
    let starts = Set(arriving.map { $0.to.path.name.bytes.first.map(NoteFileName.lowercased) })
    for name in names {
      // Other alphabets are left to the tables; the rest is told apart by the first letter already.
      guard let first = name.first,
        first >= 0x80 || starts.contains(NoteFileName.lowercased(first))
          || starts.contains(where: { $0 ?? 0 >= 0x80 })
      else { continue }
      taken[Folding.name(name)] = NotePath(bytes: name)
    }
    for move in arriving {
      let name = move.to.path.name
      if let other = taken.updateValue(name, forKey: Folding.name(name.bytes)) {
        throw .refused(move.from.path, reason: "there is a \(other.text) already")
      }
    }
  }
}
