import TestSupport
import Testing
import UIScripts

/// A folder of scripts for one test, removed with it.
struct ScriptFolder {
  private let folder = TemporaryFolder()

  var path: String { folder.path }

  /// Writes a file with the folders it needs, and returns its whole path.
  func write(_ text: String, to name: String, mode: UInt32 = 0o644) throws -> String {
    folder.write(name, text)
    folder.setMode(name, mode)
    try #require(folder.mode(name) == mode)
    return folder.path(name)
  }

  func read(_ name: String) throws -> String { try #require(folder.text(name)) }

  /// Plays a script with toys; the folder's path is removed from the output.
  @MainActor
  func play(_ text: String, _ options: String...) async throws -> (String, Int32) {
    let file = try write(text, to: "toy.script")
    let (output, _, code) = await ScriptCommand.run(arguments: [file] + options, host: .toys())
    return (output.replacing("\(path)/", with: ""), code)
  }
}
