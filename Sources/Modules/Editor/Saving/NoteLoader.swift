import Entities
import Services
import TextEngine

/// Reads notes of any size: what fills a screen first, then the rest.
///
/// ```swift
/// let start = try await loader.begin(note)          // show start.text
/// while let part = try await start.rest?.next() { … } // text.append, history.textGrew
/// ```
struct NoteLoader: Sendable {
  let store: any NoteStore

  /// A note of which the beginning was read, or all.
  struct Start: Sendable {
    var text: Rope
    /// What the file is, which may have more than `text`.
    var seen: TextBase
    /// All of it, where the note is small.
    var base: NoteBase?
    /// Where the rest comes from; nil where all is there.
    var rest: NoteLoading?
  }

  /// Opens a note and reads its first block; a small note is read whole.
  func begin(_ note: NoteID) async throws(NoteStoreError) -> Start {
    var tries = ReadingAttempts()
    return try await begin(note, &tries)
  }

  private func begin(
    _ note: NoteID, _ tries: inout ReadingAttempts
  ) async throws(NoteStoreError) -> Start {
    while await tries.next() {
      let reading = try await store.open(note)
      do throws(NoteStoreError) {
        return try start(reading)
      } catch .changedOutside {
        continue
      }
    }
    throw ReadingAttempts.problem(of: note)
  }

  /// Reads a note whole, whatever its size.
  func all(of note: NoteID) async throws(NoteStoreError) -> NoteBase {
    var tries = ReadingAttempts()
    // The tries are counted where the reading begins; that throws after the last of them.
    while true {
      do throws(NoteStoreError) {
        let start = try await begin(note, &tries)
        if let base = start.base { return base }
        var text = start.text
        while let rest = start.rest {
          switch try await rest.next() {
          case .more(let block): text.append(block)
          case .end(let stamp): return NoteBase(text: text, stamp: stamp)
          }
        }
      } catch .changedOutside {
        continue
      }
    }
  }

  private func start(_ reading: any NoteReading) throws(NoteStoreError) -> Start {
    let seen = reading.seen
    let isSmall = seen.size <= TextSize.readAtOnce
    let text = try NoteLoading.block(of: reading, isSmall ? seen.size : NoteLoading.firstBlock)
    guard isSmall else {
      return Start(text: text, seen: seen, rest: NoteLoading(reading, read: text.byteCount))
    }
    let stamp = try reading.finish()
    return Start(
      text: text, seen: TextBase(stamp), base: NoteBase(text: text, stamp: stamp))
  }
}
