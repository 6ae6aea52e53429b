import Glibc

/// The lines of a file of the system; nil where there is no such file.
package func textLines(of path: String) -> [Substring]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
    bytes += chunk[..<count]
  }
  return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
}
