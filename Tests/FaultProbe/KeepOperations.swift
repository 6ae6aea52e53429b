import Entities
import FileStore
import Glibc
import Services

/// What keeps texts outside the vault. An older text is kept before the faults begin.
struct KeepOperations {
  var vault: [UInt8]
  var state: [UInt8]

  private let note = NoteID("a.md")

  func run(_ operation: String) async throws -> Bool {
    let id = VaultID(NotePath(bytes: vault))
    let isLarge = operation.hasPrefix("large ")
    switch operation {
    case "version", "large version":
      let versions = FolderVersions(stateFolder: state, vault: id, clock: ProbeClock())
      try await versions.keep(Self.text("older", isLarge), of: note)
      arm()
      try await versions.keep(Self.text("newer", isLarge), of: note)
    case "many versions":
      let versions = FolderVersions(stateFolder: state, vault: id, clock: ProbeClock())
      try await versions.keep(Self.text("older", false), of: note)
      arm()
      await versions.keep(
        [note, NoteID("b.md")].map {
          NoteState(note: $0, bytes: Self.text("newer", false), written: nil)
        })
      if let problem = await versions.problems().first {
        throw NoteStoreError.failed(note.path, action: "keep versions of", reason: problem)
      }
    case "die of a note 4", "die of a note 9":
      let shown = ShownFile(stateFolder: state, vault: id)
      shown.willShow(NoteID("b.md"))
      shown.wasShown(NoteID("b.md"))
      shown.willShow(note)
      if operation.hasSuffix("4") { fatalError("a note that cannot be shown") }
      raise(SIGKILL)
    case "moved version":
      let versions = FolderVersions(stateFolder: state, vault: id, clock: ProbeClock())
      try await versions.keep(Self.text("older", false), of: note)
      try await versions.keep(Self.text("newer", false), of: note)
      arm()
      try await versions.noteMoved(from: note, to: NoteID("b.md"))
    case "keep", "large keep", "rewritten keep":
      let journal = FolderJournal(stateFolder: state, vault: id, clock: ProbeClock())
      let isRewritten = operation == "rewritten keep"
      try journal.keep(Self.text("older", isLarge || isRewritten), of: note, draft: 0)
      arm()
      // A large text that is entirely new is saved whole, and edits of the old text are removed.
      try journal.keep(
        isRewritten ? Self.filled("n") : Self.text("newer", isLarge), of: note, draft: 0)
    case "edits", "edits again", "edits for whole", "whole for edits":
      let journal = FolderJournal(stateFolder: state, vault: id, clock: ProbeClock())
      if operation == "edits for whole" {
        try journal.keep(Self.filled("o"), of: note, draft: 0)
      } else {
        try journal.keep(edits: Self.text("older", false), since: nil, of: note, draft: 0)
      }
      arm()
      switch operation {
      case "edits":
        // If no more edits can be added, everything is saved again.
        if try !journal.keepMore(edits: Array("newer".utf8), of: note, draft: 0) {
          try journal.keep(edits: Self.text("newer", false), since: nil, of: note, draft: 0)
        }
      case "whole for edits": try journal.keep(Self.filled("n"), of: note, draft: 0)
      default: try journal.keep(edits: Self.text("newer", false), since: nil, of: note, draft: 0)
      }
    case "undo", "moved undo":
      let versions = FolderVersions(stateFolder: state, vault: id, clock: ProbeClock())
      try await versions.keepUndo(Self.text("older", false), of: note)
      arm()
      if operation == "undo" {
        try await versions.keepUndo(Self.text("newer", false), of: note)
      } else {
        try await versions.noteMoved(from: note, to: NoteID("b.md"), until: nil)
      }
    default: return false
    }
    return true
  }

  private static func text(_ word: String, _ isLarge: Bool) -> [UInt8] {
    Array("\(word) text\n".utf8) + (isLarge ? filled("x") : [])
  }

  private static func filled(_ letter: Unicode.Scalar) -> [UInt8] {
    [UInt8](repeating: UInt8(ascii: letter), count: 300_000)
  }
}
