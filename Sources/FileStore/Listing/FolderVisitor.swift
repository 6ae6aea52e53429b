import Entities
import Files
import Glibc
import Services

/// Shows notes to one visitor as a walk comes past them, and reads them where they lie: no path is looked
/// up from the vault's top for that.
struct FolderVisitor {
  private let note: PassedNote
  private let visit: NoteVisitor

  init(_ files: FolderFiles, _ makeVisitor: (any NoteBytes) -> NoteVisitor) {
    note = PassedNote(files)
    visit = makeVisitor(note)
  }

  /// Notes that are files or links.
  func show(_ names: NameList, in folder: OpenFolder) {
    names.forEach { name, bytes in
      note.place = (folder.file.raw, name)
      visit(NoteID(NotePath(bytes: folder.walked.path + bytes)))
    }
    note.place = nil
  }

  /// One that is something else, or locked, and never opened.
  func showShut(_ name: UnsafeRawBufferPointer, in folder: OpenFolder) {
    visit(NoteID(NotePath(bytes: folder.walked.path + name)))
  }
}

/// Reads the note that a walk is at.
private final class PassedNote: NoteBytes {
  /// Its folder and its name in it; nil for one that must not be opened.
  var place: (folder: Int32, name: UnsafePointer<CChar>)?
  private let files: FolderFiles

  init(_ files: FolderFiles) { self.files = files }

  func read(
    _ note: NoteID, from start: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int {
    guard let place else { throw .notAFile(note.path, kind: "no file") }
    var isLink = false
    do throws(NoteStoreError) {
      return try FolderFiles.read(note.path, from: start, into: buffer) {
        do throws(SystemError) {
          return try Posix.open(
            place.name, in: place.folder, FolderFiles.readingFlags | O_NOFOLLOW)
        } catch {
          isLink = error.code == ELOOP
          throw error
        }
      }
    } catch  where isLink {
      // Where that leads is looked at from the top.
      if let obstacle = files.facts(of: note)?.obstacle {
        throw .notAFile(note.path, kind: obstacle.words)
      }
      return try files.read(note, from: start, into: buffer)
    }
  }
}
