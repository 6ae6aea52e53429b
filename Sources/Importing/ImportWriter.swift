import Archives
import Bytes
import Entities
import Files
import NoteSyntax
import Services

/// Takes what is read for the second time, and hands it on in lots to be written.
final class ImportWriter: ImportSink {
  /// What is to be written next.
  struct Lot {
    var made: [NewVaultFile] = []
    /// Which of them are notes.
    var notes: Set<NotePath> = []
    var pinned: [NoteID] = []
    var trashed: [NoteID] = []
    var updated: [(file: NewVaultFile, note: ImportPlan.Note)] = []
    var bytes = 0
  }

  private let plan: ImportPlan
  private let text: ImportedText
  private let write: (Lot) throws(ImportFailure) -> Void
  /// Where in the plan they are, by their ids.
  private let notes: [String: Int]
  private var files: [String: Int]
  private var lot = Lot()
  private(set) var problems: [ImportNotice] = []
  private(set) var loose: [ImportNotice] = []
  private(set) var known = 0
  private(set) var changed: [ImportNotice] = []

  private static let mostInLot = 500
  private static let mostBytes = 4 << 20

  init(
    _ plan: ImportPlan, _ text: ImportedText, write: @escaping (Lot) throws(ImportFailure) -> Void
  ) {
    self.plan = plan
    self.text = text
    self.write = write
    notes = Dictionary(
      zip(plan.notes.map(\.id), plan.notes.indices), uniquingKeysWith: { first, _ in first })
    files = Dictionary(
      zip(plan.files.map(\.id), plan.files.indices), uniquingKeysWith: { first, _ in first })
  }

  /// They were told when the import was planned.
  func add(_ problem: ImportNotice) {}

  func add(_ note: ImportedNote) throws(ImportFailure) {
    guard let planned = notes[note.id].map({ plan.notes[$0] }) else { return }
    guard planned.digest == note.digest else {
      problems.append(ImportNotice(of: note.shownName, "It changed while it was read."))
      return
    }
    switch planned.fate {
    case .known:
      known += 1
      return
    case .changed:
      known += 1
      let reason =
        plan.request.again == .newer
        ? "It changed there and here since; it was left as it is here."
        : "It changed there since; “--again newer” takes that over."
      changed.append(ImportNotice(of: note.shownName, reason))
      return
    case .new, .newer: break
    }
    let (bytes, said) = text.text(of: note, at: planned.path)
    loose += said.map { ImportNotice(of: planned.path.text, $0) }
    let changed = note.changed.flatMap { $0.seconds == 0 ? nil : $0 } ?? note.created
    let file = NewVaultFile(NoteID(planned.path), bytes, modified: changed)
    if planned.fate == .newer {
      lot.updated.append((file, planned))
    } else {
      lot.made.append(file)
      lot.notes.insert(planned.path)
      if note.isPinned { lot.pinned.append(NoteID(planned.path)) }
      if note.isTrashed { lot.trashed.append(NoteID(planned.path)) }
    }
    try count(bytes.count)
  }

  func add(_ file: ImportedFile) throws(ImportFailure) {
    // Of files that are the same the first one is written.
    guard let planned = files.removeValue(forKey: file.id).map({ plan.files[$0] }), planned.isNew
    else { return }
    do throws(ImportFailure) {
      let bytes = try file.read()
      lot.made.append(NewVaultFile(NoteID(planned.path), bytes, modified: file.modified))
      try count(bytes.count)
    } catch .stopped {
      throw .stopped
    } catch {
      problems.append(ImportNotice(of: file.name, error.message))
    }
  }

  private func count(_ bytes: Int) throws(ImportFailure) {
    lot.bytes += bytes
    let isFull = lot.made.count + lot.updated.count >= Self.mostInLot || lot.bytes >= Self.mostBytes
    if isFull { try finish() }
  }

  func finish() throws(ImportFailure) {
    let full = lot
    lot = Lot()
    if !full.made.isEmpty || !full.updated.isEmpty { try write(full) }
  }
}
