import Entities
import Services
import Synchronization

/// A vault's files in memory.
final class MemoryVault: VaultFiles {
  private struct File {
    var bytes: [UInt8]
    var fact: FileFact
  }

  private let files = Mutex<[NotePath: File]>([:])
  private let others: [NotePath]

  init(attachments: [String] = []) { others = attachments.map { NotePath($0) } }

  /// Writes a note; `seconds` is when it says that it was.
  func write(_ path: NotePath, _ bytes: [UInt8], seconds: Int64) {
    let moment = Timestamp(seconds: seconds)
    files.withLock { files in
      let inode = UInt64(files.count + 1)
      let fact = FileFact(inode: inode, size: bytes.count, modified: moment, changed: moment)
      files[path] = File(bytes: bytes, fact: fact)
    }
  }

  func write(_ path: String, _ text: String, seconds: Int64) {
    write(NotePath(path), Array(text.utf8), seconds: seconds)
  }

  func remove(_ path: NotePath) { files.withLock { $0[path] = nil } }

  func survey(isCancelled: () -> Bool) -> FileSurvey {
    files.withLock { files in
      var survey = FileSurvey()
      for (path, file) in files {
        survey.append(folder: [UInt8](), name: path.bytes, file.fact)
      }
      return survey
    }
  }

  func survey(of folders: [NotePath]) -> FileSurvey {
    files.withLock { files in
      var survey = FileSurvey()
      for (path, file) in files where folders.contains(path.folder) {
        survey.append(folder: [UInt8](), name: path.bytes, file.fact)
      }
      return survey
    }
  }

  func facts(of note: NoteID) -> FileFact? { files.withLock { $0[note.path]?.fact } }

  func read(
    _ note: NoteID, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int {
    guard let file = files.withLock({ $0[note.path] }) else { throw .notFound(note.path) }
    let count = min(buffer.count, file.bytes.count)
    buffer.copyBytes(from: file.bytes.prefix(count))
    return count
  }

  func attachments() -> [NotePath] { others }
}
