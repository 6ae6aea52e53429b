import Bytes
package import Comparing
import Entities
package import OpenVault
import Services
import Synchronization

/// The changes that a trial run would make to a vault's files, on top of the disk's state.
package final class TrialFiles: Sendable {
  /// The state of a changed file.
  enum State {
    case gone
    /// `from` is its path on disk, or nil for a new file. Without content it has the content from
    /// that path.
    case there(from: NotePath?, NoteContent?)
  }

  private let changed = Mutex<[NotePath: State]>([:])

  package init() {}

  /// Returns nil for an unchanged file.
  func state(of path: NotePath) -> State? { changed.withLock { $0[path] } }

  /// The paths that would exist in the trial.
  var made: [NotePath] {
    changed.withLock { files in
      files.compactMap { if case .there = $0.value { $0.key } else { nil } }
    }
  }

  func remove(_ path: NotePath) { changed.withLock { $0[path] = .gone } }

  func make(_ path: NotePath, _ content: NoteContent?) {
    changed.withLock { $0[path] = .there(from: nil, content) }
  }

  func write(_ content: NoteContent, to path: NotePath) {
    changed.withLock { files in
      let from = if case .there(let from, _) = files[path] { from } else { path as NotePath? }
      files[path] = .there(from: from, content)
    }
  }

  /// Applies all moves at once, because one may replace another.
  private func move(_ moves: [NoteMove]) {
    changed.withLock { files in
      let states = moves.map { files[$0.from.path] ?? .there(from: $0.from.path, nil) }
      for move in moves { files[move.from.path] = .gone }
      for (move, state) in zip(moves, states) { files[move.to.path] = state }
    }
  }

  /// The interface for trial moves.
  var moveTrial: MoveTrial {
    MoveTrial { path in
      if case .there(_, let content?) = self.state(of: path) { content.bytes } else { nil }
    } done: { moves, texts in
      self.move(moves)
      for (path, text) in texts { self.write(NoteContent(text), to: path) }
    }
  }
}

extension NoteContent {
  /// A text that no file has yet; `old` is the stamp of the text that it replaces.
  init(_ text: any ByteSource, replacing old: NoteStamp? = nil) {
    let bytes = text.gathered
    self.init(
      bytes: bytes,
      stamp: NoteStamp(
        inode: old?.inode ?? 0, size: bytes.count,
        modified: old?.modified ?? Timestamp(seconds: 0), digest: RunningDigest.of(bytes)))
  }
}

// MARK: - The difference

extension TrialFiles {
  /// Returns the changes, file by file. A locked note counts as its encrypted file, even while it
  /// is open.
  package func difference(from services: VaultServices) async -> [UnifiedFile] {
    let before = FilesBefore(store: services.store, files: services.files)
    let states = changed.withLock { $0 }
    var found: [(path: NotePath, file: UnifiedFile)] = []
    var moved: Set<NotePath> = []
    for (path, state) in states {
      guard case .there(let from, let content) = state else { continue }
      let old = await before.side(path)
      let new = UnifiedFile.Side(
        path: path.bytes,
        bytes: path.isLocked ? nil : await before.bytes(content, from: from ?? path))
      if old != nil {
        if old != new || content != nil && path.isLocked {
          found.append((path, .init(from: old, to: new)))
        }
      } else if let from, from != path, case .gone = states[from], moved.insert(from).inserted {
        found.append((path, .init(from: await before.side(from), to: new)))
      } else {
        found.append((path, .init(from: nil, to: new)))
      }
    }
    for case (let path, .gone) in states where !moved.contains(path) {
      if let old = await before.side(path) { found.append((path, .init(from: old, to: nil))) }
    }
    return found.sorted { $0.path < $1.path }.map(\.file)
  }
}

private struct FilesBefore {
  let store: any NoteStore
  let files: any VaultFiles

  /// Returns nil if there is no such file.
  func side(_ path: NotePath) async -> UnifiedFile.Side? {
    guard
      files.facts(of: NoteID(path)) != nil || files.fact(ofAttachment: path) != nil
        || path == .bookmarks
    else { return nil }
    return UnifiedFile.Side(path: path.bytes, bytes: await bytes(nil, from: path))
  }

  func bytes(_ content: NoteContent?, from path: NotePath) async -> [UInt8]? {
    if let content { return content.bytes }
    return path.isLocked ? nil : (try? await store.read(NoteID(path)))?.bytes
  }
}
