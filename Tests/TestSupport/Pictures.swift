package import Entities
package import Services
import Synchronization

/// Files in memory, by their paths.
package final class PictureFiles: VaultFiles {
  private let files: Mutex<[String: [UInt8]]>

  package init(_ files: [String: [UInt8]]) { self.files = Mutex(files) }

  package func set(_ path: String, _ bytes: [UInt8]) { files.withLock { $0[path] = bytes } }

  package func survey(isCancelled: () -> Bool) -> FileSurvey { FileSurvey() }
  package func survey(of folders: [NotePath]) -> FileSurvey { FileSurvey() }
  package func changed(_ folders: [NotePath]) -> [Timestamp?] { folders.map { _ in nil } }
  package func facts(of note: NoteID) -> FileFact? { nil }

  package func read(
    _ note: NoteID, from place: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int {
    guard let bytes = files.withLock({ $0[note.path.text] }) else {
      throw .notFound(note.path)
    }
    let part = bytes.dropFirst(place).prefix(buffer.count)
    buffer.copyBytes(from: part)
    return part.count
  }

  package func attachments() -> [NotePath] { files.withLock { $0.keys.map { NotePath($0) } } }
}

/// Draws a row of signs for each picture but those that begin with a zero.
package final class CountingDrawing: PictureDrawing {
  private let all = Mutex<[String]>([])

  package init() {}

  package var asked: [String] { all.withLock { $0 } }

  package func draw(_ picture: [UInt8], columns: Int, rows: Int) async -> CellPicture? {
    if picture.first == 0 { return nil }
    all.withLock { $0.append("\(picture.count) bytes in \(columns)x\(rows)") }
    return CellPicture(rows: [[.init("▄▄", width: 2, foreground: 196, background: 21)]])
  }
}
