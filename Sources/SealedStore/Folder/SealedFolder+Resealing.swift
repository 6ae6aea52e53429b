package import Entities
import Files
import Glibc
package import Services

extension SealedFolder {
  /// Closes a note with the key of `other`, in its place and with its time: read back before it gets the
  /// name. Another program's save in between stays, and is `.changedOutside`.
  package func reseal(
    _ id: SealedID, isTrashed: Bool, for other: SealedFolder, as path: NotePath
  ) throws(NoteStoreError) {
    let action = "close with the new key"
    let root = try openRoot(for: path, to: action)
    do throws(SealedFault) {
      try inside(root.raw, isTrashed: isTrashed) { (folder) throws(SealedFault) in
        let opened = try open(id.fileName, in: folder)
        let stream = opened.stream()
        var staged = try other.stage(
          .sealed(stream), at: stream.readHead().place, modified: opened.facts.modified,
          in: folder, after: (opened.facts, opened.raw))
        try staged.replace(id, seen: opened.facts)
      }
    } catch {
      if error == .system(SystemError(ESTALE)) { throw .changedOutside(path) }
      throw error.noteError(path, action)
    }
  }
}
