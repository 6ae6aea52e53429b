import Entities
import Files
import Glibc
import Services

/// Looks at everything a move will touch before anything is touched.
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
      plan.moved.append(MovePlan.Moved(move: move, inode: try leaver(move)))
    }
    plan.folders = try checkTargets()
    let targets = Dictionary(
      moves.map { ($0.from.path, $0.to.path) }, uniquingKeysWith: { first, _ in first })
    for note in notes {
      if var rewrite = try rewrite(note, to: plan.rewriteAction, by: edited) {
        rewrite.after = targets[note.path] ?? note.path
        plan.rewrites.append(rewrite)
      }
    }
    try checkSpace(plan)
    return plan
  }

  /// The inode of a note that can leave its place.
  private func leaver(_ move: NoteMove) throws(NoteStoreError) -> UInt64 {
    let path = move.from.path
    let place = try vault.place(of: move.from, to: "move")
    let facts = try onBehalf(of: path, to: "move") { () throws(SystemError) in
      try Posix.checkAccess([UInt8(ascii: ".")], in: place.folder.raw, W_OK | X_OK)
      return try Posix.facts(place.name, in: place.folder.raw)
    }
    guard facts.kind != .folder else { throw .notAFile(path, kind: facts.kind.words) }
    if facts.kind == .link, path.folder != move.to.path.folder {
      let target = try onBehalf(
        of: path, to: "move", Posix.linkTarget(place.name, in: place.folder.raw))
      guard target.first == slash else {
        throw .refused(path, reason: "its relative link would break in another folder")
      }
    }
    return facts.inode
  }

  /// The folders that are missing, those above before those in them.
  private func checkTargets() throws(NoteStoreError) -> [NotePath] {
    var missing: [NotePath] = []
    for (folder, arriving) in Dictionary(grouping: moves, by: { $0.to.path.folder })
      .sorted(by: { $0.key < $1.key })
    {
      let names: [[UInt8]]
      do {
        let open = try vault.openFolder(folder, for: arriving[0].to.path, to: "move to")
        names = try onBehalf(of: folder, to: "move to") { () throws(SystemError) in
          try Posix.checkAccess([UInt8(ascii: ".")], in: open.raw, W_OK | X_OK)
          return try Posix.names(in: open.raw)
        }
      } catch  where error == .notFound(arriving[0].to.path) {
        names = []
        missing += try missingFolders(folder).filter { !missing.contains($0) }
      }
      try MoveChecks.isFree(for: arriving, among: names.filter { !leaving.contains(folder + $0) })
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
    // What cannot be read has no links that could be written again.
    if path.isLocked { return nil }
    let (old, facts): ([UInt8], FileFacts)
    do {
      let place = try vault.place(of: note, to: "read")
      (old, facts) = try vault.stableText(in: place, of: note, to: "read")
    } catch  where Self.isNoText(error) || Self.isShut(error) && !leaving.contains(path) {
      return nil
    }
    guard let new = try edited(old, path), new != old else { return nil }
    let place = try vault.place(of: note, to: action)
    try onBehalf(of: path, to: action) { () throws(SystemError) in
      try Posix.checkAccess(place.name, in: place.folder.raw, W_OK)
      try Posix.checkAccess([UInt8(ascii: ".")], in: place.folder.raw, W_OK | X_OK)
    }
    return MovePlan.Rewrite(
      before: path, after: path, old: old, new: new, modified: facts.modified)
  }

  /// A link or a pipe moves as it is, and so does what is too large to be read.
  static func isNoText(_ error: NoteStoreError) -> Bool {
    switch error {
    case .notAFile, .tooLarge: true
    default: false
    }
  }

  /// Gone since it was known to hold links, or shut to this person: no reason to keep others from
  /// moving.
  private static func isShut(_ error: NoteStoreError) -> Bool {
    switch error {
    case .notFound, .notPermitted: true
    default: false
    }
  }

  /// A disk that fills up half way would have to be helped by taking everything back.
  private func checkSpace(_ plan: MovePlan) throws(NoteStoreError) {
    let needed = plan.rewrites.reduce(1 << 16) { $0 + $1.new.count }
    guard let first = plan.rewrites.first else { return }
    let top = try vault.top(for: first.before, to: "move")
    let free = try onBehalf(of: first.before, to: "move", Posix.freeBytes(top.raw))
    if free < UInt64(needed) { throw .noSpace(first.before) }
  }
}

extension NotePath {
  fileprivate static func + (folder: NotePath, name: [UInt8]) -> NotePath {
    folder.appending(NotePath(bytes: name))
  }
}
