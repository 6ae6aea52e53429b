import KeyRows
import TestSupport
import TextEngine
import Testing

@testable import Emacs

/// All keys of emacs's global map that a terminal can send, with what they do here. `C-h` is left out:
/// a terminal sends it for Backspace.
@Suite("Emacs's global map")
struct GlobalMapTests {
  private struct Row {
    var keys: [String]
    var command: String
    var works: Bool
  }

  private static let rows: [Row] = {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let lines = textLines(of: "/" + folder + "/emacs-global-map.tsv") ?? []
    return lines.map { line in
      let parts = line.split(separator: "\t").map(String.init)
      return Row(
        keys: parts[0].split(separator: " ").map(String.init), command: parts[1],
        works: parts[2] == "works")
    }
  }()

  @Test("A key of the map has a command, or says that it is not available and changes nothing")
  func keys() {
    #expect(Self.rows.count > 350)
    var wrong: [String] = []
    for row in Self.rows {
      var isKnown = false
      if case .row(let found) = EmacsKeymap.rules.match(row.keys, in: EmacsKeymap.rules.first) {
        isKnown = found.meaning != .unavailable
      }
      let typesItself = row.command == "self-insert-command"
      if isKnown != row.works, !typesItself {
        wrong.append("\(row.keys.joined(separator: " ")) \(row.command)")
        continue
      }
      if row.works || typesItself { continue }
      var play = EmacsPlay("One |two.\n\nThree.\n")
      play.press(row.keys)
      let words = "“\(row.keys.joined(separator: " "))” is not available."
      // A beginning waits for another key.
      let isBeginning = play.machine.keys.isWaiting
      if play.string != "One two.\n\nThree.\n"
        || !play.effects.contains(.say(words)) && !isBeginning
      {
        wrong.append("\(row.keys.joined(separator: " ")) is not refused")
      }
    }
    #expect(wrong == [])
  }
}
