import Entities
import Services
import Synchronization
import Terminal
import TestSupport
import Testing
import TextEngine
import Viper

@testable import Editor

/// Answers commands without a shell, and remembers them.
private final class FakeFilter: TextFiltering {
  private let commands = Mutex<[String]>([])

  var asked: [String] { commands.withLock { $0 } }

  func filter(_ text: [UInt8], by command: String) async throws(TextFilterError) -> [UInt8] {
    commands.withLock { $0.append(command) }
    switch command {
    case "rev":
      let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
      return Array(lines.map { Array($0.reversed()) }.joined(separator: [0x0a]))
    case "date": return Array("today\n".utf8)
    case "binary": return [0xff, 0x00]
    case "fail": throw .failed(code: 3, "no such thing")
    default: return Array("a \(command.utf8.count)\nb\n".utf8)
    }
  }
}

@MainActor
@Suite("Shell commands and files that vim's keys ask for")
struct EditorShellTests {
  private let filter = FakeFilter()

  private func bench(
    _ text: String = "one\ntwo\nthree\n", isReadOnly: Bool = false, locks: FakeLocks? = nil
  ) async -> EditorBench {
    let bench = EditorBench(
      .note(EditorBench.note), ["a.md": text], locks: locks, keymap: .vim, isReadOnly: isReadOnly,
      filter: filter)
    await bench.open()
    return bench
  }

  private func message(_ bench: EditorBench) -> String {
    bench.presenter.scene.state.message.text
  }

  private func enter(_ keys: String, in bench: EditorBench) async {
    bench.type(keys)
    bench.press("Enter")
    await bench.settle()
  }

  @Test("A filter and what reads a file wait for their answer, also in a macro")
  func waits() async {
    let bench = await bench()
    bench.type("!!rev")
    bench.press("Enter")
    // Typed ahead: it acts on the filtered text.
    bench.type("xj.")
    await bench.settle()
    #expect(bench.text == "no\nwo\nthree\n")
    bench.type("uuu")
    bench.type("ggqa!!rev")
    bench.press("Enter")
    await bench.settle()
    bench.type("jq2@a")
    await bench.settle()
    #expect(bench.text == "eno\nowt\neerht\n")
    bench.type("u")
    await bench.settle()
    #expect(bench.text == "eno\ntwo\nthree\n", "a macro is one step")
    await enter(":g/t/.!rev", in: bench)
    #expect(bench.text == "eno\nowt\neerht\n")
    await enter(":1r !date", in: bench)
    #expect(bench.marked == "eno\n|today\nowt\neerht\n")
  }

  @Test("A command that fails or writes no text changes nothing, and the message says why")
  func failures() async {
    let bench = await bench()
    await enter(":%!fail", in: bench)
    #expect(message(bench) == "The command ended with 3: no such thing. The text is as it was.")
    await enter(":%!binary", in: bench)
    #expect(message(bench) == "The command's output is not UTF-8 text. The text is as it was.")
    await enter(":r p.png", in: bench)
    #expect(message(bench) == "p.png is not UTF-8 text and was not read.")
    await enter(":!!!", in: bench)
    #expect(filter.asked.last?.contains("binarybinary") == true, "each ! is the last command")
    #expect(bench.text == "one\ntwo\nthree\n")
  }

  @Test("A read-only note is shown to commands, but not changed by them")
  func readOnly() async {
    let bench = await bench(isReadOnly: true)
    await enter(":%!rev", in: bench)
    #expect(message(bench) == EditorWords.isReadOnly)
    #expect(filter.asked.isEmpty)
    await enter(":w !count", in: bench)
    #expect(filter.asked.count == 1)
    #expect(bench.text == "one\ntwo\nthree\n")
  }

  @Test("A path in a command is one word of the shell, and a note's name runs nothing")
  func names() async {
    let bench = await bench()
    await enter(":r !wc %", in: bench)
    await enter(":r !wc '%' \\%", in: bench)
    await enter(":r !wc %:t:r", in: bench)
    #expect(filter.asked == ["wc /vault/a.md", "wc '/vault/a.md' %", "wc a"])
    await enter(":r !wc #", in: bench)
    #expect(message(bench) == "E194: No alternate file name to substitute for '#'")
  }

  @Test("Esc ends a command, and its key has no effect")
  func stops() async {
    let bench = await bench()
    bench.type(":%!rev")
    bench.press("Enter", "Esc")
    await bench.settle()
    #expect(bench.text == "one\ntwo\nthree\n")
    #expect(message(bench) == EditorWords.stopped)
    // The line is still there, to be changed or left.
    bench.press("Esc")
    await enter(":%!rev", in: bench)
    #expect(bench.text == "eno\nowt\neerht\n")
  }
}
