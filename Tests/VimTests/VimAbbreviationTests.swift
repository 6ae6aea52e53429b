import Testing

@testable import Vim

/// The results are those of vim 9.0.
@Suite("Abbreviations")
struct VimAbbreviationTests {
  @Test(
    "A word is replaced by the key that ends it, where vim replaces it",
    arguments: [
      (["ab teh the"], "iteh teh,teh<Esc>", "the the,theone two\n"),
      (["ab teh the"], "iteh<CR>teh<Tab>x<Esc>", "the\nthe xone two\n"),
      (["ab teh the"], "ateh<C-]>x<Esc>", "othexne two\n"),
      (["ab teh the"], "iteh<C-v> teh<Esc>", "teh theone two\n"),
      (["ab teh the"], "iteh<C-c>", "tehone two\n"),
      (["ab teh the"], "ixteh teht -teh <Esc>", "xteh teht -the one two\n"),
      (["iab #i include"], "i#i x#i  ##i #i.<Esc>", "include xinclude  ##i include.one two\n"),
      (["ab ;; semi"], "i;; x;; a<Space>;;<Space>;;<C-]><Esc>", ";; x;; a ;; semione two\n"),
      (["ab a an"], "ia a. (a a<Esc>", "an an. (a anone two\n"),
      (["iab foo one two<CR>three"], "ifoo bar<Esc>", "one two\nthree barone two\n"),
      (["iab foo bar", "iab bar baz"], "ifoo bar <Esc>", "bar baz one two\n"),
      (["inoremap x y", "iab foo xx"], "ifoo x<Esc>", "yy yone two\n"),
      (["imap x y", "inorea foo xx"], "ifoo x<Esc>", "xx yone two\n"),
      (["imap q bar", "iab bar baz"], "iq <Esc>", "baz one two\n"),
      (["inoremap q bar<Space>", "iab bar baz"], "iq <Esc>", "bar  one two\n"),
      (["cab s1 s/one/two"], ":s1/<CR>", "two two\n"),
      (["cab zz d"], ":zz<CR>", ""),
      (["iab zz d"], ":zz<CR>", "one two\n"),
      (["ab foo bar"], "3ifoo <Esc>", "bar bar bar one two\n"),
      (["ab foo bar"], "ofoo <Esc>j0.", "one two\nbar \nbar \n"),
      (["ab foo bar"], "ifo<Left><Right>o <Esc>", "foo one two\n"),
      (["ab foo bar"], "Afoo<Esc>", "one twobar\n"),
      (["ab foo bar"], "Rfoo <Esc>", "bar two\n"),
      (["ab foo bar"], "ifoo<C-o>x<Esc>", "barne two\n"),
      (["ab foo bar", "una foo"], "ifoo <Esc>", "foo one two\n"),
      (["ab foo bar", "iuna foo"], "ifoo <Esc>:foo<CR>", "foo one two\n"),
      (["ab foo bar", "iabc"], "ifoo <Esc>", "foo one two\n"),
      (["ab foo bar", "abc"], "ifoo <Esc>", "foo one two\n"),
      (["ab foo bar"], "ofoo<Esc>..", "one two\nbar\nbar\nbar\n"),
      (["ab ü über"], "iü x<Esc>", "über xone two\n"),
      (["ab foo bar"], "A foo<C-r>\"foo <Esc>", "one two foofoo \n"),
      (["ab foo  bar baz"], "ccfoo.<Esc>u", "one two\n"),
      (["iab <silent> foo bar"], "ifoo <Esc>", "bar one two\n"),
      (["ab foo bar"], "ifoo(foo)foo/<Esc>", "bar(bar)bar/one two\n"),
      (["ab foo bar|iab x yy"], "ifoo x <Esc>", "bar yy one two\n"),
      (["ab ;; semi"], "i;; ;;<CR>;;<Tab>;;<Esc>", ";; semi\nsemi    semione two\n"),
      (["ab a; semi"], "ia; a;.<Esc>", "a; a;.one two\n"),
    ] as [([String], String, String)])
  func replaces(commands: [String], keys: String, after: String) {
    var play = VimPlay("|one two\n")
    for command in commands { play.press(":\(command.replacing("<", with: "<lt>"))<CR>") }
    play.press(keys)
    #expect(play.text == after)
  }

  @Test("The keys file may have abbreviations, and an undone one leaves nothing")
  func configures() {
    var machine = VimMachine()
    for line in ["ab teh the", "iabbrev btw by the way", "cnoreabbrev W w", "una teh"] {
      #expect(machine.configure(line) == nil)
    }
    #expect(
      machine.configure("ab teh") == "it sets nothing: write nmap jk <Esc>, set timeoutlen=500")
    #expect(machine.configure("una nosuch") == "E24: No such abbreviation")
    #expect(machine.maps.abbreviations.map(\.word) == ["btw", "W"])
    var play = VimPlay("|one two\n")
    play.press(":ab foo bar baz<CR>ifoo <Esc>u")
    #expect(play.marked == "|one two\n")
  }

  @Test("An abbreviation that leads to itself is replaced once")
  func recursion() {
    var play = VimPlay("|\n")
    for line in ["ab foo foo bar", "ab bar foo"] { #expect(play.machine.configure(line) == nil) }
    play.press("ifoo bar <Esc>")
    #expect(play.text == "foo bar foo \n")
  }
}
