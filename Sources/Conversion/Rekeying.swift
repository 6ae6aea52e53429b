import Entities
import Files
import SealedStore
import Services
import Vault

/// Closes each note of a vault with another key, in its place. At any moment a note is closed with the one
/// key or the other, and whole.
struct Rekeying {
  let from: SealedFolder
  let to: SealedFolder
  var watching: Watching

  struct Note: Equatable {
    var id: SealedID
    var isTrashed: Bool
    var place: NotePath
    var textSize: Int
  }

  /// A note that another program saves all the time is given up after so many tries.
  private static let tries = 5

  /// All notes that the old key opens.
  func all() throws(ConversionError) -> [Note] { try notes(except: []) }

  /// The notes that are not closed with the new key yet.
  private func remaining() throws(ConversionError) -> [Note] {
    var done: Set<NotePath> = []
    try look(at: to) { item in
      if case .success = item.content { done.insert(Self.path(of: item)) }
    }
    return try notes(except: done)
  }

  /// One that the key does not open is refused: once the old key is gone, nobody could bring it back.
  private func notes(except done: Set<NotePath>) throws(ConversionError) -> [Note] {
    var (notes, refusals) = ([Note](), [String]())
    try look(at: from) { item in
      let path = Self.path(of: item)
      if done.contains(path) { return }
      switch item.content {
      case .success(let content):
        notes.append(
          Note(
            id: item.id, isTrashed: item.isTrashed, place: content.place,
            textSize: content.textSize))
      case .failure(let fault):
        refusals.append("\(path.text): it \(fault.obstacle). Move it out of the vault")
      }
    }
    if !refusals.isEmpty { throw .refused(refusals.sorted()) }
    return notes
  }

  private func look(
    at folder: SealedFolder, _ body: (SealedItem) -> Void
  ) throws(ConversionError) {
    do {
      try folder.forEach { item in
        body(item)
        return true
      }
    } catch {
      throw .failed(.top.named, action: "read", reason: "its encrypted notes cannot be listed")
    }
  }

  private static func path(of item: SealedItem) -> NotePath {
    (item.isTrashed ? NotePath.trash : .top).appending(NotePath(bytes: item.id.fileName))
  }

  /// Goes through the vault until no note is left: what another program saves meanwhile is closed, too.
  /// Answers how many there were.
  mutating func run(_ step: ConversionProgress.Step) throws(ConversionError) -> Int {
    var count = 0
    for _ in 0..<Self.tries {
      let notes = try remaining()
      if notes.isEmpty { return count }
      try watching.begin(
        ConversionProgress(
          step, allFiles: notes.count, allBytes: notes.reduce(0) { $0 + $1.textSize }))
      for note in notes {
        if try reseal(note) { count += 1 }
        try watching.didFile(note.textSize)
      }
    }
    throw .failed(
      .top.named, action: "close the notes in",
      reason: "other programs write to them all the time. End them, then go on")
  }

  /// False where it is gone, or was saved by another program just now: the next look shows which.
  private func reseal(_ note: Note) throws(ConversionError) -> Bool {
    do throws(NoteStoreError) {
      try from.reseal(note.id, isTrashed: note.isTrashed, for: to, as: note.place)
      return true
    } catch {
      switch error {
      case .changedOutside, .notFound: return false
      default: throw ConversionError(error, note.place)
      }
    }
  }
}
