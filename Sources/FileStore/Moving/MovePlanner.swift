package import Entities
import Files
import Folding
import Glibc
package import Services

/// Checks everything that a move will touch before anything is changed.
struct MovePlanner {
  let vault: VaultFolder
  let moves: [NoteMove]
  private let leaving: Set<NotePath>

  init(_ moves: [NoteMove], in vault: VaultFolder) {
    self.vault = vault
    self.moves = moves.filter { $0.from != $0.to }
    leaving = Set(self.moves.map(\.from.path))
  }

  func plan(
    rewriting notes: [NoteID],
    by edited: (_ bytes: [UInt8], _ note: NotePath) throws(NoteStoreError) -> [UInt8]?
  ) throws(NoteStoreError) -> MovePlan {
    try MoveChecks.names(of: moves)
    var plan = MovePlan(moved: [])
    for move in moves {
      plan.moved.append(MovePlan.Moved(move: move, inode: try checkedInode(move)))
    }
    plan.folders = try checkTargets()
    let targets = moves.targets
    for note in notes {
      if var rewrite = try rewrite(note, to: plan.rewriteAction, by: edited) {
        rewrite.after = targets[note.path] ?? note.path
        plan.rewrites.append(rewrite)
      }
    }
    try checkSpace(plan)
    return plan
  }

  /// Returns the inode of a note, and checks that it can be moved.
  private func checkedInode(_ move: NoteMove) throws(NoteStoreError) -> UInt64 {
    let path = move.from.path
    let location = try vault.location(of: move.from, to: "move")
    let facts = try onBehalf(of: path, to: "move") { () throws(SystemError) in
      try Posix.checkAccess([UInt8(ascii: ".")], in: location.folder.raw, W_OK | X_OK)
      return try Posix.facts(location.name, in: location.folder.raw)
    }
    guard facts.kind != .folder else { throw .notAFile(path, kind: facts.kind.words) }
    if facts.kind == .link, path.folder != move.to.path.folder {
      let target = try onBehalf(
        of: path, to: "move", Posix.linkTarget(location.name, in: location.folder.raw))
      guard target.first == slash else {
        throw .refused(path, reason: "its relative link would break in another folder")
      }
    }
    return facts.inode
  }

  /// Returns the missing folders, parents first.
  private func checkTargets() throws(NoteStoreError) -> [NotePath] {
    var missing: [NotePath] = []
    try MoveChecks.areFree(for: moves) { (folder, target) throws(NoteStoreError) in
      do throws(NoteStoreError) {
        let open = try vault.openFolder(folder, for: target, to: "move to")
        return try onBehalf(of: folder, to: "move to") { () throws(SystemError) in
          try Posix.checkAccess([UInt8(ascii: ".")], in: open.raw, W_OK | X_OK)
          return try Posix.names(in: open.raw)
        }
      } catch  where error == .notFound(target) {
        missing += try missingFolders(folder).filter { !missing.contains($0) }
        return []
      }
    }
    return missing
  }

  private func missingFolders(_ folder: NotePath) throws(NoteStoreError) -> [NotePath] {
    var missing: [NotePath] = []
    var path = folder
    while !path.bytes.isEmpty {
      do {
        let open = try vault.openFolder(path, for: path, to: "move to")
        try onBehalf(
          of: path, to: "make a folder in",
          Posix.checkAccess([UInt8(ascii: ".")], in: open.raw, W_OK | X_OK))
        break
      } catch  where error == .notFound(path) {
        missing.append(path)
        path = path.folder
      }
    }
    return missing.reversed()
  }

  private func rewrite(
    _ note: NoteID, to action: String,
    by edited: (_ bytes: [UInt8], _ note: NotePath) throws(NoteStoreError) -> [UInt8]?
  ) throws(NoteStoreError) -> MovePlan.Rewrite? {
    let path = note.path
    // Links in an unreadable note cannot be rewritten.
    if path.isLocked { return nil }
    let (old, facts): ([UInt8], FileFacts)
    do {
      let location = try vault.location(of: note, to: "read")
      (old, facts) = try vault.stableText(in: location, of: note, to: "read")
    } catch  where Self.isNoText(error) || error.isGoneOrUnreadable && !leaving.contains(path) {
      return nil
    }
    guard let new = try edited(old, path), new != old else { return nil }
    let location = try vault.location(of: note, to: action)
    try onBehalf(of: path, to: action) { () throws(SystemError) in
      try Posix.checkAccess(location.name, in: location.folder.raw, W_OK)
      try Posix.checkAccess([UInt8(ascii: ".")], in: location.folder.raw, W_OK | X_OK)
    }
    return MovePlan.Rewrite(
      before: path, after: path, old: old, new: new, modified: facts.modified)
  }

  /// Links, pipes and files that are too large to read are moved unchanged.
  static func isNoText(_ error: NoteStoreError) -> Bool {
    switch error {
    case .notAFile, .tooLarge: true
    default: false
    }
  }

  /// Checks the space first, because a disk that fills up halfway would mean undoing everything.
  private func checkSpace(_ plan: MovePlan) throws(NoteStoreError) {
    let needed = plan.rewrites.reduce(1 << 16) { $0 + $1.new.count }
    guard let first = plan.rewrites.first else { return }
    let top = try vault.top(for: first.before, to: "move")
    let free = try onBehalf(of: first.before, to: "move", Posix.freeBytes(top.raw))
    if free < UInt64(needed) { throw .noSpace(first.before) }
  }
}

extension NoteStoreError {
  /// Whether the note is gone or unreadable since it was known to contain links: that must not stop
  /// the move of others.
  package var isGoneOrUnreadable: Bool {
    switch self {
    case .notFound, .notPermitted: true
    default: false
    }
  }
}

/// Checks of the names in a move, for every kind of storage.
package enum MoveChecks {
  /// Throws unless every path is one of a note in a vault, no note has two targets and no target
  /// two notes.
  package static func names(of moves: [NoteMove]) throws(NoteStoreError) {
    var seen: Set<NotePath> = []
    for move in moves {
      let (from, to) = (move.from.path, move.to.path)
      guard from.isPlain, !from.isHidden else {
        throw .refused(from, reason: "this is not a path inside the vault")
      }
      let isNote = from.isOfNote
      guard to.isPlain, !to.isHidden, to.isOfNote == isNote else {
        let file = isNote ? "a note" : "a file that is not a note"
        throw .refused(from, reason: "\(to.text) is not a name for \(file)")
      }
      guard from.isLocked == to.isLocked else {
        throw .refused(
          from,
          reason: "another name neither locks a note nor takes its lock off"
            + "; “notes-tui lock” and “notes-tui unlock” do")
      }
      guard to.name.bytes.count <= NoteFileName.longestName else {
        throw .refused(from, reason: "the name \(to.name.text) is too long")
      }
      guard seen.insert(to).inserted else {
        throw .refused(to, reason: "two notes cannot have one name")
      }
    }
    guard Set(moves.map(\.from.path)).count == moves.count else {
      throw .refused(moves[0].from.path, reason: "a note cannot be moved to two paths")
    }
  }

  /// Throws if a target exists already, even with other case or accents, unless its note moves
  /// away. `names` lists a folder for a note that goes there.
  package static func areFree(
    for moves: [NoteMove],
    among names: (_ folder: NotePath, _ note: NotePath) throws(NoteStoreError) -> [[UInt8]]
  ) throws(NoteStoreError) {
    let leaving = Set(moves.map(\.from.path))
    let folders = Dictionary(grouping: moves, by: { $0.to.path.folder })
    for (folder, arriving) in folders.sorted(by: { $0.key < $1.key }) {
      let there = try names(folder, arriving[0].to.path)
      try isFree(
        for: arriving,
        among: there.filter { !leaving.contains(folder.appending(NotePath(bytes: $0))) })
    }
  }

  private static func isFree(
    for arriving: [NoteMove], among names: [[UInt8]]
  ) throws(NoteStoreError) {
    var taken: [[UInt8]: NotePath] = [:]
    let starts = Set(arriving.map { $0.to.path.name.bytes.first.map(NoteFileName.lowercased) })
    for name in names {
      // Other alphabets need the folding tables; other names differ in the first letter already.
      guard let first = name.first,
        first >= 0x80 || starts.contains(NoteFileName.lowercased(first))
          || starts.contains(where: { $0 ?? 0 >= 0x80 })
      else { continue }
      taken[Folding.name(name)] = NotePath(bytes: name)
    }
    for move in arriving {
      let name = move.to.path.name
      if let other = taken.updateValue(name, forKey: Folding.name(name.bytes)) {
        throw .refused(move.from.path, reason: "there is a \(other.text) already")
      }
    }
  }
}
