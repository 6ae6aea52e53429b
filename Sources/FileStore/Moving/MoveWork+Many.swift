import Entities
import Files
import Glibc
import Services

/// Many texts at once. Each is on the disk before it takes its place, and what stood there goes after
/// that is on the disk too, as with one; but the disk is waited for once for a whole lot of them.
///
/// A kill leaves each note as it was or as it is to be, and the journal knows both.
extension MoveWork {
  mutating func writeMany(isStrict: Bool) throws(NoteStoreError) {
    let texts = try ManyTexts(vault)
    var rest = plan.rewrites[...]
    while !rest.isEmpty {
      var lot: [(text: WaitingText, path: NotePath)] = []
      for rewrite in rest.prefix(ManyTexts.most) {
        switch try prepared(rewrite) {
        case .isDone: continue
        case .isOther: try leave(rewrite.after, isStrict: isStrict)
        case .waits(let text): lot.append((text, rewrite.after))
        }
      }
      rest = rest.dropFirst(ManyTexts.most)
      // The names that the lot before took are on the disk with these texts: what had them goes.
      try texts.sync(plan.path)
      for (text, path) in lot {
        do {
          try text.takePlace()
        } catch  where error.code == ESTALE || error.code == ENOENT {
          try leave(path, isStrict: isStrict)
        } catch {
          throw error.noteError(path, plan.rewriteAction)
        }
      }
      texts.keep(lot.map(\.text))
    }
    try texts.sync(plan.path)
  }

  private mutating func leave(_ path: NotePath, isStrict: Bool) throws(NoteStoreError) {
    if isStrict { throw .changedOutside(path) }
    leftAlone.append(path)
  }

  private enum Prepared {
    case isDone
    /// Something else stands there than what was planned.
    case isOther
    case waits(WaitingText)
  }

  private func prepared(_ rewrite: MovePlan.Rewrite) throws(NoteStoreError) -> Prepared {
    let (note, action) = (NoteID(rewrite.after), plan.rewriteAction)
    do {
      let place = try vault.place(of: note, to: action)
      let (there, facts) = try vault.stableText(in: place, of: note, to: action)
      if there == rewrite.new { return .isDone }
      guard there == rewrite.old else { return .isOther }
      return .waits(
        try onBehalf(
          of: rewrite.after, to: action,
          WaitingText(
            rewrite.new, over: facts, named: place.name, in: place.folder.raw, vault,
            modified: rewrite.restored ?? vault.clock.now)))
    } catch  where error.isAboutWhatStandsThere {
      return .isOther
    }
  }
}

/// A text beside the note whose place it will take.
final class WaitingText {
  private var file: NewFile
  private let name: [UInt8]
  private let old: FileFacts
  private let turns: WritingTurns

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

/// The disk under many texts, and the last lot of them.
final class ManyTexts {
  /// Of fewer each is waited for by itself: what others write is not waited for then.
  static let fewest = 16
  /// Each holds two files open.
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

  /// Until the next sync.
  func keep(_ texts: [WaitingText]) { last = texts }
}
