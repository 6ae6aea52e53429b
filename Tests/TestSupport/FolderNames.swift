import Files

/// The names in a folder, hidden ones too, in the order of their bytes; none where it cannot be read.
package func folderNames(_ path: [UInt8]) -> [[UInt8]] {
  var names: [[UInt8]] = []
  do {
    let reader = try FolderReader(path)
    while let entry = try reader.next() { names.append(Array(entry.bytes)) }
  } catch {
    return []
  }
  return names.sorted { $0.lexicographicallyPrecedes($1) }
}

package func folderNames(_ path: String) -> [String] {
  folderNames(Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
}
