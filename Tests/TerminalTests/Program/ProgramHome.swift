import Glibc
import TestSupport

/// A test's own home with a vault in it. Several runs of the program can use the same home in turn.
final class ProgramHome {
  let folder = TemporaryFolder()

  init(_ notes: [String: String] = ["plan.md": "# Plan\nthe first line\n"]) {
    folder.makeFolder("home/notes")
    for (name, text) in notes { folder.write("home/notes/\(name)", text) }
  }

  var vault: String { folder.path("home/notes") }

  /// The whole environment of the program; nil removes a variable.
  func environment(_ changes: [String: String?]) -> [String] {
    var all: [String: String] = [
      "HOME": folder.path("home"), "XDG_STATE_HOME": folder.path("state"),
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC", "PATH": "/usr/bin:/bin",
      "NOTES_TUI_SCRIPT": "1",
      // On a terminal, a debug build's runtime would ask what to do about a crash, and wait.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    for (name, value) in changes { all[name] = value }
    return all.map { "\($0)=\($1)" }
  }

  /// The program's recovery copies of unsaved text, with the line that describes each.
  var keptTexts: [String] {
    let recovery = "state/notes-tui/recovery"
    return folder.names(in: recovery).flatMap { vault in
      folder.names(in: "\(recovery)/\(vault)").filter {
        $0.hasPrefix("note-") || $0.hasPrefix("draft-")
      }
      .compactMap { folder.text("\(recovery)/\(vault)/\($0)") }
    }
  }

  /// Moves the vault away. Nothing can be saved in it then, however long a test takes, so typed
  /// text stays unsaved.
  func hideVault() { folder.rename("home/notes", to: "home/elsewhere") }
  func bringVaultBack() { folder.rename("home/elsewhere", to: "home/notes") }

  /// A fully static program, as in the release, preloads no library.
  static func binary(with environment: [String: String?] = [:]) throws -> String {
    environment["LD_PRELOAD"] == nil
      ? try SpawnedProgram.program.get() : try SpawnedProgram.beside("notes-tui")
  }
}
