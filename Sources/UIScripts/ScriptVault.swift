package import Entities

/// An encrypted vault as scripts make and inspect it: with its key at hand, beside the app.
package protocol ScriptVault {
  /// Puts a note there, in place of one that is there.
  func write(_ text: [UInt8], at path: String, modified: Timestamp) throws

  /// The text of a note; nil where there is none.
  func content(of path: String) throws -> [UInt8]?
}

extension Sandbox {
  /// One place of the whole home, outside memory, where a text can be read; nil where there is none.
  func place(of text: String) throws(SystemError) -> String? {
    try Disk.firstFile(in: root) { path, content in
      path.utf8.contains(text) || content.contains(text)
    }
  }
}

extension Collection<UInt8> {
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      if self[found...].starts(with: wanted) { return true }
      start = index(after: found)
    }
    return false
  }
}
