import Comparing
import Entities
import Services

extension NoteChange {
  /// What makes one text of another, line by line.
  init(note: NoteID, from old: [UInt8], to new: [UInt8]) {
    let (before, after) = (TextLines(old), TextLines(new))
    let pieces = LineDifference.between(before, after).map { hunk in
      let start =
        hunk.old.lowerBound < before.count
        ? before.range(of: hunk.old.lowerBound).lowerBound : old.count
      let lines = Array(before[hunk.old])
      return Piece(
        range: start..<(start + lines.count), old: lines, new: Array(after[hunk.new]),
        line: hunk.old.lowerBound + 1, context: "", place: 0..<0)
    }
    self.init(note: note, title: note.path.stem.text, pieces: pieces)
  }
}
