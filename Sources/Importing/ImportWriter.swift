import Entities
import Services

/// Receives the items of the second reading, and passes them on in batches to be written.
final class ImportWriter: ImportSink {
  struct Batch {
    var made: [NewVaultFile] = []
    /// The paths in `made` that are notes.
    var notes: Set<NotePath> = []
    var pinned: [NoteID] = []
    var trashed: [NoteID] = []
    var updated: [(file: NewVaultFile, note: ImportPlan.Note)] = []
    /// Files that an interrupted import already made.
    var cutOff: [NewVaultFile] = []
    /// The entries of the plan, by path.
    var planned: [NotePath: PlannedEntry] = [:]
    var bytes = 0
  }

  private let plan: ImportPlan
  private let text: ImportedText
  private let write: (Batch) throws(ImportFailure) -> Void
  /// The indices in the plan, by id.
  private let notes: [String: Int]
  private var files: [String: Int]
  private let reported: Set<ImportNotice>
  /// The paths that an interrupted run brought.
  private let earlier: Set<NotePath>
  /// Whether each note of the plan was read again.
  private var isRead: [Bool]
  private var batch = Batch()
  private(set) var problems: [ImportNotice] = []
  private(set) var brokenLinks: [ImportNotice] = []
  private(set) var known = 0
  private(set) var changed: [ImportNotice] = []

  private static let mostInBatch = 500
  private static let mostBytes = 4 << 20

  init(
    _ plan: ImportPlan, _ text: ImportedText, earlier: Set<NotePath>,
    write: @escaping (Batch) throws(ImportFailure) -> Void
  ) {
    self.plan = plan
    self.text = text
    self.write = write
    self.earlier = earlier
    reported = Set(plan.problems)
    isRead = Array(repeating: false, count: plan.notes.count)
    notes = Dictionary(
      zip(plan.notes.map(\.id), plan.notes.indices), uniquingKeysWith: { first, _ in first })
    files = Dictionary(
      zip(plan.files.map(\.id), plan.files.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Skips problems that were reported when the import was planned.
  func add(_ problem: ImportNotice) {
    if !reported.contains(problem) { problems.append(problem) }
  }

  func add(_ note: ImportedNote) throws(ImportFailure) {
    guard let index = notes[note.id] else { return }
    let planned = plan.notes[index]
    isRead[index] = true
    guard planned.digest == note.digest else {
      problems.append(ImportNotice(of: note.shownName, "It changed while it was read."))
      return
    }
    switch planned.fate {
    case .known:
      known += 1
      if planned.wasInterrupted || earlier.contains(planned.path) { try goOn(note, index) }
      return
    case .changed:
      known += 1
      let reason =
        plan.request.again == .newer
        ? "It changed there and here since; it was left as it is here."
        : "Changed in the source since; use --again newer."
      changed.append(ImportNotice(of: note.shownName, reason))
      return
    case .new, .newer: break
    }
    let (bytes, said) = text.text(of: note, at: planned.path)
    brokenLinks += said.map { ImportNotice(of: planned.path.text, $0) }
    let changed = note.changed.flatMap { $0.seconds == 0 ? nil : $0 } ?? note.created
    let file = NewVaultFile(NoteID(planned.path), bytes, modified: changed)
    batch.planned[planned.path] = .note(index)
    if planned.fate == .newer {
      batch.updated.append((file, planned))
    } else {
      batch.made.append(file)
      batch.notes.insert(planned.path)
      arrange(note, planned)
    }
    try count(bytes.count)
  }

  private func arrange(_ note: ImportedNote, _ planned: ImportPlan.Note) {
    if note.isPinned { batch.pinned.append(NoteID(planned.path)) }
    if note.isTrashed { batch.trashed.append(NoteID(planned.path)) }
  }

  /// Finishes a note that is in the vault, but perhaps not pinned or in the trash yet.
  private func goOn(_ note: ImportedNote, _ index: Int) throws(ImportFailure) {
    let planned = plan.notes[index]
    let (bytes, said) = text.text(of: note, at: planned.path)
    brokenLinks += said.map { ImportNotice(of: planned.path.text, $0) }
    guard planned.wasInterrupted else { return }
    batch.cutOff.append(NewVaultFile(NoteID(planned.path), bytes))
    batch.planned[planned.path] = .note(index)
    arrange(note, planned)
    try count(bytes.count)
  }

  func add(_ file: ImportedFile) throws(ImportFailure) {
    // Of files with the same content only the first is written.
    guard let index = files.removeValue(forKey: file.id), plan.files[index].isNew else { return }
    let planned = plan.files[index]
    let bytes = try reading(file.name) { () throws(ImportFailure) in try file.read() }
    guard let bytes else { return }
    batch.made.append(NewVaultFile(NoteID(planned.path), bytes, modified: file.modified))
    batch.planned[planned.path] = .file(index)
    try count(bytes.count)
  }

  private func count(_ bytes: Int) throws(ImportFailure) {
    batch.bytes += bytes
    let files = batch.made.count + batch.updated.count + batch.cutOff.count
    if files >= Self.mostInBatch || batch.bytes >= Self.mostBytes { try finish() }
  }

  /// Writes the last batch, and reports planned items that were not read again.
  func end() throws(ImportFailure) {
    try finish()
    for (note, isRead) in zip(plan.notes, isRead) where !isRead && note.fate != .changed {
      if note.fate == .known {
        known += 1
      } else {
        problems.append(
          ImportNotice(of: note.path.text, "Skipped: it could not be read a second time."))
      }
    }
    for file in files.values.sorted().map({ plan.files[$0] }) where file.isNew {
      problems.append(
        ImportNotice(of: file.path.text, "Skipped: it could not be read a second time."))
    }
  }

  private func finish() throws(ImportFailure) {
    let full = batch
    batch = Batch()
    let isEmpty = full.made.isEmpty && full.updated.isEmpty && full.cutOff.isEmpty
    if !isEmpty { try write(full) }
  }
}

/// The index of a note or a file in a plan.
enum PlannedEntry {
  case note(Int)
  case file(Int)
}
