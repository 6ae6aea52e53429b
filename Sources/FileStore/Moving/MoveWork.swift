import Entities
import Files
import Glibc
import Services

/// Carries out or undoes a recorded plan from any state in which a kill may have left it. Each step
/// checks whether it is already done.
struct MoveWork {
  let vault: VaultFolder
  let plan: MovePlan
  /// Notes that another program changed meanwhile; they are not touched.
  var leftAlone: [NotePath] = []

  init(_ plan: MovePlan, in vault: VaultFolder) {
    self.vault = vault
    self.plan = plan
  }

  /// With `isStrict`, a text that another program changed meanwhile throws.
  mutating func finish(isStrict: Bool) throws(NoteStoreError) {
    for folder in plan.folders {
      _ = try vault.openFolder(folder, for: folder, to: "make", making: true)
    }
    let steps = plan.steps
    for step in steps.dropFirst(done(of: steps)) { try take(step, action: "move") }
    if plan.rewrites.count >= ManyTexts.fewest {
      try writeMany(isStrict: isStrict)
    } else {
      for rewrite in plan.rewrites {
        let isDone = try write(
          rewrite.new, over: rewrite.old, at: rewrite.after,
          modified: rewrite.restored ?? vault.clock.now,
          action: plan.rewriteAction)
        if isDone { continue }
        if isStrict { throw .changedOutside(rewrite.after) }
        leftAlone.append(rewrite.after)
      }
    }
    try sync(Set(steps.flatMap(\.names).map(\.folder)))
  }

  mutating func takeBack() throws(NoteStoreError) {
    let steps = plan.steps
    let done = done(of: steps)
    // No text is new before all names are.
    for rewrite in plan.rewrites where done == steps.count || rewrite.before == rewrite.after {
      let isDone = try write(
        rewrite.old, over: rewrite.new, at: rewrite.after, modified: rewrite.modified,
        action: plan.moved.isEmpty ? "take back" : "take back the links in")
      if !isDone { leftAlone.append(rewrite.after) }
    }
    for step in steps.prefix(done).reversed() { try take(step.reversed, action: "move back") }
    for folder in plan.folders.reversed() { vault.removeIfEmpty(folder) }
    try sync(Set(steps.flatMap(\.names).map(\.folder)))
  }

  private func sync(_ folders: Set<NotePath>) throws(NoteStoreError) {
    for path in folders {
      do {
        let folder = try vault.openFolder(path, for: path, to: "write")
        try onBehalf(of: path, to: "write", Posix.syncFolder(folder.raw, vault.disk))
      } catch  where error == .notFound(path) {
        // The folder was made for this move and removed with it.
      }
    }
  }

  private func take(_ step: MoveStep, action: String) throws(NoteStoreError) {
    switch step {
    case .rename(let from, let to):
      let source = try vault.location(of: NoteID(from), to: action)
      let target = try vault.location(of: NoteID(to), to: action)
      do {
        try Posix.renameToOwnName(
          source.name, in: source.folder.raw, to: target.name, in: target.folder.raw)
      } catch  where error.code == EEXIST {
        throw .refused(from, reason: "there is a \(to.text) by now")
      } catch {
        throw error.noteError(from, action)
      }
    case .exchange(let one, let other):
      let first = try vault.location(of: NoteID(one), to: action)
      let second = try vault.location(of: NoteID(other), to: action)
      do {
        try Posix.exchange(
          first.name, in: first.folder.raw, with: second.name, in: second.folder.raw)
      } catch  where error.code == EINVAL {
        throw .refused(one, reason: "this disk cannot let two notes change their names")
      } catch {
        throw error.noteError(one, action)
      }
    }
  }

  /// Returns whether the file has the text now; false if it has another one than planned.
  private func write(
    _ bytes: [UInt8], over old: [UInt8], at path: NotePath, modified: Timestamp, action: String
  ) throws(NoteStoreError) -> Bool {
    do {
      let location = try vault.location(of: NoteID(path), to: action)
      return try vault.alone(at: location, of: path, to: action) { () throws(NoteStoreError) in
        let (there, facts) = try vault.stableText(in: location, of: NoteID(path), to: action)
        if there == bytes { return true }
        guard there == old else { return false }
        return try replace(facts, at: location, by: bytes, of: path, modified, action)
      }
    } catch  where error.isAboutExistingFile {
      return false
    }
  }

  private func replace(
    _ facts: FileFacts, at location: borrowing VaultFolder.Location, by bytes: [UInt8],
    of path: NotePath,
    _ modified: Timestamp, _ action: String
  ) throws(NoteStoreError) -> Bool {
    do {
      _ = try vault.write(
        bytes, over: facts, named: location.name, in: location.folder.raw, modified: modified)
      return true
    } catch  where error.code == ESTALE || error.code == ENOENT {
      return false
    } catch {
      throw error.noteError(path, action)
    }
  }

  private func done(of steps: [MoveStep]) -> Int {
    var indices: [NotePath: Int] = [:]
    var notes: [UInt64: Int] = [:]
    for (index, moved) in plan.moved.enumerated() {
      indices[moved.move.from.path] = index
      notes[moved.inode] = index
    }
    let texts = Dictionary(
      plan.rewrites.compactMap { rewrite in
        indices[rewrite.before].map { ($0, rewrite) }
      }, uniquingKeysWith: { first, _ in first })
    return MoveStep.done(of: steps, starting: indices) { name in
      guard let location = try? vault.location(of: NoteID(name), to: "find"),
        let facts = try? Posix.facts(location.name, in: location.folder.raw)
      else { return .nothing }
      if let note = notes[facts.inode] { return .note(note) }
      // A rewritten note is a new file, recognized by its text.
      guard facts.kind == .file, !texts.isEmpty,
        let text = try? vault.stableText(in: location, of: NoteID(name), to: "find").bytes,
        let found = texts.first(where: { $0.value.new == text || $0.value.old == text })
      else { return .stranger }
      return .note(found.key)
    }
  }
}

extension MoveStep {
  /// The step that undoes this one.
  var reversed: MoveStep {
    switch self {
    case .rename(let from, let to): .rename(from: to, to: from)
    case .exchange: self
    }
  }
}

extension NoteStoreError {
  /// Whether the note is gone or something else, rather than temporarily unreadable.
  var isAboutExistingFile: Bool {
    switch self {
    case .notFound, .notAFile, .tooLarge: true
    default: false
    }
  }
}

/// Writes many texts. As with a single one, each is on disk before it is renamed, and the old file
/// is removed only when that is on disk too; but there is one wait for the disk per batch.
///
/// A kill leaves each note with its old or new text, and the journal knows both.
extension MoveWork {
  mutating func writeMany(isStrict: Bool) throws(NoteStoreError) {
    let texts = try ManyTexts(vault)
    var rest = plan.rewrites[...]
    while !rest.isEmpty {
      var batch: [(text: WaitingText, path: NotePath)] = []
      for rewrite in rest.prefix(ManyTexts.most) {
        switch try prepared(rewrite) {
        case .isDone: continue
        case .isOther: try leave(rewrite.after, isStrict: isStrict)
        case .waits(let text): batch.append((text, rewrite.after))
        }
      }
      rest = rest.dropFirst(ManyTexts.most)
      // The names of the last batch are now on disk with their texts: the old files can be removed.
      try texts.sync(plan.path)
      for (text, path) in batch {
        do {
          try text.takePlace()
        } catch  where error.code == ESTALE || error.code == ENOENT {
          try leave(path, isStrict: isStrict)
        } catch {
          throw error.noteError(path, plan.rewriteAction)
        }
      }
      texts.keep(batch.map(\.text))
    }
    try texts.sync(plan.path)
  }

  private mutating func leave(_ path: NotePath, isStrict: Bool) throws(NoteStoreError) {
    if isStrict { throw .changedOutside(path) }
    leftAlone.append(path)
  }

  private enum Prepared {
    case isDone
    /// The file has another text than planned.
    case isOther
    case waits(WaitingText)
  }

  private func prepared(_ rewrite: MovePlan.Rewrite) throws(NoteStoreError) -> Prepared {
    let (note, action) = (NoteID(rewrite.after), plan.rewriteAction)
    do {
      let location = try vault.location(of: note, to: action)
      let (there, facts) = try vault.stableText(in: location, of: note, to: action)
      if there == rewrite.new { return .isDone }
      guard there == rewrite.old else { return .isOther }
      return .waits(
        try onBehalf(
          of: rewrite.after, to: action,
          WaitingText(
            rewrite.new, over: facts, named: location.name, in: location.folder.raw, vault,
            modified: rewrite.restored ?? vault.clock.now)))
    } catch  where error.isAboutExistingFile {
      return .isOther
    }
  }
}

/// A new text in a file next to its note.
final class WaitingText {
  private var file: NewFile
  private let name: [UInt8]
  private let old: FileFacts
  private let turns: WriteLocks

  init(
    _ bytes: [UInt8], over old: FileFacts, named name: [UInt8], in folder: Int32,
    _ vault: VaultFolder, modified: Timestamp
  ) throws(SystemError) {
    self.name = name
    self.old = old
    turns = vault.turns
    file = try vault.newFile(bytes, over: old, named: name, in: folder, modified: modified)
  }

  func takePlace() throws(SystemError) {
    let turn = try turns.take(name, in: file.folderRaw)
    defer { withExtendedLifetime(turn) {} }
    try file.exchange(name, seen: old)
  }
}

/// The disk for many texts, and their last batch.
final class ManyTexts {
  /// With fewer texts each is flushed by itself, to avoid waiting for what other programs write.
  static let fewest = 16
  /// Each text has two open files.
  static let most = 200

  private let disk: Disk
  private let folder: Descriptor
  private var last: [WaitingText] = []

  init(_ vault: VaultFolder) throws(NoteStoreError) {
    disk = vault.disk
    folder = try vault.openFolder(NotePath(""), for: NotePath(""), to: "write")
  }

  func sync(_ path: NotePath) throws(NoteStoreError) {
    try onBehalf(of: path, to: "write", disk.syncAll(folder.raw))
    last = []
  }

  /// Holds these texts until the next sync.
  func keep(_ texts: [WaitingText]) { last = texts }
}
