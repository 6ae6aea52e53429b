import OwnCommands
import Terminal
import TestSupport
import Testing
import UseCases

@testable import App

/// A program that runs until it is canceled.
private struct EndlessProgram: OwnProgramRunning {
  let home = "/home/ada"
  let began: Latch
  let ended: Latch

  func run(_ program: OwnProgramStart) async throws(OwnProgramError) -> OwnProgramOutput {
    await began.open()
    while !Task.isCancelled { await Task.yield() }
    await ended.open()
    throw .stopped("x")
  }
}

@MainActor
@Suite("Own commands on the screens")
struct OwnCommandFlowTests {
  @Test("The screen stays alive while a program runs, a second one waits, and Esc ends it")
  func endless() async {
    let (began, ended) = (Latch(), Latch())
    let bench = AppBench(
      ["a.md": "# Alpha", "b.md": "# Beta"],
      ownCommands: "name = x\nscreen = list\nkey = M-x\nrun = x\n",
      ownProgram: EndlessProgram(began: began, ended: ended))
    await bench.start()
    bench.app.process([.key("M-x")])
    await began.pass()
    #expect(bench.app.router.aside == "“x” is running. Esc ends it.")
    bench.app.process([.key("j")])
    #expect(bench.app.router.stackDescription == "NoteList")
    bench.app.process([.key("M-x")])
    #expect(bench.app.router.notice == "“x” is still running. Esc ends it.")
    bench.app.process([.key("q")])
    #expect(bench.app.ending == nil)
    bench.app.process([.key("Esc")])
    #expect(bench.app.router.notice == "“x” was stopped. Nothing was changed.")
    await ended.pass()
    await bench.settle()
    bench.app.process([.key("q")])
    #expect(bench.app.ending?.exitCode == 0)
  }
}
