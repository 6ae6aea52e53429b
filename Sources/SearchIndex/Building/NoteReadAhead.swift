import Entities
import Services
import Synchronization
import Threads

/// Several threads read notes ahead; one consumer takes them in order.
///
/// The read-ahead is limited by the size of the files, not by their number: a huge file waits until
/// those before it are written.
final class NoteReadAhead: Sendable {
  /// The notes of a range of entries; nil for one that is gone.
  struct Batch: Sendable {
    var entries: Range<Int>
    var notes: [IndexedNote?]
  }

  private struct State {
    var nextRead = 0
    var nextTaken = 0
    var bytesAhead = 0
    var ready: [Int: Batch] = [:]
    var isStopped = false
  }

  private static let mostAhead = 16 << 20
  private static let mostBatchesAhead = 32
  private static let notesInBatch = 64
  private static let bytesInBatch = 1 << 20

  private let survey: FileSurvey
  private let files: any VaultFiles
  private let batches: [(entries: Range<Int>, bytes: Int)]
  private let state: Signal<State>
  /// The number of threads that read ahead; without any, the consumer reads.
  private let readers = Atomic(0)

  /// Reads the `entries` of the survey in order.
  init(_ survey: FileSurvey, _ files: any VaultFiles, threads: Int = 2) {
    self.survey = survey
    self.files = files
    batches = Self.batches(of: survey)
    state = Signal(State())
    for _ in 0..<min(threads, batches.count)
    where DedicatedThread.start(inBackground: true, { [self] in readAhead() }) {
      readers.add(1, ordering: .relaxed)
    }
  }

  /// Returns the next notes; nil after the last, or after `stop`.
  func next() -> Batch? {
    let count = batches.count
    if readers.load(ordering: .relaxed) == 0, let index = nextToRead() {
      var reader = NoteReader(files)
      read(index, &reader)
    }
    return state.wait { state -> Batch?? in
      if state.isStopped || state.nextTaken == count { return .some(nil) }
      guard let batch = state.ready.removeValue(forKey: state.nextTaken) else { return nil }
      return .some(batch)
    }
  }

  /// Called when the batch from `next` was processed: there is room for more.
  func finished(_ batch: Batch) {
    let bytes = batches
    state.change { state in
      state.bytesAhead -= bytes[state.nextTaken].bytes
      state.nextTaken += 1
    }
  }

  /// Ends the threads soon.
  func stop() { state.change { $0.isStopped = true } }

  private func readAhead() {
    var reader = NoteReader(files)
    while let index = nextToRead() { read(index, &reader) }
  }

  private func read(_ index: Int, _ reader: inout NoteReader) {
    let entries = batches[index].entries
    let notes = survey.entries[entries].map { entry in
      reader.read(survey.path(of: entry), entry.fact)
    }
    state.change { $0.ready[index] = Batch(entries: entries, notes: notes) }
  }

  private func nextToRead() -> Int? {
    let batches = batches
    return state.wait { state -> Int?? in
      if state.isStopped || state.nextRead == batches.count { return .some(nil) }
      let bytes = batches[state.nextRead].bytes
      let isNext = state.nextRead == state.nextTaken
      let hasRoom =
        state.bytesAhead + bytes <= Self.mostAhead
        && state.nextRead - state.nextTaken < Self.mostBatchesAhead
      guard isNext || hasRoom else { return nil }
      defer { state.nextRead += 1 }
      state.bytesAhead += bytes
      return .some(state.nextRead)
    }
  }

  private static func batches(of survey: FileSurvey) -> [(entries: Range<Int>, bytes: Int)] {
    var batches: [(entries: Range<Int>, bytes: Int)] = []
    var (start, bytes) = (0, 0)
    for (index, entry) in survey.entries.enumerated() {
      let size = min(max(entry.fact.size, 0), NoteReader.mostBytes)
      if index > start, index - start == notesInBatch || bytes + size > bytesInBatch {
        batches.append((start..<index, bytes))
        (start, bytes) = (index, 0)
      }
      bytes += size
    }
    if start < survey.entries.count { batches.append((start..<survey.entries.count, bytes)) }
    return batches
  }
}
