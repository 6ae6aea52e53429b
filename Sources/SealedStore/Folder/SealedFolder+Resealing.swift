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
    guard isTrashed else { return try reseal(id, in: root.raw, for: other, path, action) }
    let trash = try onBehalf(of: path, to: action) { () throws(SystemError) in
      try openTrash(in: root.raw, making: false)
    }
    try reseal(id, in: trash.raw, for: other, path, action)
  }

  private func reseal(
    _ id: SealedID, in folder: Int32, for other: SealedFolder, _ path: NotePath, _ action: String
  ) throws(NoteStoreError) {
    do throws(SealedTextError) {
      let opened = try fault { () throws(SealedFault) in try open(id.fileName, in: folder) }
      let stream = opened.stream()
      let place = try fault { () throws(SealedFault) in try stream.readHead().place }
      var staged = try other.stage(
        .sealed(stream), at: place, modified: opened.facts.modified, in: folder,
        after: (opened.facts, opened.raw))
      try staged.replace(id, seen: opened.facts)
    } catch {
      if case .sealing(.system(let error)) = error, error.code == ESTALE {
        throw .changedOutside(path)
      }
      throw error.noteError(path, action)
    }
  }

  private func fault<Value: ~Copyable>(
    _ body: () throws(SealedFault) -> Value
  ) throws(SealedTextError) -> Value {
    do {
      return try body()
    } catch {
      throw .sealing(error)
    }
  }
}
