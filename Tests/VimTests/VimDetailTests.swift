import Testing

@testable import Vim

/// What vim 9.0 does, row by row.
@Suite("Details of vim's keys")
struct VimDetailTests {
  @Test(
    "Undo and redo set the cursor as in vim",
    arguments: [
      ("one\ntwo |three\nx", "Ozz<Esc>uu<C-r>", "one\nz|z\ntwo three\nx"),
      ("a\n|\n\nask him", "veUu", "a\n|\n\nask him"), ("|\nask him", "veUu.", "|\nASK him"),
    ])
  func undoing(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test(
    "`.` repeats a failed command as it was given",
    arguments: [
      ("|abc", "x<C-a>.", "|bc"), ("|abc", "x\"ap.", "|bc"), ("a b\n|c d", "vJjk.", "a b| c d"),
    ])
  func failing(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test(
    "Counts and blocks work in visual mode",
    arguments: [
      ("日|本語 の", "2vd", "日| の"), ("|日本 語", "2<C-v>d", "| 語"), ("a\n|b\nc\nd", "9Vd", "|a"),
      ("pag|e 10\n\npear", "<C-v>j~w.", "PAGE |10\n\npear"),
      ("p|age ten\nab\nx", "<C-v>jlld.", "p|ten\na\nx"),
      ("abc|def\nab\nabc", "<C-v>2jl>", "abc|    def\nab\nabc    "),
      ("a|bc\nabcdef", "d<C-v>2g_", "|a\na"),
      ("|a b\nc d", "<C-v>j$Ax<Esc>gg0`.", "a bx\n|c dx"),
    ])
  func selecting(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test(
    "Up and down from a tab go to its last cell",
    arguments: [
      ("|\tx\nabcdef", "j", "\tx\nabc|def"), ("|\tx\nabcdef", "vjd", "|ef"),
      ("ab\ncd\n|ef", "2g_k", "ab\nc|d\nef"),
      ("\t|\tx\nabcdefghij", "hj", "\t\tx\nabc|defghij"),
    ])
  func tabs(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test(
    "`go` is linewise if the motion before it was",
    arguments: [
      ("a|b\ncd\nef", "jdgo", "|ef"), ("a|b\ncd\nef", "jldgo", "|d\nef"),
      ("a|b\ncd\nef", "dgo", "|b\ncd\nef"),
    ])
  func bytes(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test(
    "`C-r =` inserts the result of a formula",
    arguments: [
      ("|", "i<C-r>=(1+2)*-3<CR><Esc>", "-|9"), ("|", "i<C-r>=5000000000 % 7<CR><Esc>", "|2"),
      ("|a", "i<C-r>=toupper('b').line('.')<CR><Esc>", "B|1a"),
      ("|a", "i<C-r>=1/0<CR><Esc>", "922337203685477580|7a"),
      // The pasted line has too many brackets for the stack.
      ("|a", "i<C-r>=" + String(repeating: "(", count: 20_000) + "<CR><Esc>", "|a"),
    ])
  func formulas(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test(
    "Typing and replacing work as in vim",
    arguments: [
      ("|n", "A<C-o>0foo<Esc>", "fo|on"),
      ("kiwi\n      |  eight", "r<CR>", "kiwi\n      \n     | eight"),
      ("  a|b\nc", "r<CR>", "  a\n|\nc"),
      ("|日本語 x", "gRa<Esc>", "|a 本語 x"), ("|日本語 x", "gRab<Esc>", "a|b本語 x"),
      ("|abcdef", "gR日<Esc>", "|日cdef"), ("|日本語 x", "gRa<BS><Esc>", "|日本語 x"),
      ("|日本語 x", "2gra", "a|a本語 x"),
      ("a|bc", "Ax<CR>foo<Esc>U", "abcx\nfo|o\n"), ("a|bc", "2o42<Esc>U", "abc\n42\n4|2\n"),
      ("a|bc", "o42<Esc>U", "abc\n|\n"), ("a|bc", "3A<Del>x<Esc>", "abcxx|x"),
    ])
  func typing(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test(
    "Numbers with leading zeros, which could be octal, are incremented as in vim",
    arguments: [
      ("|08 x", ":set nf=octal<CR><C-a>", "|9 x"), ("|007 x", ":set nf=octal<CR><C-a>", "01|0 x"),
      ("|0100 x", ":set nf=octal<CR><C-x>", "007|7 x"), ("|08 x", "<C-a>", "0|9 x"),
    ])
  func octal(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test(
    "`.` has the text that was typed",
    arguments: [
      ("ab|c", "iBar<Left><C-k>a'foo<Esc>", "áfoo"),
      ("|abc", "iBar<C-o>x<C-v>u20acfoo<Esc>", "€foo"),
      ("(-\n|x", "i<C-y><C-y><Esc>", "\u{16}(\u{16}-"), ("|ab\nx", "ji<C-y><C-y><Esc>", "ab"),
      ("(\n|x", "ax<C-o>0<C-y><Esc>", "("),
    ])
  func typed(before: String, keys: String, typed: String) {
    var play = VimPlay(before)
    play.press(keys)
    #expect(play.machine.registers["."].map { String(decoding: $0.text, as: UTF8.self) } == typed)
  }

  private func check(_ before: String, _ keys: String, _ after: String) {
    var play = VimPlay(before)
    play.press(keys)
    #expect(play.marked == after, "\(keys)")
  }
}
