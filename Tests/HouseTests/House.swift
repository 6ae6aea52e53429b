import Glibc
import Testing

/// The package's own files, as a test reads them.
enum House {
  /// A file of the package, by its path in it.
  static func text(_ path: String) throws -> String {
    let file = try #require(fopen("\(PackageCopy.original)/\(path)", "r"), "\(path) is not there")
    defer { fclose(file) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// All files below a folder with this ending, by their paths in the package.
  static func files(below folder: String, ending: String = ".swift") throws -> [String] {
    try find(folder, "-type", "f", "-name", "*\(ending)")
  }

  /// All files and folders below a folder, by their paths in the package.
  static func everything(below folder: String) throws -> [String] { try find(folder) }

  /// The names of the folders that stand in a folder.
  static func folders(in folder: String) throws -> [String] {
    try find(folder, "-mindepth", "1", "-maxdepth", "1", "-type", "d")
      .map { String($0.dropFirst(folder.count + 1)) }
  }

  static var modules: [String] { get throws { try folders(in: "Sources/Modules") } }

  /// Lines that match, as `path:line: text`.
  static func lines(
    below folder: String, matching pattern: Regex<some Any>,
    where takes: (String) -> Bool = { _ in true }
  ) throws -> [String] {
    try files(below: folder).filter(takes).flatMap { path in
      try text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .filter { $0.element.contains(pattern) }
        .map { "\(path):\($0.offset + 1): \($0.element)" }
    }
  }

  /// Lines that grep finds, with the path of each. Among all sources it takes a hundredth of the time of
  /// `lines`.
  static func grep(
    _ pattern: String, below folder: String, in names: String...
  ) throws -> [(path: String, line: Substring)] {
    let found = Command.runNow(
      ["grep", "-rE", pattern] + names.map { "--include=\($0)" }
        + ["\(PackageCopy.original)/\(folder)"])
    // 1 is nothing found.
    try #require(found.status <= 1, "\(found.output)")
    let prefix = PackageCopy.original.count + 1
    return found.output.split(separator: "\n").compactMap { found in
      let parts = found.dropFirst(prefix).split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), parts[1]) : nil
    }
  }

  private static func find(_ folder: String, _ tests: String...) throws -> [String] {
    let found = Command.runNow(["find", "\(PackageCopy.original)/\(folder)"] + tests)
    try #require(found.status == 0, "\(found.output)")
    let prefix = PackageCopy.original.count + 1
    return found.output.split(separator: "\n").map { String($0.dropFirst(prefix)) }.sorted()
  }
}
