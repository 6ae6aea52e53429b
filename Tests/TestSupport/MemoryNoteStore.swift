package import Entities
package import Services

/// A vault in memory that fails when a test says so.
package actor MemoryNoteStore: NoteStore, NoteTrash {
  private struct Note {
    var bytes: [UInt8]
    var modified: Timestamp
    var version: UInt64
  }

  private let clock: any WallClock
  private var notes: [NoteID: Note] = [:]
  private var resting: [NotePath: (note: Note, trashed: TrashedNote)] = [:]
  private var nextVersion: UInt64 = 1
  private var failures: [NoteStoreError] = []
  /// Where notes lead that are links to outside, and where to that was agreed to.
  private var links: [NoteID: String] = [:]
  private var agreed: [NoteID: String] = [:]
  private var obstacles: [NoteID: NoteObstacle] = [:]
  package private(set) var problems: [String] = []

  /// Each note is a second younger than the one before it in the order of paths.
  package init(_ texts: [String: String] = [:], clock: any WallClock = StillClock()) {
    self.clock = clock
    let start = clock.now.advanced(by: .seconds(-texts.count))
    for (index, text) in texts.sorted(by: { $0.key < $1.key }).enumerated() {
      notes[NoteID(text.key)] = Note(
        bytes: Array(text.value.utf8), modified: start.advanced(by: .seconds(index)),
        version: UInt64(index + 1))
    }
    nextVersion = UInt64(texts.count + 1)
  }

  // MARK: For tests

  /// The next call fails so; several wait in line. A listing never fails.
  package func fail(next error: NoteStoreError) { failures.append(error) }

  /// The note is a link to a file outside from now on.
  package func link(_ id: NoteID, to target: String) { links[id] = target }

  /// From now on listings say that the note cannot be opened.
  package func obstruct(_ id: NoteID, by obstacle: NoteObstacle) { obstacles[id] = obstacle }

  /// What the next listings say of folders.
  package func setProblems(_ problems: [String]) { self.problems = problems }

  /// Another program writes a note.
  package func change(_ id: NoteID, to text: String) { put(Array(text.utf8), id) }

  /// Another program removes a note.
  package func remove(_ id: NoteID) { notes[id] = nil }

  /// Another program gives a note another name.
  package func move(_ id: NoteID, to other: NoteID) { notes[other] = notes.removeValue(forKey: id) }

  package func text(of id: NoteID) -> String? {
    notes[id].map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  package var ids: [NoteID] { notes.keys.sorted { $0.path < $1.path } }
  package var trashedPaths: [NotePath] { resting.keys.sorted() }

  // MARK: NoteStore

  package nonisolated func list() -> AsyncStream<ListingBatch> {
    AsyncStream { continuation in
      let task = Task {
        for batch in await self.batches { continuation.yield(batch) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  package func summary(of id: NoteID) async throws(NoteStoreError) -> NoteSummary {
    try failIfAsked()
    return summary(id, try note(id))
  }

  package func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    try failIfAsked()
    let note = try note(id)
    return NoteContent(bytes: note.bytes, stamp: stamp(note))
  }

  package func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    try failIfAsked()
    guard self.stamp(try note(id)) == stamp else { throw .changedOutside(id.path) }
    return self.stamp(put(text.gathered, id))
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try failIfAsked()
    let stem = title.isEmpty ? "Untitled" : title
    let id = freeID { NoteID(folder.appending(NotePath("\(stem)\($0).md"))) }
    return (id, stamp(put(text.gathered, id)))
  }

  package func create(
    _ text: any ByteSource, at id: NoteID
  ) async throws(NoteStoreError) -> NoteStamp {
    try failIfAsked()
    guard notes[id] == nil else { throw .changedOutside(id.path) }
    return stamp(put(text.gathered, id))
  }

  package func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    try failIfAsked()
    let note = try note(id)
    notes[id] = nil
    var number = 1
    var place = NotePath(".trash").appending(id.path.name)
    while resting[place] != nil {
      number += 1
      place = NotePath("\(NotePath(".trash").appending(id.path.stem).text) \(number).md")
    }
    let trashed = TrashedNote(
      original: id, resting: place, title: summary(id, note).title, trashed: clock.now)
    resting[place] = (note, trashed)
    return trashed
  }

  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    try failIfAsked()
    guard let (note, _) = resting.removeValue(forKey: trashed.resting) else {
      throw .notFound(trashed.resting)
    }
    let path = trashed.original.path
    let id = freeID { number in
      number.isEmpty
        ? trashed.original
        : NoteID(path.folder.appending(NotePath("\(path.stem.text)\(number).md")))
    }
    notes[id] = note
    return id
  }

  // MARK: NoteTrash

  package func trashed() async throws(NoteStoreError) -> [TrashedNote] {
    try failIfAsked()
    return resting.values.map(\.trashed).sorted {
      ($1.trashed ?? clock.now, $0.resting) < ($0.trashed ?? clock.now, $1.resting)
    }
  }

  package func read(_ trashed: TrashedNote) async throws(NoteStoreError) -> [UInt8] {
    guard let note = resting[trashed.resting]?.note else { throw .notFound(trashed.resting) }
    return note.bytes
  }

  package func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError) {
    try failIfAsked()
    for note in notes { resting[note.resting] = nil }
  }

  // MARK: Parts

  /// All notes, the newest first.
  package var rows: [NoteSummary] {
    Self.newestFirst(notes.map { summary($0.key, $0.value) })
  }

  package static func newestFirst(_ rows: [NoteSummary]) -> [NoteSummary] {
    rows.sorted { ($1.modified, $0.id.path) < ($0.modified, $1.id.path) }
  }

  private var batches: [ListingBatch] {
    let rows = rows
    let first = ListingBatch(notes: Array(rows.prefix(50)), problems: problems)
    return rows.count > 50 ? [first, ListingBatch(notes: Array(rows.dropFirst(50)))] : [first]
  }

  private func failIfAsked() throws(NoteStoreError) {
    if !failures.isEmpty { throw failures.removeFirst() }
  }

  package func followLink(of id: NoteID, to target: String) async { agreed[id] = target }

  private func note(_ id: NoteID) throws(NoteStoreError) -> Note {
    if let target = links[id], agreed[id] != target {
      throw .linkLeadsOutside(id.path, target: target)
    }
    guard let note = notes[id] else { throw .notFound(id.path) }
    return note
  }

  @discardableResult
  private func put(_ bytes: [UInt8], _ id: NoteID) -> Note {
    let note = Note(bytes: bytes, modified: clock.now, version: nextVersion)
    nextVersion += 1
    notes[id] = note
    return note
  }

  private func freeID(_ make: (String) -> NoteID) -> NoteID {
    var number = 1
    while true {
      let id = make(number == 1 ? "" : " \(number)")
      if notes[id] == nil { return id }
      number += 1
    }
  }

  private func stamp(_ note: Note) -> NoteStamp {
    NoteStamp(
      inode: note.version, size: note.bytes.count, modified: note.modified, digest: note.version)
  }

  /// The title is a first line with `# `, else the file's name; the snippet is the next line.
  private func summary(_ id: NoteID, _ note: Note) -> NoteSummary {
    let lines = String(decoding: note.bytes, as: UTF8.self)
      .split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    let hasHeading = lines.first?.hasPrefix("# ") ?? false
    return NoteSummary(
      id: id, title: hasHeading ? String(lines[0].dropFirst(2)) : id.path.stem.text,
      snippet: lines.dropFirst(hasHeading ? 1 : 0).first.map(String.init) ?? "",
      modified: note.modified, obstacle: obstacles[id])
  }
}
