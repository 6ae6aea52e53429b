package import Entities

/// A file or folder of a sync program in a vault that is not a note.
package struct SyncRemains: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// Syncthing's folder with older versions of files.
    case versions
    /// A placeholder of iCloud for a file that is not on this device.
    case notDownloaded = "not-downloaded"
  }

  package var kind: Kind
  /// The path of the folder, or of the missing file.
  package var path: NotePath

  /// Nil for a hidden name that no such program gives.
  package init?(hidden path: NotePath) {
    let (name, mark) = (path.name.bytes, Array(".icloud".utf8))
    if name.elementsEqual(".stversions".utf8) {
      (kind, self.path) = (.versions, path)
    } else if name.count > mark.count + 1, name.first == UInt8(ascii: "."),
      name.suffix(mark.count).elementsEqual(mark)
    {
      let there = NotePath(bytes: Array(name.dropFirst().dropLast(mark.count)))
      (kind, self.path) = (.notDownloaded, path.folder.appending(there))
    } else {
      return nil
    }
  }

  package var program: String {
    switch kind {
    case .versions: "Syncthing"
    case .notDownloaded: "iCloud"
    }
  }

  /// A description, which says that nothing is wrong.
  package var message: String {
    switch kind {
    case .versions:
      "\(path.text) has Syncthing's older states of files. They are not notes, and nothing here reads them."
    case .notDownloaded:
      "\(path.text) is in iCloud and not on this device. It is not deleted: download it to read it."
    }
  }
}
