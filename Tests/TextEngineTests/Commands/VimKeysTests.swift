import Testing

@testable import TextEngine

@Suite("Vim's keys as rows of a table")
struct VimKeysTests {
  @Test(
    "Counts, operators, motions and objects come together",
    arguments: [
      ("|one two three", "w", "one |two three"), ("|one two three", "2w", "one two |three"),
      ("|one two", "dw", "|two"), ("|one two three four", "d2w", "|three four"),
      ("|one two three four five", "2d2w", "|five"), ("one |two\nthree", "dw", "one |\nthree"),
      ("|one two", "cwx<Esc>", "|xtwo"), ("|one two", "de", "| two"), ("one| two", "e", "one tw|o"),
      ("a\n|b\nc", "dd", "a\n|c"), ("|a\nb\nc", "2dd", "|c"), ("|a\nb\nc", "dj", "|c"),
      ("a\nb\n|c", "dk", "|a"),
      ("a\n|b\nc\nd", "dG", "|a"), ("a\nb|\nc", "dgg", "|c"), ("a\n|b\nc", "d1G", "|c"),
      ("  |ab\n  c", "dd", "  |c"),
      ("o|ne two", "diw", "| two"), ("one t|wo three", "daw", "one |three"),
      ("one tw|o", "daw", "one|"),
      ("f(a, (|b))", "di(", "f(a, (|))"), ("f(a, (b)|)", "ci(x<Esc>", "f(|x)"),
      ("f(|a)", "dab", "f|"),
      ("say \"o|ne two\" x", "di\"", "say \"|\" x"), ("a\n|b\nc\n\nd", "dip", "|\nd"),
      ("|b\n\n\nd", "dap", "|d"),
      ("|a,b,c", "f,", "a|,b,c"), ("|a,b,c", "2f,", "a,b|,c"), ("|a,b,c", "dt,", "|,b,c"),
      ("|a,b,c", "d2f,", "|c"),
      ("a,b,|c", "F,", "a,b|,c"), ("a,b,|c", "dT,", "a,b,|c"), ("|a,b", "fz", "|a,b"),
      ("|one two", "x", "|ne two"), ("|one", "3x", "|"), ("|one", "9x", "|"),
      ("on|e two\nb", "D", "on|\nb"),
      ("|a\nb", "ddp", "b\n|a"), ("|a\nb", "yyp", "a\n|a\nb"), ("a\n|b", "yyP", "a\n|b\nb"),
      ("|one two", "yww\"1P", "one one |two"),
      ("|a\nb\nc", "\"xddjp", "b\nc\n|a"), ("|a\nb\nc", "\"xdddd\"xP", "|a\nc"),
      ("|ab", "xp", "ba|"),
      ("|one two", "gUiw", "|ONE two"), ("|a\nb", ">>", "    |a\nb"),
      ("    |a\nb", "<lt><lt>", "|a\nb"), ("|a\nb\nc", ">j", "    |a\n    b\nc"),
      ("|one two", "vwd", "|two"), ("|one two", "viwU", "«ONE» two"),
      ("|one two", "vlld", "|e two"),
      ("|a", "ixyz<Esc>", "xy|za"), ("a|b", "Ac<Esc>", "ab|c"), ("a|\nb", "oc<Esc>", "a\n|c\nb"),
      ("a\n  |b", "Oc<Esc>", "a\n  |c\n  b"),
      ("|one", "dwu", "|one"), ("|one two three", "dw<Esc>dw", "|three"), ("|(a)", "d%", "|"),
      ("|a\nb", "J", "a| b"),
      ("|one\n\ntwo", "d}", "|\ntwo"), ("|one", "d<Esc>x", "|ne"), ("|one", "dqx", "|ne"),
      ("|ab cd", "cwé<Esc>", "|écd"),
      ("|one two", "2", "|one two"), ("|日本 x", "dw", "|x"), ("|a\r\nb\r\nc", "dd", "|b\r\nc"),
      ("|a\r\nb", "ddp", "b\r\n|a"),
    ])
  func plays(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys, rules: VimKeys.rules) == after)
  }

  @Test(
    "The mode is what the last key made it",
    arguments: [
      ("", "normal"), ("i", "insert"), ("ix<Esc>", "normal"), ("v", "visual"), ("vd", "normal"),
      ("d", "pending"),
      ("dw", "normal"), ("cw", "insert"), ("d<Esc>", "normal"), ("dz", "normal"),
      ("v<Esc>", "normal"), ("2", "normal"),
      ("C", "insert"), ("vc", "insert"), ("f", "normal"), ("dd", "normal"), ("dy", "normal"),
    ])
  func modes(_ keys: String, _ mode: String) {
    var play = KeyPlay("|one two", rules: VimKeys.rules)
    play.press(keys)
    #expect(play.mode == mode)
  }

  @Test(
    "What waits is shown until it is done or given up",
    arguments: [
      ("", ""), ("2", "2"), ("2d", "2 d"), ("2d3", "2 d 3"), ("2dw", ""), ("d<Esc>", ""),
      ("g", "g"), ("gU", "g U"),
      ("\"a", "\" a"), ("f", "f"), ("fz", ""), ("dz", ""),
    ])
  func waiting(_ keys: String, _ shown: String) {
    var interpreter = KeyInterpreter(VimKeys.rules)
    for key in KeyPlay.keys(keys) { _ = interpreter.press(key) }
    #expect(interpreter.shown == shown)
    #expect(interpreter.isWaiting == !shown.isEmpty)
  }

  @Test("A count without end is a count", arguments: ["9", "1"])
  func counts(_ digit: String) {
    var interpreter = KeyInterpreter(VimKeys.rules)
    for _ in 0..<60 { #expect(interpreter.press(digit) == .pending) }
    #expect(interpreter.press("d") == .pending)
    for _ in 0..<60 { #expect(interpreter.press(digit) == .pending) }
    let outcome = interpreter.press("d")
    #expect(outcome == .run(Invocation(.delete, count: 1_000_000_000, target: .lines)))
  }
}
