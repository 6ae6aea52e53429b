import Entities
import Files
import Services
import Threads

/// Looks at folders and notes that the index knows, each by its name alone, and tells which of them
/// are not as they were.
///
/// A command waits for hundreds of such looks before each answer: another thread takes a part of
/// them. Nobody waits for that thread to begin: where the processors are busy this one does it all.
/// Where the disk is waited for, more of them wait at once: it answers many together as quickly.
final class FileLook: Sendable {
  struct Answer: Sendable {
    var moved: [NotePath] = []
    var stale: [NoteID] = []
  }

  private struct State {
    var next = 0
    var done = 0
    var isWide = false
    var answer = Answer()
  }

  /// So many are looked at in a few hundredths of a millisecond.
  private static let part = 24
  /// A part that takes longer was waiting for the disk.
  private static let slow = Duration.milliseconds(2)
  private static let mostWaiting = 10

  private let files: any VaultFiles
  private let known: KnownFiles
  private let state = Signal(State())

  init(_ files: any VaultFiles, at known: KnownFiles) {
    self.files = files
    self.known = known
  }

  private var folderParts: Int { (known.folders.count + Self.part - 1) / Self.part }
  private var parts: Int { folderParts + (known.newest.count + Self.part - 1) / Self.part }

  func run() -> Answer {
    let parts = parts
    if parts > 2 { _ = OwnThread.start { self.work() } }
    work()
    return state.wait { $0.done == parts ? $0.answer : nil }
  }

  private func work() {
    let parts = parts
    while let number = state.change({ state -> Int? in
      if state.next == parts { return nil }
      defer { state.next += 1 }
      return state.next
    }) {
      let start = ContinuousClock.now
      let found = number < folderParts ? folders(number) : notes(number - folderParts)
      let isSlow = start.duration(to: .now) > Self.slow
      let more = state.change { state in
        state.answer.moved += found.moved
        state.answer.stale += found.stale
        state.done += 1
        guard isSlow, !state.isWide else { return 0 }
        state.isWide = true
        return min(parts - state.next, Self.mostWaiting)
      }
      for _ in 0..<more { _ = OwnThread.start { self.work() } }
    }
  }

  private func folders(_ part: Int) -> Answer {
    let part = known.folders[Self.range(part, of: known.folders.count)]
    var answer = Answer()
    for (folder, time) in zip(part, files.changed(part.map(\.path)))
    where folder.changed != time {
      answer.moved.append(folder.path)
    }
    return answer
  }

  private func notes(_ part: Int) -> Answer {
    Answer(stale: files.differing(Array(known.newest[Self.range(part, of: known.newest.count)])))
  }

  private static func range(_ number: Int, of count: Int) -> Range<Int> {
    (number * part)..<min(count, (number + 1) * part)
  }
}
