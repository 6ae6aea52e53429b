import Bytes
package import Comparing
import Entities
package import OpenVault
import Services
import Synchronization

/// What has become of files in a vault that is only tried, over what is on the disk.
package final class TrialFiles: Sendable {
  /// A file by now.
  enum State {
    case gone
    /// `from`: its path before; nil for a new one. Without content it has the content
    /// from there.
    case there(from: NotePath?, NoteContent?)
  }

  private let changed = Mutex<[NotePath: State]>([:])

  package init() {}

  /// Nil where it is as it was.
  func state(of path: NotePath) -> State? { changed.withLock { $0[path] } }

  /// Files that are there and were not.
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

  /// Several at once: one may replace another.
  private func move(_ moves: [NoteMove]) {
    changed.withLock { files in
      let states = moves.map { files[$0.from.path] ?? .there(from: $0.from.path, nil) }
      for move in moves { files[move.from.path] = .gone }
      for (move, state) in zip(moves, states) { files[move.to.path] = state }
    }
  }

  /// What moves need of it.
  var ofMoves: MoveTrial {
    MoveTrial { path in
      if case .there(_, let content?) = self.state(of: path) { content.bytes } else { nil }
    } done: { moves, texts in
      self.move(moves)
      for (path, text) in texts { self.write(NoteContent(text), to: path) }
    }
  }
}

extension NoteContent {
  /// A text that no file has yet; `old` is what it replaces.
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
  /// What would be changed, file by file. Locked notes are sealed files there, even while they are
  /// open.
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

/// Files as they are on the disk.
private struct FilesBefore {
  let store: any NoteStore
  let files: any VaultFiles

  /// Nil where nothing has this name.
  func side(_ path: NotePath) async -> UnifiedFile.Side? {
    guard files.facts(of: NoteID(path)) != nil || files.fact(ofAttachment: path) != nil else {
      return nil
    }
    return UnifiedFile.Side(path: path.bytes, bytes: await bytes(nil, from: path))
  }

  func bytes(_ content: NoteContent?, from path: NotePath) async -> [UInt8]? {
    if let content { return content.bytes }
    return path.isLocked ? nil : (try? await store.read(NoteID(path)))?.bytes
  }
}
