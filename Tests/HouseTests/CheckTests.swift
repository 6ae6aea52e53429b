import Glibc
import Testing

/// The smaller steps of `make check`, with a made-up `notes-tui`.
@Suite("The checks")
struct CheckTests {
  let folder: ScratchFolder

  init() throws {
    folder = ScratchFolder()
    try folder.write("Makefile", "run: build\nbuild:\n.PHONY: run\n")
    try folder.program(
      "notes-tui", "echo 'usage: notes-tui [FOLDER] --vault DIR (-C)'; echo '  script FILE'")
  }

  private func readme(_ text: String, at page: String = "README.md") async throws -> Command {
    try folder.write(page, text)
    return await folder.run(
      ".ci/readme", "\(folder.path)/notes-tui", "\(folder.path)/\(page)",
      "\(folder.path)/Makefile")
  }

  @Test(
    "A README that shows only what exists passes",
    arguments: [
      "Run `make run`, or `make build run ARGS=\"x y\"`.",
      "    not code to us: make fire\n\nnotes-tui makes notes. You make something of them.",
      "```sh\n$ make run   # make haste\n.build/release/notes-tui --vault=DIR -C DIR\n```",
      "`notes-tui script tests` and `notes-tui notes://editor/PLAN` and `notes-tui [FOLDER]`",
      "`NOTES_TUI_LINK=runtime make build && ls`",
    ])
  func passes(text: String) async throws {
    let check = try await readme(text)
    #expect(check.status == 0, "\(check.output)")
  }

  @Test(
    "A README that shows missing commands or files fails, with the line",
    arguments: [
      ("Fine.\nRun `make rnu`.", "README.md:2: make has no target rnu\n"),
      ("```\ncd x && make run fast\n```", "README.md:2: make has no target fast\n"),
      ("`notes-tui --vualt DIR`", "README.md:1: notes-tui --help does not know --vualt\n"),
      ("`notes-tui scirpt x`", "README.md:1: notes-tui --help does not know scirpt\n"),
      ("```\nbin/notes-tui -x\n```", "README.md:2: notes-tui --help does not know -x\n"),
      ("See [it](Makefile), [that](https://x.y) and [this](no/page.md#a).", "no no/page.md\n"),
    ])
  func fails(text: String, message: String) async throws {
    let check = try await readme(text)
    #expect(check.status == 1)
    #expect(check.output.hasSuffix(message), "\(check.output)")
  }

  @Test("The commands and scripts on a guide page are run")
  func runsGuide() async throws {
    try folder.program(
      "notes-tui", "echo 'FILE script new'; [ \"$1\" != new ] && [ \"$2\" != bad ]")
    let sound = try await readme(
      "Lines:\n\n    title = x\n\n    # A script.\n    press a\n", at: "Guide/a.md")
    #expect(sound.status == 0, "\(sound.output)")
    let command = "Commands:\n\n    notes-tui script x\n    notes-tui new\n"
    let failing = try await readme(command, at: "Guide/a.md")
    #expect(failing.status == 1)
    #expect(failing.output.contains("Guide/a.md: what it shows fails:\n"), "\(failing.output)")
    #expect(try await readme(command).status == 0)
    try folder.program("notes-tui", "echo 'FILE script'; [ \"$1\" != script ]")
    #expect(try await readme("    # A script.\n    press a\n", at: "Guide/a.md").status == 1)
  }

  @Test(
    "A binary without position independence or with memory both writable and runnable is refused",
    arguments: [
      (["-pie", "-Wl,-z,relro"], ""),
      (["-static", "-no-pie"], "it is not position-independent"),
      (["-pie", "-Wl,-z,norelro"], "no part of it becomes read-only"),
      (["-pie", "-Wl,-z,execstack"], "its stack can be run"),
      (["-pie", "-Wl,-rpath,/x"], "it looks for libraries where its own path says"),
    ])
  func hardening(flags: [String], message: String) async throws {
    try folder.write("main.c", "int main(void) { return 0; }\n")
    let binary = "\(folder.path)/binary"
    let build = await Command.run(
      ["clang", "-fuse-ld=lld", "-fPIE", "-o", binary, "\(folder.path)/main.c"] + flags)
    try #require(build.status == 0, "\(build.output)")
    let check = await folder.run(".ci/hardening", binary)
    #expect(check.status == (message.isEmpty ? 0 : 1))
    #expect(check.output == (message.isEmpty ? "" : "\(binary): \(message)\n"))
  }

  @Test("Recordings that match the program's output pass, and the scripts are not changed")
  func recordsTheSame() async throws {
    try folder.program("notes-tui", "exit 1")
    try folder.write("Scripts/List/a.script", "screen\n|a|\n")
    let check = await folder.run(".ci/recordings", "\(folder.path)/notes-tui", "Scripts")
    #expect(check.status == 0, "\(check.output)")
  }

  @Test("A frame that would be recorded differently fails, with the difference")
  func tellsChangedFrame() async throws {
    try folder.program("notes-tui", "echo '|b|' >\"$3/List/a.script\"; exit 1")
    try folder.write("Scripts/List/a.script", "|a|\n")
    let check = await folder.run(".ci/recordings", "\(folder.path)/notes-tui", "Scripts")
    #expect(check.status == 1)
    #expect(check.output.contains("\n-|a|\n+|b|\n"), "\(check.output)")
    #expect(await Command.run(["cat", "\(folder.path)/Scripts/List/a.script"]).output == "|a|\n")
  }

  @Test("A failing recorder fails the check")
  func tellsBrokenRecorder() async throws {
    try folder.program("notes-tui", "echo no such option; exit 2")
    try folder.write("Scripts/List/a.script", "|a|\n")
    let check = await folder.run(".ci/recordings", "\(folder.path)/notes-tui", "Scripts")
    #expect(check.status == 1)
    #expect(check.output.hasPrefix("no such option\n"))
  }

  @Test("Tests get a folder in memory that is removed afterwards, or the folder that is given")
  func runsInMemory() async throws {
    let script = "echo \"${TMPDIR-}\"; ls -d \"${TMPDIR-/tmp}\" >&2 && exit 3"
    func run(_ setting: String...) async -> Command {
      let program = "\(PackageCopy.original)/.ci/in-memory"
      return await Command.run(["env"] + setting + [program, "sh", "-c", script])
    }
    let given = await run("TMPDIR=\(folder.path)")
    #expect(given.status == 3)
    #expect(given.output.hasPrefix("\(folder.path)\n"))
    #expect(access(folder.path, F_OK) == 0)
    let own = await run("-u", "TMPDIR")
    #expect(own.status == 3)
    let place = String(own.output.prefix { $0 != "\n" })
    // Where memory has no room it is the system's.
    if place.isEmpty { return }
    #expect(place.hasPrefix("/dev/shm/notes-tui-test-"))
    #expect(access(place, F_OK) != 0)
  }

  @Test("A shell script that does not parse fails the check, in any folder")
  func parsesScripts() async throws {
    let copy = try await PackageCopy()
    let sound = await Command.run(["\(copy.root)/.ci/shell"])
    #expect(sound.status == 0, "\(sound.output)")
    try copy.append("#!/bin/sh\nif true; then\n", to: "Resources/Tools/broken")
    #expect(await Command.run(["\(copy.root)/.ci/shell"]).status != 0)
  }
}
