import Glibc

/// The few file calls that the generator needs, with errors that name the file.
enum Files {
  enum Kind {
    case file
    case folder
  }

  static func kind(of path: String) -> Kind? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return info.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  static func isThere(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  /// Returns the sorted names in a folder, without hidden ones.
  static func names(in folder: String) throws(Refusal) -> [String] {
    guard let stream = opendir(folder) else { throw failure("The folder", folder, "be read") }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // A long name can exceed the declared size of `d_name`.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  static func read(_ path: String) throws(Refusal) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("The file", path, "be read") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure("The file", path, "be read") }
      if count == 0 { break }
      bytes += block[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Refusal("The file \(path) is not UTF-8 text: a template holds nothing else.")
    }
    return text
  }

  static func failure(_ what: String, _ path: String, _ action: String) -> Refusal {
    let reason = String(cString: strerror(errno))
    return Refusal("\(what) \(path) could not \(action): \(reason). Nothing was changed.")
  }
}
