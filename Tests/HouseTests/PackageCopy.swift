import Glibc
import Testing

/// The package in a folder of its own, to be broken on purpose; it goes away with this value.
final class PackageCopy {
  private let folder: ScratchFolder
  /// Programs see the copy where the package is.
  private let isInPlace: Bool
  var root: String { folder.path }

  enum Content {
    case sources
    /// With what is built, so that only what is changed then is built again. What is built knows its place:
    /// where the system can show programs the copy in the package's own, they are shown it there.
    case built
    /// Its folders without their files, and what checks them.
    case folders
  }

  init(_ content: Content = .sources) async throws {
    folder = ScratchFolder(isLarge: content == .built)
    isInPlace =
      content == .built
      ? await Command.run(Self.inPlace(folder.path) + ["true"]).status == 0 : false
    let left =
      isInPlace ? ["./.build/*/release", "./.build/check", "./.build/tests.log*"] : ["./.build"]
    let copied = await Command.run(
      [
        "sh", "-c",
        // The form that has the whole time of a file.
        "from=$1 to=$2; shift 2; tar -C \"$from\" --format=posix \"$@\" -cf - | tar -C \"$to\" -xf -",
        "copy", Self.original, folder.path, "--exclude=./.git",
      ] + left.map { "--exclude=\($0)" }
        + (content == .folders
          ? [
            "--exclude=*.swift", "--exclude=*.c", "--exclude=*.h", ".ci", "Makefile", "Sources",
            "Tests/Modules",
          ]
          : ["."]))
    try #require(copied.status == 0, "\(copied.output)")
  }

  /// What runs the program behind it with a folder in the package's place.
  private static func inPlace(_ folder: String) -> [String] {
    [
      "unshare", "--map-root-user", "--mount", "sh", "-c",
      "mount --bind \"$1\" \"$2\" && cd \"$2\" && shift 2 && exec \"$@\"", "in", folder, original,
    ]
  }

  /// Makes a file, with its folders, or adds to the one that is there.
  func append(_ text: String, to path: String) throws {
    var folder = root
    for step in path.split(separator: "/").dropLast() {
      folder += "/\(step)"
      mkdir(folder, 0o777)
    }
    let file = open("\(root)/\(path)", O_WRONLY | O_CREAT | O_APPEND, 0o666)
    try #require(file >= 0, "\(path) cannot be written in the copy")
    defer { close(file) }
    let bytes = Array(text.utf8)
    try #require(write(file, bytes, bytes.count) == bytes.count)
  }

  func removeFolder(_ path: String) async throws {
    let removed = await Command.run(["rm", "-r", "\(root)/\(path)"])
    try #require(removed.status == 0, "\(removed.output)")
  }

  /// Replaces what stands in a file once or more.
  func replace(_ old: String, by new: String, in path: String) async throws {
    let script =
      "awk -v old=\"$1\" -v new=\"$2\" 'at = index($0, old) { found = 1; $0 ="
      + " substr($0, 1, at - 1) new substr($0, at + length(old)) } { print } END { exit !found }'"
      + " \"$3\" >\"$3.new\" && mv \"$3.new\" \"$3\""
    let done = await Command.run(["sh", "-c", script, "replace", old, new, "\(root)/\(path)"])
    try #require(done.status == 0, "\(path) does not say “\(old)”: \(done.output)")
  }

  func make(_ arguments: String...) async -> Command { await make(arguments) }

  func make(_ arguments: [String]) async -> Command {
    await run(["make", "--silent", "--no-print-directory"] + arguments)
  }

  /// As `make module` built it, which plans the package each time.
  func scaffold(_ arguments: String...) async -> Command {
    await run(["\(root)/.build/debug/Scaffold", "--root", root] + arguments)
  }

  func build(_ target: String) async -> Command {
    await swift("build", "--target", target)
  }

  func swift(_ action: String, _ arguments: String...) async -> Command {
    await run(["swift", action] + Self.flags + arguments)
  }

  /// Those that what is copied was built by, as `make thorough` says: with others all is built again.
  private static let flags =
    getenv("NOTES_TUI_BUILT_BY").map { String(cString: $0).split(separator: " ").map(String.init) }
    ?? ["--explicit-target-dependency-import-check", "error"]

  /// Runs a program in the copy.
  private func run(_ program: [String]) async -> Command {
    // The compiler leaves folders behind where it keeps its lists of files.
    let temporary = "\(root)/.build/temporary"
    mkdir("\(root)/.build", 0o777)
    mkdir(temporary, 0o777)
    let place =
      isInPlace
      ? Self.inPlace(root) : ["sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "in", root]
    return await Command.run(place + program, environment: ["TMPDIR": temporary])
  }

  /// The package that this file belongs to.
  static let original =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
}
