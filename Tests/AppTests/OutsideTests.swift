import Editor
import Entities
import FakeTerminal
import Glibc
import Programs
import Services
import TestSupport
import Testing

@testable import App

@MainActor
@Suite("Other programs: clipboard tools and the person's own editor")
struct OutsideTests {
  @Test("A report says whether an address was opened, and why not")
  func addresses() {
    let outcomes: [AddressOutcome] = [.opened, .noProgram, .refused, .failed]
    #expect(
      outcomes.map { $0.message(of: "https://a.org/x") } == [
        "Opened “https://a.org/x” outside.",
        "No browser is known; set BROWSER to yours. Copied “https://a.org/x”.",
        "Only addresses of the web and of mail are opened. Copied “https://a.org/x”.",
        "The browser failed. Copied “https://a.org/x”.",
      ])
  }

  @Test("A tool reads and writes text; a failing or missing tool gives nothing")
  func tools() async {
    #expect(
      await ToolProcess.run(["/bin/cat"], input: [0x61, 0xff], takesOutput: true) == [0x61, 0xff])
    #expect(await ToolProcess.run(["/bin/true"], input: []) == [])
    #expect(await ToolProcess.run(["/bin/false"], takesOutput: true) == nil)
    #expect(await ToolProcess.run(["/nowhere/tool"], takesOutput: true) == nil)
    let large = [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(await ToolProcess.run(["/bin/cat"], input: large) == [])
    // A tool that always writes more ends as early as one that writes nothing.
    for line in ["while :; do echo more; sleep 0.01; done", "exec sleep 60"] {
      let tool = ["/bin/sh", "-c", line]
      #expect(await ToolProcess.run(tool, takesOutput: true, within: .milliseconds(100)) == nil)
      #expect(await ToolProcess.run(tool, within: .milliseconds(100)) == nil)
    }
  }

  @Test("A shell command can filter text, and may write before it has read everything")
  func filters() async throws {
    // The program's screens ignore this signal; commands do not, and a test runner may.
    signal(SIGPIPE, SIG_DFL)
    let filter = ShellFilter()
    let large = [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(try await filter.filter(large, by: "cat") == large)
    #expect(
      try await filter.filter(large, by: "head -c 3") == Array("aaa".utf8))
    #expect(try await filter.filter([], by: "printf x") == Array("x".utf8))
  }

  @Test("A filter that fails, takes too long, writes too much or is stopped reports an error")
  func filtersFail() async {
    @Sendable func problem(
      _ command: String, _ filter: ShellFilter = ShellFilter()
    ) async -> TextFilterError? {
      do throws(TextFilterError) {
        _ = try await filter.filter(Array("a".utf8), by: command)
        return nil
      } catch {
        return error
      }
    }
    #expect(await problem("echo no >&2; echo more >&2; exit 3") == .failed(code: 3, "no"))
    #expect(await problem("kill -9 $$") == .endedBySignal(9))
    let quick = ShellFilter(patience: .milliseconds(200), mostOutput: 1 << 20)
    #expect(await problem("sleep 60 | cat", quick) == .tooSlow(seconds: 0))
    #expect(await problem("exec >&- 2>&-; exec sleep 60", quick) == .tooSlow(seconds: 0))
    #expect(await problem("yes", quick) == .tooLarge(megabytes: 1))
    let stopped = Task { await problem("sleep 60") }
    stopped.cancel()
    #expect(await stopped.value == .stopped)
  }

  @Test("A confined program cannot write files, and has a minimal environment")
  func confined() async throws {
    let folder = TemporaryFolder()
    folder.write("kept", "as it was")
    let script = """
      exec 2>&1
      (echo changed >"$FOLDER/kept"); (echo made >"$FOLDER/made")
      env
      grep -E "NoNewPrivs|Seccomp:" /proc/self/status
      ulimit -v; ulimit -t; ulimit -c; ulimit -n
      pwd; ls /proc/self/fd; cat
      """
    let confinement = ChildStart.Confinement(
      memory: 1500 << 20, seconds: 4, environment: ["FOLDER=\(folder.path)", "PATH=/usr/bin:/bin"])
    let output = await ToolProcess.run(
      ["/bin/sh", "-c", script], input: Array("what was given".utf8), takesOutput: true,
      in: confinement)
    let said = String(decoding: try #require(output), as: UTF8.self)
    #expect(folder.text("kept") == "as it was" || folder.text("kept") == "")
    #expect(folder.text("made") != "made\n")
    #expect(said.contains("NoNewPrivs:\t1\n"))
    #expect(said.contains("Seccomp:\t2\n"))
    #expect(said.contains("\n1536000\n4\n0\n64\n/\n"))
    // Descriptor 3 is the folder that is read.
    #expect(said.hasSuffix("\n0\n1\n2\n3\nwhat was given"), "\(said)")
    #expect(!said.contains("HOME="))
    #expect(
      await ToolProcess.run(["/nowhere/tool"], takesOutput: true, in: confinement) == nil)
  }

  @Test("The clipboard tools of the current desktop are used if they are installed")
  func finding() {
    let folder = TemporaryFolder()
    for name in ["wl-copy", "wl-paste", "xsel"] {
      folder.write(name, "#!/bin/sh\n")
      folder.setMode(name, 0o755)
    }
    func found(_ variables: [String: String]) -> [String]? {
      ClipboardTools.found { variables[$0] ?? ($0 == "PATH" ? folder.path : nil) }?.copy
    }
    #expect(found([:]) == nil)
    #expect(found(["WAYLAND_DISPLAY": "w"]) == ["\(folder.path)/wl-copy"])
    #expect(found(["DISPLAY": ":0"])?.first == "\(folder.path)/xsel", "xclip is not there")
    #expect(found(["DISPLAY": ":0", "PATH": "/nowhere"]) == nil)
  }

  @Test("Without tools the terminal's clipboard is used, and text too large for it is reported")
  func terminalClipboard() async {
    let driver = FakeDriver()
    let clipboard = SystemClipboard(driver: driver, environment: { _ in nil })
    #expect(await clipboard.offer(Array("text".utf8)).value == nil)
    #expect(driver.clipboard == Array("text".utf8))
    #expect(!clipboard.isReadable)
    #expect(await clipboard.offered().value == nil)
    let problem = await clipboard.offer([UInt8](repeating: 0x61, count: 100_000)).value
    #expect(problem?.hasPrefix("Copied here only: it is too large") == true)
  }

  @Test("A paste right after a copy gives the copied text, even with slow tools")
  func pasteAfterCopy() async {
    let folder = TemporaryFolder()
    let kept = folder.path("kept")
    folder.write("kept", "old")
    folder.write("wl-copy", "#!/bin/sh\nsleep 0.2\ncat >'\(kept)'\n")
    folder.write("wl-paste", "#!/bin/sh\ncat '\(kept)'\n")
    for tool in ["wl-copy", "wl-paste"] { folder.setMode(tool, 0o755) }
    let variables = ["PATH": "\(folder.path):/usr/bin:/bin", "WAYLAND_DISPLAY": "w"]
    let driver = FakeDriver()
    let clipboard = SystemClipboard(driver: driver, environment: { variables[$0] })
    let copying = clipboard.offer(Array("new".utf8))
    let reading = clipboard.offered()
    #expect(await reading.value == Array("new".utf8))
    #expect(await copying.value == nil)
  }

  @Test("The person's editor runs through the shell with its arguments, and failures are reported")
  func editor() {
    let folder = TemporaryFolder()
    folder.write("it's a note.md", "text")
    let path = Array("\(folder.path)/it's a note.md".utf8)
    func run(_ command: String?) -> String? {
      OutsideEditor(environment: { $0 == "EDITOR" ? command : nil }).run(on: path, stop: {})
    }
    #expect(run("cp -f /dev/null") == nil)
    #expect(folder.read("it's a note.md") == [])
    #expect(run("false") == "false ended with 1.")
    #expect(
      run("no-such-editor 2>/dev/null")
        == "no-such-editor 2>/dev/null was not found. Set EDITOR to the editor you use.")
    #expect(run("kill -9 $$; echo") == "kill -9 $$; echo was ended by signal 9.")
    #expect(OutsideEditor(environment: { _ in nil }).command == "vi")
  }

  @Test("VISUAL takes precedence over EDITOR")
  func visual() {
    let names = ["VISUAL": "one", "EDITOR": "two"]
    #expect(OutsideEditor(environment: { names[$0] }).command == "one")
  }

  @Test(
    "The program does not start itself as the editor",
    arguments: [
      ("notes-tui edit", true), ("/usr/bin/notes-tui edit", true), ("'/a/notes-tui' edit", true),
      ("vi", false), ("notes-tui-keys", false), ("vi notes-tui", false), ("", false),
    ])
  func itself(command: String, isThis: Bool) {
    #expect(OutsideEditor(environment: { _ in command }).isThisProgram == isThis)
  }

  @Test("An address opens with BROWSER, or else with the desktop's opener, or else not at all")
  func opener() {
    let folder = TemporaryFolder()
    for name in ["xdg-open", "lynx"] {
      folder.write(name, "#!/bin/sh\n")
      folder.setMode(name, 0o755)
    }
    let address = "https://a.org/x?y=%20&z"
    func command(_ variables: [String: String]) -> [String]? {
      AddressOpener { variables[$0] ?? ($0 == "PATH" ? folder.path : nil) }?.command(for: address)
    }
    #expect(command([:]) == nil, "without a desktop nothing is guessed")
    #expect(command(["DISPLAY": ":0"]) == ["\(folder.path)/xdg-open", address])
    #expect(command(["BROWSER": "gone:lynx -x"]) == ["\(folder.path)/lynx", "-x", address])
    #expect(
      command(["BROWSER": "lynx --at=%s end", "DISPLAY": ":0"])
        == ["\(folder.path)/lynx", "--at=\(address)", "end"])
    #expect(command(["BROWSER": "gone", "WAYLAND_DISPLAY": "w"])?.first?.hasSuffix("open") == true)
    #expect(AddressOpener { ["BROWSER": "/bin/true"][$0] }?.takesTerminal == true)
    #expect(
      AddressOpener { ["BROWSER": "/bin/true", "DISPLAY": ":0"][$0] }?.takesTerminal == false)
  }

  @Test("Only web and mail addresses are opened, and never as an option or a shell line")
  func schemes() {
    let opener = AddressOpener { ["BROWSER": "/bin/true"][$0] }
    for address in ["http://a", "HTTPS://a.org/$(x)", "mailto:a@b"] {
      #expect(opener?.command(for: address) == ["/bin/true", address])
    }
    for address in [
      "file:///etc/passwd", "javascript:x", "-x", "https:a", "ssh://a", "https://a b",
      "https://a\u{1b}[2J", "", "../a.md",
    ] {
      #expect(opener?.command(for: address) == nil, "\(address)")
    }
  }

  @Test("Only files of viewable or audible kinds are opened")
  func kinds() {
    let opener = AddressOpener { ["BROWSER": "/bin/true"][$0] }
    func command(_ name: String) -> [String]? {
      opener?.command(forFile: NotePath("/v/\(name)"))
    }
    #expect(command("a b/-é.PNG") == ["/bin/true", "file:///v/a%20b/-%C3%A9.PNG"])
    #expect(command("x.pdf") == ["/bin/true", "file:///v/x.pdf"])
    for name in ["x.desktop", "x.html", "x.sh", "x", ".png", "png", "x.canvas", "x.png.exe"] {
      #expect(command(name) == nil, "\(name)")
    }
  }

  @Test("An opener gets the whole address, and its failure is reported")
  func opens() async {
    let folder = TemporaryFolder()
    folder.write("open", "#!/bin/sh\nprintf '%s|' \"$@\" >\"$0.got\"\n")
    folder.setMode("open", 0o755)
    let opener = AddressOpener { ["BROWSER": "\(folder.path)/open -n", "DISPLAY": ":0"][$0] }
    let command = opener?.command(for: "https://a.org/?a=b&c='d'") ?? []
    #expect(await opener?.run(command) == true)
    #expect(folder.read("open.got") == Array("-n|https://a.org/?a=b&c='d'|".utf8))
    #expect(await opener?.run(["/bin/false"]) == false)
    #expect(await opener?.run(["/nowhere/at/all"]) == false)
  }
}
