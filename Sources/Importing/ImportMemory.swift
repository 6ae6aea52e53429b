import Entities
import OpenVault
import Services

/// Records which notes and files an import brought.
///
/// Everything planned is recorded before anything is written, so that a run after a killed one
/// finds what was written. Written entries are recorded batch by batch.
struct ImportMemory {
  private let plan: ImportPlan
  private let stored: StoredValue<ImportedNotes>
  private var hasNote: [Bool]
  private var hasFile: [Bool]
  /// The first reason why something could not be recorded.
  private(set) var problem: ImportNotice?

  /// The number of entries that are added to the record at a time.
  private static let mostAtOnce = 1_000

  init(_ plan: ImportPlan, _ stored: StoredValue<ImportedNotes>) {
    self.plan = plan
    self.stored = stored
    hasNote = plan.notes.map { $0.fate != .new }
    hasFile = plan.files.map { !$0.isNew }
  }

  mutating func begin() async {
    var made = ImportedNotes()
    for target in lacking {
      store(target, written: 0, in: &made)
      if made.entries.count == Self.mostAtOnce {
        await add(made)
        made = ImportedNotes()
      }
    }
    await add(made)
  }

  /// Records the digests of a batch's written files.
  mutating func add(_ written: [NotePath: UInt64], of batch: ImportWriter.Batch) async {
    var brought = ImportedNotes()
    for (path, digest) in written {
      guard let target = batch.planned[path] else { continue }
      switch target {
      case .note(let index): hasNote[index] = true
      case .file(let index): hasFile[index] = true
      }
      store(target, written: digest, in: &brought)
    }
    await add(brought)
  }

  /// Removes the entries that were not brought, so that another import brings them.
  mutating func end() async {
    let lacking = lacking
    if lacking.isEmpty { return }
    await telling { [plan, stored] () throws(NoteStoreError) in
      try await stored.change { stored in
        for (id, entry) in lacking.lazy.map({ plan.entry(of: $0) })
        where stored[plan.format, id]?.path == entry.path {
          stored[plan.format, id] = nil
        }
      }
    }
  }

  private var lacking: [PlannedEntry] {
    hasNote.indices.filter { !hasNote[$0] }.map { .note($0) }
      + hasFile.indices.filter { !hasFile[$0] }.map { .file($0) }
  }

  private func store(_ target: PlannedEntry, written: UInt64, in notes: inout ImportedNotes) {
    var (id, entry) = plan.entry(of: target)
    entry.written = written
    notes[plan.format, id] = entry
  }

  private mutating func add(_ notes: ImportedNotes) async {
    if notes.entries.isEmpty { return }
    await telling { [stored] () throws(NoteStoreError) in try await stored.add(notes) }
  }

  private mutating func telling(_ store: () async throws(NoteStoreError) -> Void) async {
    do throws(NoteStoreError) {
      try await store()
    } catch {
      let reason = "Another import will bring these again: \(error.message)"
      problem = problem ?? ImportNotice(of: "", reason)
    }
  }
}

extension ImportPlan {
  /// Returns the entry for the record, with its id in the source.
  fileprivate func entry(of target: PlannedEntry) -> (id: String, entry: ImportedNotes.Entry) {
    switch target {
    case .note(let index):
      let note = notes[index]
      return (note.id, ImportedNotes.Entry(path: note.path, source: note.digest))
    case .file(let index):
      let file = files[index]
      return (
        ImportedNotes.name(ofFile: file.id), ImportedNotes.Entry(path: file.path, source: 0)
      )
    }
  }
}
