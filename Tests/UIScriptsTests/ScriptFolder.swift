import Glibc
import Testing

/// A folder of files for one test, removed with it.
final class ScriptFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/notes-tui-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { remove(path) }

  /// Writes a file, makes the folders it needs, and answers with its whole path.
  func write(_ text: String, to name: String, mode: mode_t = 0o644) throws -> String {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o755)
    }
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    try #require(file >= 0)
    defer { close(file) }
    let bytes = Array(text.utf8)
    try #require(Glibc.write(file, bytes, bytes.count) == bytes.count)
    return "\(path)/\(name)"
  }

  func read(_ name: String) throws -> String {
    let file = try #require(fopen("\(path)/\(name)", "r"))
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    return String(decoding: buffer[..<fread(&buffer, 1, buffer.count, file)], as: UTF8.self)
  }

  private func remove(_ place: String) {
    if let folder = opendir(place) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove("\(place)/\(name)") }
      }
      closedir(folder)
    }
    Glibc.remove(place)
  }
}
