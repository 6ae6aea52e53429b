import Glibc
import TestSupport
import Testing
import UseCases

@testable import App

@Suite("Programs of a person's own commands")
struct OwnProgramTests {
  private let folder = TemporaryFolder()

  /// A program on the person's path, as a shell script.
  private func program(_ name: String, _ script: String) {
    folder.write("bin/\(name)", "#!/bin/sh\n\(script)\n")
    chmod(folder.path("bin/\(name)"), 0o755)
  }

  private func runner(mostOutput: Int = 64 << 20, patience: Duration = .seconds(60)) -> OwnProgram {
    let path = "relative:\(folder.path)/bin:/usr/bin:/bin"
    let home = folder.path
    return OwnProgram(
      environment: { ["PATH": path, "HOME": home, "SECRET": "s"][$0] }, mostOutput: mostOutput,
      hookPatience: patience)
  }

  private func start(_ words: String...) -> OwnProgramStart {
    OwnProgramStart(words.map { Array($0.utf8) }, vault: Array(folder.path("vault").utf8))
  }

  @Test("A program gets its arguments, its input, and nothing else of the environment")
  func whole() async throws {
    program(
      "show", "env | sort | cut -d= -f1 | grep -v '^PWD$\\|^_$\\|^SHLVL$'; printf '%s|' \"$@\"; cat"
    )
    var start = start("show", "a b", "$(rm -rf x)", "")
    start.input = Array("in".utf8)
    let output = try await runner().run(start)
    #expect(
      String(decoding: output.output, as: UTF8.self)
        == "HOME\nNOTES_TUI_VAULT\nPATH\na b|$(rm -rf x)||in")
    start.isHook = true
    let hook = try await runner().run(start)
    #expect(String(decoding: hook.output, as: UTF8.self).contains("NOTES_TUI_HOOK\n"))
  }

  @Test("Errors of a program that ended well are a remark")
  func complaint() async throws {
    program("warn", "echo careful >&2; echo more >&2; echo out")
    #expect(
      try await runner().run(start("warn"))
        == OwnProgramOutput(Array("out\n".utf8), complaint: "careful"))
  }

  private static let scripts: [(String, OwnProgramError)] = [
    ("echo no >&2; exit 3", .failed("x", code: 3, "no")),
    ("kill -9 $$", .signal("x", 9)),
    ("while :; do echo more; done", .tooMuch("x", megabytes: 1)),
    ("exec >&- 2>&-; exec sleep 60", .tooSlow("x", seconds: 1)),
    ("exec sleep 60", .tooSlow("x", seconds: 1)),
  ]

  @Test("A program that fails, dies, prints too much or hangs is an error", arguments: scripts)
  func faults(script: String, error: OwnProgramError) async {
    program("x", script)
    var start = start("x")
    start.isHook = true
    await #expect(throws: error) {
      try await runner(mostOutput: 1 << 20, patience: .seconds(1)).run(start)
    }
  }

  @Test("A program that closes its input early, or leaves another one running, still ends")
  func pipes() async throws {
    program("early", "exec <&-; echo done")
    var start = start("early")
    start.input = [UInt8](repeating: 0x61, count: 4 << 20)
    #expect(try await runner().run(start).output == Array("done\n".utf8))
    program("leaves", "sleep 60 & echo done")
    #expect(try await runner().run(self.start("leaves")).output == Array("done\n".utf8))
  }

  @Test("Canceling ends the program with all that it started")
  func stopped() async throws {
    program("parent", "sleep 3600 & echo $! > \(folder.path)/child; wait")
    let (runner, start) = (runner(), start("parent"))
    let run = Task { try await runner.run(start) }
    while access(folder.path("child"), F_OK) != 0 { await Task.yield() }
    run.cancel()
    await #expect(throws: OwnProgramError.stopped("parent")) { try await run.value }
    var child = ""
    while child.isEmpty { child = (folder.text("child") ?? "").filter { $0 != "\n" } }
    let number = try #require(Int32(child))
    while kill(number, 0) == 0, !isZombie(number) { await Task.yield() }
  }

  private func isZombie(_ process: Int32) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    fgets(&line, 256, file)
    return String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .contains(") Z ")
  }

  @Test("A missing program, and one in the vault or behind a link into it, is not started")
  func refused() async {
    folder.write("vault/tool", "#!/bin/sh\ntouch \(folder.path)/started\n")
    chmod(folder.path("vault/tool"), 0o755)
    folder.write("bin/keep", "")
    symlink(folder.path("vault/tool"), folder.path("bin/linked"))
    let tool = folder.path("vault/tool")
    await #expect(throws: OwnProgramError.notFound("none")) {
      try await runner().run(start("none"))
    }
    await #expect(throws: OwnProgramError.isInVault(tool)) { try await runner().run(start(tool)) }
    await #expect(throws: OwnProgramError.isInVault("linked")) {
      try await runner().run(start("linked"))
    }
    #expect(access(folder.path("started"), F_OK) != 0)
  }
}
