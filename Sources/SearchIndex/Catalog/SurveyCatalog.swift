import Entities
import Files
import Services
import Synchronization
import Threads
import VaultSettings

/// The notes in an order from a walk through the vault, while there is no index. The rows are read
/// from the files on demand.
final class SurveyCatalog: NoteCatalog {
  private static let mostRows = 1000
  /// Larger requests are not from scrolling.
  private static let mostAhead = 128

  let total: Int
  var count: Int { entries?.count ?? total }
  private let survey: FileSurvey
  private let files: any VaultFiles
  private let isReversed: Bool
  /// Indexes of the survey's entries; nil if all are in their order.
  private let entries: [Int]?
  /// By entry, when the note says it was created; only for the order of creation.
  private let created: [Int: Int64]
  private let state = Mutex(State())

  private struct State {
    var rows: [Int: NoteSummary] = [:]
    var isReadingAhead = false
  }

  init(_ request: CatalogRequest, _ files: any VaultFiles, _ unread: UnindexedNotes) {
    self.files = files
    survey = unread.survey(files)
    total = survey.entries.count
    isReversed = request.isReversed
    (entries, created) = Self.entries(request, survey, files, unread)
  }

  func notes(in range: Range<Int>) -> [NoteSummary] {
    let range = range.clamped(to: 0..<count)
    let rows = read(range)
    readAhead(range.upperBound..<min(count, range.upperBound + range.count))
    return rows
  }

  /// Reads files without holding the lock, so that drawing does not wait for the reading ahead.
  private func read(_ range: Range<Int>) -> [NoteSummary] {
    let entries = range.map { entry(at: $0) }
    let known = state.withLock { state in entries.map { state.rows[$0] } }
    var buffer: UnsafeMutableRawBufferPointer?
    defer { buffer?.deallocate() }
    return zip(entries, known).map { entry, known in
      if let known { return known }
      let room = buffer ?? .allocate(byteCount: NoteRow.most, alignment: 16)
      buffer = room
      var row = NoteRow.summary(of: entry, in: survey, files, room)
      row.created = created[entry].map { Timestamp(wholeNanoseconds: $0) }
      state.withLock { state in
        if state.rows.count >= Self.mostRows { state.rows = [:] }
        state.rows[entry] = row
      }
      return row
    }
  }

  /// Reads the next rows in advance: reading a screenful of files while drawing takes longer than a
  /// frame may, especially while all notes are read in the background.
  private func readAhead(_ range: Range<Int>) {
    guard !range.isEmpty, range.count <= Self.mostAhead else { return }
    let isMine = state.withLock { state in
      if state.isReadingAhead || state.rows[entry(at: range.upperBound - 1)] != nil { return false }
      state.isReadingAhead = true
      return true
    }
    guard isMine else { return }
    let isStarted = DedicatedThread.start { [self] in
      _ = read(range)
      state.withLock { $0.isReadingAhead = false }
    }
    if !isStarted { state.withLock { $0.isReadingAhead = false } }
  }

  func position(of note: NoteID) -> Int? {
    let entry = survey.entries.firstIndex { entry in
      survey.withPath(of: entry) { $0.elementsEqual(note.path.bytes) }
    }
    guard let entry else { return nil }
    let index = entries.map { $0.firstIndex(of: entry) } ?? entry
    return index.map { isReversed ? count - 1 - $0 : $0 }
  }

  private func entry(at index: Int) -> Int {
    let index = isReversed ? count - 1 - index : index
    return entries?[index] ?? index
  }

  /// Returns the requested entries, in their order before it is reversed.
  private static func entries(
    _ request: CatalogRequest, _ survey: FileSurvey, _ files: any VaultFiles,
    _ unread: UnindexedNotes
  ) -> (entries: [Int]?, created: [Int: Int64]) {
    let words = request.filter.words
    var entries: [Int]?
    var created: [Int: Int64] = [:]
    if let folder = request.folder {
      entries = survey.entries.indices.filter { entry in
        survey.withPath(of: survey.entries[entry]) { isBelow($0, folder.bytes) }
      }
    }
    if !words.isEmpty || request.order.isByAlphabet {
      let folded = unread.folded(survey, files)
      var found = folded.matches(words)
      if let chosen = entries.map(Set.init) { found.removeAll { !chosen.contains(Int($0)) } }
      if request.order.isByAlphabet { found = folded.sorted(found, by: request.order) }
      entries = found.map { Int($0) }
    }
    if request.asksForTags || request.order == .created {
      (entries, created) = read(entries, request, survey, files)
    }
    guard !words.isEmpty, let found = entries else { return (entries, created) }
    let folded = unread.folded(survey, files)
    return (titledFirst(found, words, folded, isReversed: request.isReversed), created)
  }

  /// Returns those with the words in their titles first, after the order is reversed if requested.
  private static func titledFirst(
    _ found: [Int], _ words: [[UInt8]], _ folded: FoldedRows, isReversed: Bool
  ) -> [Int] {
    let ids = (isReversed ? found.reversed() : found).map { Int64($0) }
    let ordered = folded.titledFirst(ids, folded.indices(of: words), words).map { Int($0) }
    return isReversed ? ordered.reversed() : ordered
  }

  /// Filters and sorts by what only the whole note contains.
  private static func read(
    _ entries: [Int]?, _ request: CatalogRequest, _ survey: FileSurvey, _ files: any VaultFiles
  ) -> (entries: [Int], created: [Int: Int64]) {
    let tag = request.tag.map { TagKey.range($0).key }
    let starts = request.filter.tags
    var found: [(entry: Int, created: Int64)] = []
    var created: [Int: Int64] = [:]
    let chosen = entries ?? Array(survey.entries.indices)
    let line = NoteReadAhead(survey.with(chosen), files)
    while let batch = line.next() {
      for (entry, note) in zip(batch.entries, batch.notes) {
        guard let note else { continue }
        if let tag, !note.tags.contains(where: { TagKey.isBelow($0.key, tag) }) { continue }
        guard starts.allSatisfy({ start in note.tags.contains { $0.key.starts(with: start) } })
        else { continue }
        if request.order == .created { created[chosen[entry]] = note.created }
        found.append((chosen[entry], note.created ?? note.fact.modified.wholeNanoseconds))
      }
      line.finished(batch)
    }
    if request.order == .created {
      found.sort { ($1.created, $0.entry) < ($0.created, $1.entry) }
    }
    return (found.map(\.entry), created)
  }

  private static func isBelow(_ path: UnsafeBufferPointer<UInt8>, _ folder: [UInt8]) -> Bool {
    folder.isEmpty
      || path.count > folder.count && path[folder.count] == slash && path.starts(with: folder)
  }
}

extension FileSurvey {
  /// Returns a survey of only these entries, in this order.
  func with(_ chosen: [Int]) -> FileSurvey {
    var survey = FileSurvey()
    for index in chosen {
      withPath(of: entries[index]) {
        survey.append(folder: $0, name: EmptyCollection(), entries[index].fact)
      }
    }
    return survey
  }
}

/// What is known of the vault while there is no index: the files' names and facts, and their first
/// lines once all of them were needed.
final class UnindexedNotes: Sendable {
  private struct State {
    var survey: FileSurvey?
    var folded: FoldedRows?
  }

  private let state = Mutex(State())

  /// `survey` is sorted, newest first.
  func keep(_ survey: FileSurvey) {
    state.withLock { $0 = State(survey: survey) }
  }

  /// Discards everything, so that the next question reads the files.
  func forget() {
    state.withLock { $0 = State() }
  }

  func survey(_ files: any VaultFiles) -> FileSurvey {
    if let known = state.withLock({ $0.survey }) { return known }
    var survey = files.survey(isCancelled: { false })
    survey.sortNewestFirst()
    let new = survey
    state.withLock { state in
      if state.survey == nil { state = State(survey: new) }
    }
    return survey
  }

  /// Returns titles, first words and paths; the ids are indexes in the survey.
  func folded(_ survey: FileSurvey, _ files: any VaultFiles) -> FoldedRows {
    if let known = state.withLock({ $0.folded }), known.ids.count == survey.entries.count {
      return known
    }
    var folded = FoldedRows()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: NoteRow.most, alignment: 16)
    defer { buffer.deallocate() }
    for entry in survey.entries.indices {
      folded.append(Int64(entry), NoteRow.summary(of: entry, in: survey, files, buffer))
    }
    let new = folded
    state.withLock { state in
      if state.survey?.entries.count == new.ids.count { state.folded = new }
    }
    return folded
  }
}

extension NoteRow {
  /// Returns the row of an entry; if its file is gone, only with its name.
  static func summary(
    of entry: Int, in survey: FileSurvey, _ files: any VaultFiles,
    _ buffer: UnsafeMutableRawBufferPointer
  ) -> NoteSummary {
    let (path, fact) = (survey.path(at: entry), survey.entries[entry].fact)
    return summary(of: NoteID(path), fact, in: files, buffer)
      ?? NoteSummary(
        id: NoteID(path), title: path.stem.text, snippet: "", modified: fact.modified,
        obstacle: .gone)
  }
}
