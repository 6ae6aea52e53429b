import Glibc
import TestSupport
import Testing

/// A folder for one test; it goes away with this value.
struct ScratchFolder {
  private let folder: TemporaryFolder

  /// What is large is no use of memory.
  init(isLarge: Bool = false) {
    folder = isLarge ? TemporaryFolder(in: "/tmp") : TemporaryFolder()
  }

  var path: String { folder.path }

  /// A shell writes it: a descriptor open for writing here could be inherited by a child that another
  /// test starts at that moment, and then the program would be "busy".
  func write(_ name: String, _ text: String) throws {
    let script = "mkdir -p \"${2%/*}\" && rm -f \"$2\" && printf %s \"$1\" >\"$2\""
    let written = Command.runNow(["sh", "-c", script, "write", text, "\(path)/\(name)"])
    try #require(written.status == 0, "\(written.output)")
  }

  /// A shell script that can be called.
  func program(_ name: String, _ script: String) throws {
    try write(name, "#!/bin/sh\n\(script)\n")
    try #require(chmod("\(path)/\(name)", 0o755) == 0)
  }

  /// Runs a script of the package, from within this folder.
  func run(_ script: String, _ arguments: String...) async -> Command {
    await Command.run(
      ["sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "run", path]
        + ["\(PackageCopy.original)/\(script)"] + arguments)
  }
}
