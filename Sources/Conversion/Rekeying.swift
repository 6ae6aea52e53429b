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

  /// A note that another program saves all the time is given up after so many tries.
  private static let tries = 5

  /// All notes that the old key opens.
  func all() throws(ConversionError) -> [SealedFile] { try notes(except: []) }

  /// The notes that are not closed with the new key yet.
  private func remaining() throws(ConversionError) -> [SealedFile] {
    let done = try to.listed().filter { (try? $0.content.get()) != nil }
    return try notes(except: Set(done.map(\.path)))
  }

  /// One that the key does not open is refused: once the old key is gone, nobody could bring it back.
  private func notes(except done: Set<NotePath>) throws(ConversionError) -> [SealedFile] {
    var (notes, refusals) = ([SealedFile](), [String]())
    for item in try from.listed() where !done.contains(item.path) {
      switch item.file {
      case .success(let note): notes.append(note)
      case .failure(let fault):
        refusals.append(fault.refusal(of: item.path, in: from.root))
      }
    }
    if !refusals.isEmpty { throw .refused(refusals.sorted()) }
    return notes
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
  private func reseal(_ note: SealedFile) throws(ConversionError) -> Bool {
    do throws(NoteStoreError) {
      try from.reseal(note.id, isTrashed: note.at.isTrashed, for: to, as: note.at.path)
      return true
    } catch {
      switch error {
      case .changedOutside, .notFound: return false
      default: throw ConversionError(error, note.at.path)
      }
    }
  }
}
