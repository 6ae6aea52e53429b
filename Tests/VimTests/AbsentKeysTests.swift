import TextEngine
import Testing

@testable import Vim

@Suite("Vim keys that are not supported")
struct AbsentKeysTests {
  private static let before = "|The quick (brown) fox.\nSecond line.\n\nAfter a blank.\n"

  private func expectNothing(_ play: VimPlay, of keys: String, _ location: SourceLocation) {
    #expect(play.text == Self.before.filter { $0 != "|" }, "\(keys)", sourceLocation: location)
    #expect(play.machine.mode == .normal, "\(keys)", sourceLocation: location)
    #expect(!play.machine.keys.interpreter.isWaiting, "\(keys)", sourceLocation: location)
    #expect(
      play.warning?.hasSuffix("is not available.") == true,
      "\(keys): \(play.warning ?? "nothing was said")", sourceLocation: location)
  }

  @Test(
    "An unsupported operator consumes its motion or object, changes nothing, and says so",
    arguments: ["g@", "zf"])
  func operators(name: String) {
    let operands = [
      "w", "$", "j", "G", "gg", "}", "ip", "ap", "iw", "i(", "a)", "fx", "t.", "'<", "2j",
      "/fox<CR>",
    ]
    let doubled = ["g@": ["g@@", "g@g@"], "zf": []]
    let all = operands.map { name + $0 } + (doubled[name] ?? []) + ["v2l" + name, "Vj" + name]
    for keys in all {
      // An unreachable target is refused by the motion.
      if keys.hasSuffix("'<") { continue }
      var play = VimPlay(Self.before)
      play.press(keys)
      expectNothing(play, of: keys, #_sourceLocation)
    }
  }

  private static let seconds: [String] = {
    let signs = (0x21...0x7e).map { String(UnicodeScalar(UInt8($0))) }
    let letters = "abcdefghijklmnopqrstuvwxyz".map { "C-\($0)" }
    return signs + letters + ["Space", "Enter", "Tab", "Up", "Del", "C-]", "C-\\"]
  }()

  @Test(
    "A prefix consumes the next key, even one with a meaning of its own",
    arguments: [
      [], ["g"], ["z"], ["Z"], ["["], ["]"], ["C-w"], ["C-w", "g"], ["C-\\"], ["z", "u"],
    ])
  func prefixes(first: [String]) {
    for second in Self.seconds {
      let keys = first + [second]
      if case .none = VimKeymap.rules.match(keys, in: "normal") {
        if first.isEmpty, second.first?.isNumber == true { continue }
        // A count may come before the key of a window.
        if first.first?.hasPrefix("C-") == true, second.first?.isNumber == true { continue }
        var play = VimPlay(Self.before)
        for key in keys { play.press(key: key) }
        expectNothing(play, of: VimNotation.text(of: keys), #_sourceLocation)
      }
    }
  }

  @Test("The text after a mark or an operator is consumed")
  func lines() {
    for keys in ["dma", "cqx", "d<C-w>v"] {
      var play = VimPlay(Self.before)
      play.press(keys)
      expectNothing(play, of: keys, #_sourceLocation)
    }
  }

  @Test("In insert mode, unsupported keys after C-x change no text, and other keys are typed")
  func typing() {
    for keys in ["i<C-x><C-v><Esc>", "i<C-x><C-u><Esc>", "i<C-x><C-o><Esc>", "i<C-x><Tab><Esc>"] {
      var play = VimPlay(Self.before)
      play.press(keys)
      expectNothing(play, of: keys, #_sourceLocation)
    }
    var play = VimPlay("|end")
    play.press("i<C-x>a<Esc>")
    #expect(play.text == "aend")
  }
}
