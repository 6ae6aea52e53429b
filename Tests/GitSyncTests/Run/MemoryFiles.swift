import Entities
import Merging
import Services
import Synchronization

@testable import GitSync

/// A vault's files in memory. What a test says happens just before the next change does.
final class MemoryFiles: SyncedFiles {
  private struct State {
    var files: [NotePath: SyncedFile] = [:]
    var trash: [[UInt8]] = []
    var meanwhile: [NotePath: [SyncedFile?]] = [:]
  }

  private let state = Mutex(State())

  init(_ texts: [String: String] = [:]) {
    for (name, text) in texts { self[name] = text }
  }

  subscript(name: String) -> String? {
    get {
      state.withLock { $0.files[NotePath(name)] }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    set {
      state.withLock { $0.files[NotePath(name)] = newValue.map { SyncedFile(Array($0.utf8)) } }
    }
  }

  var texts: [String: String] {
    state.withLock { state in
      Dictionary(
        uniqueKeysWithValues: state.files.map {
          ($0.key.text, String(decoding: $0.value.bytes, as: UTF8.self))
        })
    }
  }

  var trash: [String] { state.withLock { $0.trash.map { String(decoding: $0, as: UTF8.self) } } }

  /// Another program writes it, or with nil removes it, before the next change of this file.
  func change(_ name: String, meanwhile text: String?) {
    state.withLock {
      $0.meanwhile[NotePath(name), default: []].append(text.map { SyncedFile(Array($0.utf8)) })
    }
  }

  func file(at path: NotePath) async throws(NoteStoreError) -> SyncedFile? {
    try state.withLock { (state) throws(NoteStoreError) in try Self.file(at: path, state) }
  }

  private static func file(
    at path: NotePath, _ state: State
  ) throws(NoteStoreError) -> SyncedFile? {
    let inside = path.bytes + [UInt8(ascii: "/")]
    if state.files.keys.contains(where: { $0.bytes.starts(with: inside) }) {
      throw .notAFile(path, kind: "a folder")
    }
    return state.files[path]
  }

  func write(
    _ file: SyncedFile, at path: NotePath, replacing expected: SyncedFile?
  ) async throws(NoteStoreError) {
    try state.withLock { (state) throws(NoteStoreError) in
      if let next = state.meanwhile[path]?.first {
        state.meanwhile[path]?.removeFirst()
        state.files[path] = next
      }
      let above = Set(path.foldersAbove)
      if state.files.keys.contains(where: above.contains) {
        throw .refused(path, reason: "a file has the name of its folder")
      }
      let there = try Self.file(at: path, state)
      guard there == file || there?.holdsSame(as: expected) ?? (expected == nil) else {
        throw .changedOutside(path)
      }
      state.files[path] = file
    }
  }

  func remove(_ path: NotePath, holding expected: SyncedFile) async throws(NoteStoreError) {
    try state.withLock { (state) throws(NoteStoreError) in
      guard let there = state.files[path] else { return }
      guard there.holdsSame(as: expected) else { throw .changedOutside(path) }
      state.files[path] = nil
      state.trash.append(there.bytes)
    }
  }
}

/// Contents whose name is their text.
struct TextBlobs: BlobReading {
  func bytes(of blob: String) throws -> [UInt8] { Array(blob.utf8) }
}

func tree(_ texts: [String: String]) -> Tree {
  Dictionary(uniqueKeysWithValues: texts.map { (NotePath($0.key), TreeEntry(blob: $0.value)) })
}
