import TextEngine
import Testing

@testable import Emacs

@Suite("Emacs keys that are not supported")
struct AbsentEmacsKeysTests {
  private static let seconds: [String] = {
    let signs = (0x21...0x7e).map { String(UnicodeScalar(UInt8($0))) }
    let letters = "abcdefghijklmnopqrstuvwxyz".map { "C-\($0)" }
    return signs + letters + ["Space", "Enter", "Tab", "Up", "Del"]
  }()

  @Test(
    "A prefix consumes the next key, and nothing is typed or deleted",
    arguments: [
      ["C-c"], ["C-x"], ["C-x", "r"], ["C-x", "4"], ["C-x", "n"], ["C-x", "v"], ["C-x", "8"],
      ["M-g"], ["M-s"], ["C-x", "C-k"], ["C-x", "Enter"],
    ])
  func prefixes(first: [String]) {
    for second in Self.seconds where second != "C-g" {
      let keys = first + [second]
      guard case .none = EmacsKeymap.rules.match(keys, in: EmacsKeymap.rules.first) else {
        continue
      }
      var play = EmacsPlay("One |two.\n\nThree.\n")
      play.press(keys)
      #expect(play.string == "One two.\n\nThree.\n", "\(keys)")
      #expect(
        play.effects.contains(.say("“\(keys.joined(separator: " "))” is not available.")), "\(keys)"
      )
    }
  }

  @Test("An unsupported key with Meta does not type its letter")
  func meta() {
    for second in Self.seconds where !second.hasPrefix("C-") {
      let key = "M-" + second
      guard case .none = EmacsKeymap.rules.match([key], in: EmacsKeymap.rules.first) else {
        continue
      }
      var play = EmacsPlay("One |two.\n")
      play.press([key])
      #expect(play.string == "One two.\n", "\(key)")
    }
  }
}
