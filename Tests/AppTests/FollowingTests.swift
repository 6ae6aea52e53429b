import Entities
import FakeTerminal
import Services
import Synchronization
import Terminal
import TestSupport
import Testing
import Viper

@testable import App

@MainActor
@Suite("Following links to files and addresses")
struct FollowingTests {
  @Test("C-] on an address opens it in the browser or copies it, and a message says which")
  func address() async {
    for opener in [
      nil, StubOpener(opens: true), StubOpener(opens: false), StubOpener(opens: true, shows: false),
    ] {
      let bench = AppBench(["a.md": "<https://a.org/x>"], opener: opener)
      await bench.start()
      await bench.press("Enter", "Right", "Right", "C-]")
      let isOpened = opener.map { $0.opens && $0.shows } ?? false
      #expect(opener == nil || opener?.asked.all == ["https://a.org/x"])
      #expect(
        bench.driver.frame.text.contains(
          isOpened ? "Opened “https://a.org/x” outside." : "“https://a.org/x”."))
      #expect(bench.stack == "NoteList > Editor")
    }
  }

  @Test("A browser without a desktop runs in the terminal; without a browser the address is copied")
  func terminal() async {
    for problem in ["", "lynx ended with 1.", nil] as [String?] {
      let bench = AppBench(
        ["a.md": "<https://a.org/x>"], opener: StubOpener(opens: false, takesTerminal: true))
      let commands = Asked()
      if let problem {
        bench.app.programs.runInTerminal = {
          commands.append($0.joined(separator: " "))
          return problem.isEmpty ? nil : problem
        }
      }
      await bench.start()
      await bench.press("Enter", "Right", "Right", "C-]")
      #expect(commands.all == (problem == nil ? [] : ["open https://a.org/x"]))
      let text = bench.driver.frame.text
      switch problem {
      case "": #expect(text.contains("Opened “https://a.org/x”"))
      case nil: #expect(text.contains("“https://a.org/x”."))
      case let problem?: #expect(text.contains(problem))
      }
    }
  }

  @Test("A file that is not a note opens in its program, and a message says so")
  func file() async {
    for (opener, said) in [
      (nil, "no program is known"), (StubOpener(opens: true), "Opened a/map.png outside."),
      (StubOpener(opens: false), "The program that opens a/map.png failed."),
      (StubOpener(opens: true, shows: false), "a/map.png is no note."),
    ] {
      let bench = AppBench(["a.md": "A"], opener: opener)
      await bench.start()
      bench.app.programs.open(file: NotePath("a/map.png"))
      await bench.work.whenIdle()
      bench.app.drawAndAnswerScripts()
      #expect(opener == nil || opener?.asked.all == ["/home/ada/notes/a/map.png"])
      #expect(bench.driver.frame.text.contains(said))
    }
  }
}

private final class Asked: Sendable {
  private let texts = Mutex<[String]>([])
  var all: [String] { texts.withLock { $0 } }
  func append(_ text: String) { texts.withLock { $0.append(text) } }
}

private struct StubOpener: AddressOpening {
  var opens: Bool
  var takesTerminal = false
  /// Whether the opener accepts any address.
  var shows = true
  let asked = Asked()

  func command(for address: String) -> [String]? {
    asked.append(address)
    return shows ? ["open", address] : nil
  }
  func command(forFile path: NotePath) -> [String]? { command(for: path.text) }
  func run(_ command: [String]) async -> Bool { opens }
}
