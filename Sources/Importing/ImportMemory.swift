import Entities
import Services

/// Stores which notes and files an import brings.
///
/// All that will be made is stored before anything is: a run that is killed in between finds what is
/// there. How each was written is stored at the end, in one go.
struct ImportMemory {
  private let plan: ImportPlan
  private let stored: StoredValue<ImportedNotes>

  /// The digests of what was written.
  struct Brought {
    private(set) var digests: [NotePath: UInt64] = [:]

    mutating func add(_ written: [NotePath: UInt64]) { digests.merge(written) { _, new in new } }
  }

  init(_ plan: ImportPlan, _ stored: StoredValue<ImportedNotes>) {
    self.plan = plan
    self.stored = stored
  }

  func begin() async -> ImportNotice? {
    if !plan.makesAny { return nil }
    return await change { [plan] stored in
      plan.forEachMade { stored[plan.format, $0] = $1 }
    }
  }

  /// What was not brought is forgotten, so that another import brings it.
  func end(_ brought: Brought) async -> ImportNotice? {
    let written = plan.notes.filter { $0.fate == .newer || $0.wasCutOff }
    if !plan.makesAny, written.isEmpty { return nil }
    return await change { [plan] stored in
      plan.forEachMade { id, entry in
        // It was moved meanwhile: then it is followed, and stays.
        if let old = stored[plan.format, id], old.path != entry.path { return }
        stored[plan.format, id] = brought.digests[entry.path].map { entry.written(as: $0) }
      }
      for note in written {
        guard let digest = brought.digests[note.path] else { continue }
        stored[plan.format, note.id] = note.entry.written(as: digest)
      }
    }
  }

  private func change(_ change: @escaping StoredValue<ImportedNotes>.Change) async -> ImportNotice?
  {
    do throws(NoteStoreError) {
      try await stored.change(change)
      return nil
    } catch {
      return ImportNotice(of: "", "Another import will bring these again: \(error.message)")
    }
  }
}

extension ImportPlan {
  fileprivate var makesAny: Bool {
    notes.contains { $0.fate == .new } || files.contains(where: \.isNew)
  }

  /// Notes and files that are not there yet, by what they are called where they come from.
  fileprivate func forEachMade(_ body: (String, ImportedNotes.Entry) -> Void) {
    for note in notes where note.fate == .new { body(note.id, note.entry) }
    for file in files where file.isNew {
      body(ImportedNotes.name(ofFile: file.id), ImportedNotes.Entry(path: file.path, source: 0))
    }
  }
}

extension ImportPlan.Note {
  fileprivate var entry: ImportedNotes.Entry {
    ImportedNotes.Entry(path: path, source: digest)
  }
}

extension ImportedNotes.Entry {
  fileprivate func written(as digest: UInt64) -> Self {
    var entry = self
    entry.written = digest
    return entry
  }
}
