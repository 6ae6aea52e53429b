import Entities
import Services

/// Stores which notes and files an import brings.
///
/// All that will be made is stored before anything is: a run that is killed in between finds what is
/// there. How each was written is stored at the end, in one go.
struct ImportMemory {
  private let format: ImportFormat
  /// What has no note yet, by what it is called where it comes from.
  private let made: [String: ImportedNotes.Entry]
  private let updated: [String: ImportedNotes.Entry]
  private let stored: StoredValue<ImportedNotes>

  /// The digests of what was written.
  struct Brought {
    private(set) var digests: [NotePath: UInt64] = [:]

    mutating func add(_ written: [NotePath: UInt64]) { digests.merge(written) { _, new in new } }
  }

  init(_ plan: ImportPlan, _ stored: StoredValue<ImportedNotes>) {
    format = plan.format
    self.stored = stored
    let entries = plan.notes.map { note in
      (
        fate: note.fate, id: note.id,
        entry: ImportedNotes.Entry(path: note.path, source: note.digest)
      )
    }
    let files = plan.files.filter(\.isNew).map { file in
      (ImportedNotes.name(ofFile: file.id), ImportedNotes.Entry(path: file.path, source: 0))
    }
    made = Dictionary(
      entries.filter { $0.fate == .new }.map { ($0.id, $0.entry) } + files,
      uniquingKeysWith: { first, _ in first })
    updated = Dictionary(
      entries.filter { $0.fate == .newer }.map { ($0.id, $0.entry) },
      uniquingKeysWith: { first, _ in first })
  }

  func begin() async -> ImportNotice? {
    if made.isEmpty { return nil }
    let (format, made) = (format, made)
    return await change { stored in
      for (id, entry) in made { stored[format, id] = entry }
    }
  }

  /// What was not brought is forgotten, so that another import brings it.
  func end(_ brought: Brought) async -> ImportNotice? {
    if made.isEmpty && updated.isEmpty { return nil }
    let (format, made, updated) = (format, made, updated)
    return await change { stored in
      for (id, entry) in made {
        // It was moved meanwhile: then it is followed, and stays.
        guard stored[format, id]?.path == entry.path else { continue }
        stored[format, id] = brought.digests[entry.path].map { entry.written(as: $0) }
      }
      for (id, entry) in updated {
        guard let digest = brought.digests[entry.path] else { continue }
        stored[format, id] = entry.written(as: digest)
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

extension ImportedNotes.Entry {
  fileprivate func written(as digest: UInt64) -> Self {
    var entry = self
    entry.written = digest
    return entry
  }
}
