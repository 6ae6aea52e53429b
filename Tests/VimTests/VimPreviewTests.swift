import Regex
import TextEngine
import Testing

@testable import Vim

@Suite("A search while it is typed")
struct VimPreviewTests {
  private static let text = "|one two\nthree two\n\ntwo one\n"

  /// What is marked and shown.
  private struct Shown: Equatable {
    var all: [String] = []
    var current: String?
    /// The line and the byte of the shown match, from 1 and 0.
    var at: [Int]?
  }

  private static func shown(_ play: VimPlay) -> Shown {
    let (text, display) = (play.document.text, play.machine.display)
    func word(_ range: Range<ByteOffset>) -> String {
      String(decoding: text.bytes(in: range), as: UTF8.self)
    }
    let found =
      display.search?.finder?.matches(
        touching: .zero..<text.end, of: text, within: RegexBudget()) ?? []
    let at = display.search?.current.map { range in
      let line = text.line(at: range.lowerBound)
      return [line.value + 1, range.lowerBound - text.start(of: line)]
    }
    return Shown(all: found.map(word), current: display.search?.current.map(word), at: at)
  }

  @Test(
    "The match that Enter would go to is shown, and all others are marked",
    arguments: [
      ("/", [], nil, nil), ("/tw", ["tw", "tw", "tw"], "tw", [1, 4]),
      ("?two", ["two", "two", "two"], "two", [4, 0]),
      ("2/two", ["two", "two", "two"], "two", [2, 6]),
      ("/two/e", ["two", "two", "two"], "two", [1, 4]), ("/\\<x", [], nil, nil),
      ("/\\(", [], nil, nil), ("d/one", ["one", "one"], "one", [4, 4]),
      ("vj/one", ["one", "one"], "one", [4, 4]), (":s/two", ["two", "two", "two"], "two", [1, 4]),
      (":s/three", ["three"], nil, nil), (":2,3s/two", ["two", "two", "two"], "two", [2, 6]),
      (":%s/^t", ["t", "t"], "t", [2, 0]), (":g/one", ["one", "one"], "one", [4, 4]),
      (":v#tw", ["tw", "tw", "tw"], "tw", [1, 4]), (":s/", [], nil, nil), (":sor", [], nil, nil),
      ("/two<C-g>", ["two", "two", "two"], "two", [2, 6]),
      ("/two<C-t>", ["two", "two", "two"], "two", [4, 0]),
      ("/two<Esc>", [], nil, nil), ("/two<CR>", ["two", "two", "two"], nil, nil),
      ("/two\\|", [], "", nil), ("/TWO", [], nil, nil),
      (":set ic<CR>/TWO", ["two", "two", "two"], "two", [1, 4]),
      (":set nohls<CR>/two", [], "two", [1, 4]), (":set nois<CR>/two", [], nil, nil),
      ("/two<CR>:noh<CR>", [], nil, nil), ("/two<CR>:noh<CR>n", ["two", "two", "two"], nil, nil),
      ("*", ["one", "one"], nil, nil), ("/two<CR>:set nohls<CR>", [], nil, nil),
      ("/two<CR>:noh<CR>/one<Esc>", [], nil, nil),
      (":%s/two/2/c<CR>n", ["two", "two", "two"], "two", [2, 6]),
      (":s/two/2/<CR>", ["two", "two"], nil, nil), ("/$\\n\\n<CR>", ["\n\n"], nil, nil),
    ] as [(String, [String], String?, [Int]?)])
  func shows(keys: String, all: [String], current: String?, at: [Int]?) {
    var play = VimPlay(Self.text)
    play.press(keys)
    var shown = Self.shown(play)
    // An empty match shows the character at it.
    if current == "" { (shown.current, shown.at) = ("", nil) }
    #expect(shown == Shown(all: all, current: current, at: at))
  }

  @Test("The cursor moves only with Enter; a selection reaches to the match meanwhile")
  func movesLater() {
    var play = VimPlay(Self.text)
    play.press("/three")
    #expect(play.marked == "|one two\nthree two\n\ntwo one\n")
    #expect(play.machine.display.cursorOffset == ByteOffset(8) && play.machine.display.scrollsBack)
    play.press("<Esc>")
    #expect(play.machine.display.cursorOffset == nil && !play.machine.display.scrollsBack)
    play.press("v/three")
    #expect(play.document.selections.main.range == ByteOffset(0)..<ByteOffset(9))
    play.press("<Esc>")
    #expect(play.document.selections.main.range == ByteOffset(0)..<ByteOffset(1))
  }

  @Test("A pattern that takes long holds nothing up, and can be found aside")
  func givesUp() throws {
    let line = String(repeating: "a", count: 40) + "!"
    var play = VimPlay("|x\n\(line)\nab\n")
    play.document.budget = RegexBudget(1 << 25)
    for key in ["/", "\\", "v", "(", "a", "|", "a", "a", ")", "+", "$", "|", "b"] {
      play.press(key: key)
      #expect(!play.document.budget.isSpent)
    }
    let search = try #require(play.machine.display.search)
    #expect(search.current == nil && search.seek != nil)
  }

  @Test("A match has its number", arguments: [("|one\none\none\n", 3), ("|x\none\n", 1)])
  func numbers(text: String, number: Int) throws {
    var play = VimPlay(text)
    play.press("/one<CR>")
    let effects = play.machine.press("n", in: &play.document)
    let match = try #require(
      effects.compactMap { if case .found(let match) = $0 { match } else { nil } }.first)
    #expect(match.text == "/one")
    let head = play.document.selections.main.head
    let known = match.finder.number(
      ofMatchAt: head, in: play.document.text, within: RegexBudget())
    #expect(known?.number == number)
  }

  @Test(
    "Numbers are written as in vim",
    arguments: [(3, 27, "[3/27]"), (3, 100, "[3/>99]"), (100, 100, "[>99/>99]")])
  func writes(number: Int, count: Int, text: String) {
    #expect(MatchNumber(number: number, count: count).text == text)
  }

  @Test("In a long line only the part around the screen is searched")
  func marksInLongLines() {
    let line = String(repeating: "word ", count: 40_000)
    var play = VimPlay("|x\n\(line)\n")
    play.press("/word<CR>")
    let text = play.document.text
    let low = ByteOffset(100_002)
    let finder = play.machine.display.search?.finder
    let found = finder?.matches(touching: low..<low + 20, of: text, within: RegexBudget()) ?? []
    #expect(found.map { $0.lowerBound - low } == [0, 5, 10, 15])
  }

  @Test("Marks and options go along to another text")
  func followPerson() {
    var first = VimPlay(Self.text)
    first.press(":set nois<CR>/two<CR>")
    var second = VimPlay("|two\n")
    second.machine.copyShared(from: first.machine)
    second.press("l")
    #expect(Self.shown(second).all == ["two"])
    second.press("/t")
    #expect(Self.shown(second).current == nil)
  }
}
