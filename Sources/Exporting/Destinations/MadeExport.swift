import Entities
import Files
import Glibc
import Services

/// What an export left on the disk: read right after it, and removed when it is taken back.
enum MadeExport {
  /// Reads what was made at the destination; nil if that cannot be read.
  static func receipt(at path: NotePath, hadFolder: Bool) -> ExportReceipt? {
    var receipt = ExportReceipt(path)
    receipt.hadFolder = hadFolder
    do throws(SystemError) {
      let facts = try Posix.facts(path.bytes)
      if facts.kind == .folder {
        try read(Posix.openFolder(path.bytes, followingLink: false), at: NotePath(""), &receipt)
      } else {
        receipt.files[NotePath("")] = ExportReceipt.Mark(facts)
      }
      return receipt
    } catch {
      return nil
    }
  }

  private static func read(
    _ folder: borrowing Descriptor, at path: NotePath, _ receipt: inout ExportReceipt
  ) throws(SystemError) {
    for name in try Posix.names(in: folder.raw) {
      let (inner, facts) = (
        path.appending(NotePath(bytes: name)), try Posix.facts(name, in: folder.raw)
      )
      if facts.kind == .folder {
        receipt.folders.insert(inner)
        let open = try Posix.openFolder(name, in: folder.raw, followingLink: false)
        try read(open, at: inner, &receipt)
      } else {
        receipt.files[inner] = ExportReceipt.Mark(facts)
      }
    }
  }

  static func takeBack(_ receipt: ExportReceipt) -> UndoneExport {
    var undoing = Undoing(receipt: receipt)
    let path = receipt.destination
    undoing.trying(NotePath("")) { (undoing) throws(SystemError) in
      if receipt.files.keys.contains(NotePath("")) {
        let folder = try Posix.openFolder(path.parent.bytes)
        try undoing.remove(path.name.bytes, in: folder.raw, at: NotePath(""))
      } else {
        try undoing.empty(
          Posix.openFolder(path.bytes, followingLink: false), at: NotePath(""))
        if !receipt.hadFolder { try undoing.removeFolder(path.bytes, in: Posix.noFolder) }
      }
    }
    return undoing.done
  }

  /// Links are not followed below the destination: another program may have put them there.
  private struct Undoing {
    let receipt: ExportReceipt
    var done = UndoneExport()

    mutating func trying(
      _ inner: NotePath, _ act: (inout Undoing) throws(SystemError) -> Void
    ) {
      do throws(SystemError) { try act(&self) } catch { leave(inner, "\(error.reason).") }
    }

    private mutating func leave(_ inner: NotePath, _ reason: String) {
      let path = receipt.destination
      done.left.append(
        ExportNotice(of: inner.bytes.isEmpty ? path : path.appending(inner), reason))
    }

    mutating func empty(
      _ folder: borrowing Descriptor, at path: NotePath
    ) throws(SystemError) {
      let raw = folder.raw
      for name in try Posix.names(in: raw) {
        let inner = path.appending(NotePath(bytes: name))
        trying(inner) { (undoing) throws(SystemError) in
          if undoing.receipt.folders.contains(inner),
            try Posix.facts(name, in: raw).kind == .folder
          {
            let open = try Posix.openFolder(name, in: raw, followingLink: false)
            try undoing.empty(open, at: inner)
            try undoing.removeFolder(name, in: raw)
          } else {
            try undoing.remove(name, in: raw, at: inner)
          }
        }
      }
    }

    mutating func remove(
      _ name: [UInt8], in folder: Int32, at inner: NotePath
    ) throws(SystemError) {
      guard let mark = receipt.files[inner] else {
        return leave(inner, "The export did not make it.")
      }
      guard ExportReceipt.Mark(try Posix.facts(name, in: folder)) == mark else {
        return leave(inner, "It was changed since.")
      }
      try Posix.remove(name, in: folder)
      done.files += 1
    }

    /// A folder stays if something in it was left, which is reported already.
    func removeFolder(_ name: [UInt8], in folder: Int32) throws(SystemError) {
      do {
        try Posix.removeFolder(name, in: folder)
      } catch  where error.code == ENOTEMPTY || error.code == EEXIST {}
    }
  }
}

extension ExportReceipt.Mark {
  fileprivate init(_ facts: FileFacts) {
    self.init(
      device: facts.device, inode: facts.inode, size: facts.size, modified: facts.modified)
  }
}
