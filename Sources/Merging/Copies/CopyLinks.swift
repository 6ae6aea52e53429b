import Bytes
import Entities
import NoteSyntax
import Services

/// Links to copies that go, which lead to their notes from then on.
struct CopyLinks {
  /// One after the other: two copies of one note do not arrive at its name at the same time.
  private let rounds: [LinkRewriting]

  /// `files` are all files of the vault.
  init(_ copies: [ConflictCopy], files: [NotePath]) {
    let byKey = Dictionary(grouping: files) { LinkName.key(of: $0) }
    var rounds: [[NotePath: NotePath]] = []
    var counts: [NoteID: Int] = [:]
    for copy in copies {
      let round = counts[copy.note, default: 0]
      counts[copy.note] = round + 1
      if round == rounds.count { rounds.append([:]) }
      rounds[round][copy.copy.path] = copy.note.path
    }
    let notes = Set(copies.map(\.note.path))
    self.rounds = rounds.map { moves in
      LinkRewriting(
        moves: moves,
        files: { key in
          let files = byKey[key] ?? []
          // The note arrives at the name that it has: it is not to be there twice.
          return files.count == 1 && notes.contains(files[0]) && moves.values.contains(files[0])
            ? [] : files
        })
    }
  }

  /// The text with its links written again.
  func followed(_ bytes: [UInt8], at note: NotePath) -> [UInt8] {
    rounds.reduce(bytes) { text, rewriting in
      let edits =
        LinkRewriting.isBoard(note)
        ? rewriting.edits(inBoard: text, at: note) : rewriting.edits(in: text, at: note)
      return ByteEdit.apply(edits, to: text)
    }
  }
}
