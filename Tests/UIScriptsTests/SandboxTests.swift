import Entities
import Glibc
import Testing
import UIScripts

@MainActor
@Suite("A script's own home")
struct SandboxTests {
  private let folder = ScriptFolder()

  /// Plays a script and returns what `look` saw of its home, at the script's `run look`.
  private func seen(
    _ text: String, _ look: @escaping (Sandbox) -> String
  ) async throws -> (seen: String, output: String) {
    let file = try folder.write(text + "\nrun look -> \"\"", to: "toy.script")
    var host = ScriptHost.toys()
    var seen = ""
    host.run = { _, sandbox in
      seen = look(sandbox)
      return ("", 0)
    }
    let (output, _, _) = await ScriptCommand.run(arguments: [file], host: host)
    return (seen, output)
  }

  @Test("Notes have the clock's time, a second apart in order; later notes are newer")
  func times() async throws {
    _ = try folder.write("", to: "fixture/b.md")
    _ = try folder.write("", to: "fixture/a.md")
    let (seen, output) = try await seen(
      """
      clock 2026-03-02 09:00
      vault fixture
      note one.md "1"
      note sub/two.md "2"
      press x
      note three.md "3"
      note four.md "4"
      """
    ) { sandbox in
      ["a.md", "b.md", "one.md", "sub/two.md", "three.md", "four.md"].map { name in
        var status = stat()
        guard stat("\(sandbox.vault)/\(name)", &status) == 0 else { return "no \(name)" }
        return "\(status.st_mtim.tv_sec - 1_772_442_000).\(status.st_mtim.tv_nsec)"
      }.joined(separator: " ")
    }
    #expect(output == "1 passed, 0 failed, 0 skipped\n")
    #expect(seen == "0.0 -1.0 -2.0 -3.0 0.1000 0.2000")
  }

  @Test("The home holds the vault and settings, reveals no path of the caller, and is removed")
  func home() async throws {
    var root = ""
    let (seen, _) = try await seen("") { sandbox in
      root = sandbox.root
      let folders = [
        sandbox.vault, sandbox.stateFolder, sandbox.configFolder, sandbox.cacheFolder,
      ]
      let areInside = folders.allSatisfy {
        $0.hasPrefix("\(sandbox.home)/") && access($0, W_OK) == 0
      }
      let isScrubbed = sandbox.environment.allSatisfy {
        !$0.contains("/") || $0.contains(sandbox.root) || $0 == "PATH=/usr/bin:/bin"
      }
      return "\(areInside) \(isScrubbed)"
    }
    #expect(seen == "true true")
    #expect(!root.isEmpty && access(root, F_OK) != 0)
  }

  @Test("A link in a copied vault is copied as a link, and no write follows it outside")
  func links() async throws {
    _ = try folder.write("safe", to: "outside/note.md")
    _ = try folder.write("", to: "fixture/a.md")
    try #require(symlink("\(folder.path)/outside", "\(folder.path)/fixture/link") == 0)
    let (_, output) = try await seen("vault fixture\nnote link/note.md \"changed\"") { _ in "" }
    #expect(output.contains("link/note.md leads through a link out of the vault"))
    #expect(try folder.read("outside/note.md") == "safe")
  }
}
