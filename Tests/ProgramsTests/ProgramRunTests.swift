import Glibc
import TestSupport
import Testing

@testable import Programs

@Suite("Other programs, from start to exit")
struct ProgramRunTests {
  private func shell(_ line: String, _ input: [UInt8] = []) -> ProgramStart {
    var start = ProgramStart(["/bin/sh", "-c", line])
    start.input = input
    return start
  }

  private func run(
    _ line: String, _ limits: ProgramLimits = ProgramLimits(), until stop: ProgramStop? = nil
  ) async throws -> ProgramResult {
    try #require(
      await ProgramRun.run(shell(line), within: limits, until: stop ?? ProgramStop()))
  }

  @Test("A run returns the program's output, errors and exit status")
  func whole() async throws {
    let result = try await run("printf out; printf wrong >&2; exit 3")
    #expect(result.output == Array("out".utf8))
    #expect(result.errors == Array("wrong".utf8))
    #expect(result.ending == .code(3))
    #expect(try await run("kill -9 $$").ending == .signal(9))
    #expect(await ProgramRun.run(ProgramStart(["/nowhere"]), within: ProgramLimits()) == nil)
  }

  @Test("A program may write before it has read everything, and may exit before that")
  func pipes() async throws {
    let large = [UInt8](repeating: 0x61, count: 3 << 20)
    let all = try #require(await ProgramRun.run(shell("cat", large), within: ProgramLimits()))
    #expect(all.output == large)
    #expect(all.hasTakenInput)
    let few = try #require(
      await ProgramRun.run(shell("head -c 3", large), within: ProgramLimits()))
    #expect(few.output == Array("aaa".utf8))
    #expect(few.hasSucceeded)
    #expect(!few.hasTakenInput)
  }

  @Test("A program gets only the given environment")
  func environment() async throws {
    var start = ProgramStart(["/usr/bin/env"])
    start.environment = [Array("ONE=1".utf8), Array("TWO=\u{e9}".utf8)]
    let result = await ProgramRun.run(start, within: ProgramLimits())
    #expect(result?.output == Array("ONE=1\nTWO=\u{e9}\n".utf8))
    start.environment = nil
    #expect(await ProgramRun.run(start, within: ProgramLimits())?.output.isEmpty == false)
  }

  @Test("Limits on total time, first byte, silence and output each end the program")
  func limits() async throws {
    let moment = Duration.milliseconds(150)
    let talking = "while :; do echo more; sleep 0.01; done"
    #expect(try await run(talking, ProgramLimits(inAll: moment)).ending == .tooSlow(moment))
    var first = ProgramLimits()
    first.firstByte = moment
    #expect(try await run("exec sleep 60", first).ending == .tooSlow(moment))
    var silence = ProgramLimits(inAll: .seconds(60))
    silence.silence = moment
    let result = try await run("echo begun >&2; exec sleep 60", silence)
    #expect(result.ending == .tooSlow(moment))
    #expect(result.errors == Array("begun\n".utf8))
    // A program that keeps talking, or that has not begun, is not silent.
    silence.inAll = .milliseconds(400)
    #expect(try await run(talking, silence).ending == .tooSlow(.milliseconds(400)))
    #expect(try await run("exec sleep 60", silence).ending == .tooSlow(.milliseconds(400)))
    var much = ProgramLimits()
    much.mostOutput = 1 << 20
    #expect(try await run("yes", much).ending == .tooMuch)
  }

  @Test("A program that closes its output continues, and is still ended")
  func silent() async throws {
    let moment = Duration.milliseconds(150)
    let result = try await run("exec >&- 2>&-; exec sleep 60", ProgramLimits(inAll: moment))
    #expect(result.ending == .tooSlow(moment))
    #expect(try await run("exec >&- 2>&-; exit 4").ending == .code(4))
  }

  @Test("A stop request and a cancelled task end the program with all its children")
  func stopped() async throws {
    let folder = TemporaryFolder()
    let line = "sleep 60 & echo $! >'\(folder.path)/other'; echo $$ >'\(folder.path)/own'; wait"
    let stop = ProgramStop()
    async let asked = run(line, until: stop)
    let first = await processes(folder)
    #expect(first.allSatisfy(isThere))
    stop.ask()
    #expect(try await asked.ending == .stopped)
    #expect(first.count == 2)
    #expect(!(await remain(first)))

    folder.remove("own")
    let task = Task { try await run(line) }
    let second = await processes(folder)
    task.cancel()
    #expect(try await task.value.ending == .stopped)
    #expect(!(await remain(second)))
  }

  @Test("A program asked to stop before its start ends as it starts")
  func stoppedBefore() async throws {
    let stop = ProgramStop()
    stop.ask()
    #expect(try await run("exec sleep 60", until: stop).ending == .stopped)
  }

  @Test("A program may clean up before it is killed, and one that does not exit is killed")
  func cleaning() async throws {
    let folder = TemporaryFolder()
    var limits = ProgramLimits(inAll: .milliseconds(300))
    limits.cleaning = .seconds(20)
    let clean =
      "trap 'echo clean >\"\(folder.path)/said\"; exit' TERM; while :; do sleep 0.02; done"
    #expect(try await run(clean, limits).ending == .tooSlow(.milliseconds(300)))
    #expect(folder.text("said") == "clean\n")
    limits.cleaning = .milliseconds(100)
    let deaf = "trap '' TERM; while :; do sleep 0.02; done"
    #expect(try await run(deaf, limits).ending == .tooSlow(.milliseconds(300)))
  }

  @Test("A child left behind holds the output open only for the given time")
  func lingering() async throws {
    let folder = TemporaryFolder()
    let line = "(sleep 60; echo late) & echo $! >'\(folder.path)/own'; echo first"
    var limits = ProgramLimits(inAll: .seconds(60))
    limits.lingering = .milliseconds(100)
    let result = try await run(line, limits)
    #expect(result.hasSucceeded)
    #expect(result.output == Array("first\n".utf8))
    let late = try await run("(sleep 0.1; echo late) & echo first")
    #expect(late.output == Array("first\nlate\n".utf8))
    let left = folder.text("own").flatMap { Int32($0.filter(\.isNumber)) }
    kill(try #require(left), SIGKILL)
  }

  @Test("A program may receive input as it answers, and its output may be taken piece by piece")
  func talking() throws {
    var start = shell("while read -r word && [ \"$word\" != end ]; do echo \"<$word>\"; done")
    start.keepsInputOpen = true
    let program = try #require(RunningProgram(start))
    for word in ["one", "two"] {
      program.give(Array("\(word)\n".utf8))
      while program.output.last != 0x0a { program.turn(until: nil) }
      #expect(program.take(1) == Array("<".utf8))
      #expect(program.take(9) == Array("\(word)>\n".utf8))
    }
    program.give(Array("end\n".utf8))
    while !program.hasEnded { program.turn(until: nil) }
    #expect(program.result() == .code(0))
  }

  @Test("Long error output is cut in the middle")
  func complaints() async throws {
    let result = try await run("echo begin >&2; seq 1 100000 >&2; echo end >&2")
    #expect(result.errors.starts(with: "begin\n".utf8))
    #expect(result.errors.suffix(4) == Array("end\n".utf8)[...])
    #expect(result.errors.count < 1 << 18)
  }

  @Test("A pipe without a reader ends no program of ours")
  func brokenPipe() throws {
    var start = ProgramStart(["/bin/true"])
    start.keepsInputOpen = true
    let program = try #require(RunningProgram(start))
    while !program.hasEnded { program.turn(until: nil) }
    // More than a pipe holds: a program just being started briefly has the pipe's other end,
    // so that a few bytes would be accepted.
    program.give([UInt8](repeating: 0x61, count: 1 << 21))
    for _ in 0..<20 { program.turn(until: .now + .milliseconds(10)) }
    #expect(!program.hasTakenInput)
  }

  /// The numbers that the line above writes, once both are there.
  private func processes(_ folder: TemporaryFolder) async -> [Int32] {
    while folder.text("own")?.hasSuffix("\n") != true { await Task.yield() }
    return ["own", "other"].compactMap { folder.text($0).flatMap { Int32($0.dropLast()) } }
  }

  private func isThere(_ process: Int32) -> Bool { kill(process, 0) == 0 }

  /// Those that were killed are there until their parent has asked for them.
  private func remain(_ processes: [Int32]) async -> Bool {
    for _ in 0..<2_000 where processes.contains(where: isThere) {
      try? await Task.sleep(for: .milliseconds(5))
    }
    return processes.contains(where: isThere)
  }
}

@Suite("Programs found by name")
struct ProgramPathTests {
  @Test("Only absolute folders are searched for a program")
  func absolute() {
    let folder = TemporaryFolder()
    folder.write("bin/tool", "#!/bin/sh\n")
    folder.setMode("bin/tool", 0o755)
    #expect(ProgramPath.of("tool", in: ".::bin:\(folder.path("bin"))") == folder.path("bin/tool"))
    #expect(ProgramPath.of("tool", in: ".:bin:../bin:") == nil)
    #expect(ProgramPath.of("tool", in: "") == nil)
  }
}
