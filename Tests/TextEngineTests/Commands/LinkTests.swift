import Testing

@testable import TextEngine

@Suite("Links and completion")
struct LinkTests {
  @Test(
    "A link is made from the selection, and text from a link",
    arguments: [
      ("see «this»", "<M-l>", "see [this](|)"), ("see th|is", "<M-l>", "see [this](|)"),
      ("|", "<M-l>", "[|]()"),
      ("«https://a.b»", "<M-l>", "[|](https://a.b)"), ("[wo|rds](address)", "<M-l>", "words|"),
      ("«a» «b»", "<M-l>", "[a](|) [b](|)"), ("«word»", "[[", "[[«word»]]"),
    ])
  func makes(_ before: String, _ keys: String, _ after: String) {
    #expect(KeyPlay.result(before, keys) == after)
  }

  @Test(
    "Pasting an address over words makes them a link",
    arguments: [
      ("see «this»", "https://a.b/c", "see [this](https://a.b/c)|"),
      ("see «this»", "https://a.b/c_(d)", "see [this](<https://a.b/c_(d)>)|"),
      ("see «this»", "that", "see that|"), ("see |this", "https://a.b", "see https://a.b|this"),
      ("«https://x.y»", "https://a.b", "https://a.b|"),
      ("«a» «b»", "www.a.org", "[a](www.a.org)| [b](www.a.org)|"),
      ("«a\nb»", "https://a.b", "https://a.b|"),
    ])
  func pastes(_ before: String, _ text: String, _ after: String) {
    var play = KeyPlay(before)
    play.run(Invocation(.paste, argument: text))
    #expect(play.marked == after)
  }

  @Test(
    "The link at the cursor is found in every form",
    arguments: [
      ("a [[No|te]] b", "wiki Note"), ("|[[Note]]", "wiki Note"), ("[[Note]]|", "wiki Note"),
      ("[|[Note]]", "wiki Note"),
      ("[[Note]] |", "none"),
      ("[[Note#He‸ad|words]]", "wiki Note part Head"),
      ("![[No|te]]", "wiki Note"), ("[[#^blo|ck]]", "wiki  part ^block"), ("[[A\\|b‸]]", "wiki A"),
      ("[[A]] x| [[B]]", "none"),
      ("[[ A # B |]]", "wiki A part B"), ("[[A]B|]]", "wiki A]B"), ("[[ |]]", "none"),
      ("[wo|rds](a b)", "none"), ("[wo|rds]( a (t) )", "markdown a"),
      ("[wo|rds](some%20note.md#Part)", "markdown some%20note.md part Part"),
      ("[words](<a b>| \"title\")", "markdown a b"),
      ("[words](http://x.y/#z|)", "markdown http://x.y/#z"),
      ("![i|mg](a.png)", "markdown a.png"), ("[a [b]| c](d)", "markdown d"),
      ("[words](a(b)|c)", "markdown a(b)c"),
      ("see https://a.b/c|?d=e. x", "address https://a.b/c?d=e"),
      ("(<https://a.|b>)", "address https://a.b"),
      ("notes://editor/A|", "address notes://editor/A"), ("time: 10:3|0", "none"),
      ("www.a.o|rg", "address www.a.org"),
      ("[wo|rds][Ref]\n\n[ref]: <x.md> \"t\"", "reference x.md at 14"),
      ("[words][R|ef]\n\n[ref]: x.md", "reference x.md at 14"),
      ("[re|f]\n\n  [ref]: x.md", "reference x.md at 7"), ("[re|f]", "none"),
      ("a[^1|]\n\n[^1]: note", "footnote ^1 at 7"),
      ("a[^1|][^2]\n\n[^2]: b\n[^1]: a", "footnote ^1 at 19"),
      ("[a][Ref][b|]\n\n[b]: y.md\n[ref]: x.md", "reference y.md at 13"),
      ("`[[No|te]]`", "wiki Note"), ("$a [[No|te]]$", "wiki Note"), ("\\[wo|rds](a)", "none"),
      ("[![i|mg](a.png)](b)", "markdown a.png"), ("[![img](a.png)](|b)", "markdown b"),
      ("(https://a.b/c_(|d)).", "address https://a.b/c_(d)"),
      ("x(mailto:a@|b)", "address mailto:a@b"),
      ("|", "none"), ("plain| words", "none"),
    ])
  func finds(_ marked: String, _ expected: String) {
    let state = MarkedSelections(marked)
    let link = TextLink.at(state.selections.main.head, in: state.text)
    var found = link.map { "\($0.kind) \($0.target)" } ?? "none"
    if let part = link?.part { found += " part \(part)" }
    if let offset = link?.definition { found += " at \(offset.value)" }
    #expect(found == expected)
  }

  @Test(
    "The text being typed can be completed",
    arguments: [
      ("see [[No|", "note No", "see [[X]]|"), ("[[|]]", "note ", "[[X]]|"),
      ("[[No|te]] b", "note No", "[[X]]| b"),
      ("[[No|te#Head]]", "note No", "[[X|#Head]]"),
      ("[[Note#He|", "heading(note: \"Note\") He", "[[Note#X]]|"),
      ("[[Note#^b|", "block(note: \"Note\") b", "[[Note#^X]]|"),
      ("[[##He|", "anyHeading He", "[[X]]|"), ("a [[##|]] b", "anyHeading ", "a [[X]]| b"),
      ("[[^^b|", "anyBlock b", "[[X]]|"),
      ("[[#A#B|]]", "heading(note: \"\") B", "[[#A#X]]|"),
      ("![[i|", "note i", "![[X]]|"), ("[[No| and [[B]]", "note No", "[[X]]| and [[B]]"),
      ("a #ta|", "tag ta", "a #X|"), ("a #ta|gs b", "tag ta", "a #X| b"), ("(#日|", "tag 日", "(#X|"),
      ("–#t|", "tag t", "–#X|"), ("a #20|26", "tag 20", "a #X|"),
      ("a #|", "tag ", "a #X|"),
    ])
  func completes(_ marked: String, _ expected: String, _ after: String) throws {
    var play = KeyPlay(marked)
    let found = Completion.at(play.selections.main.head, in: play.text)
    let completion = try #require(found)
    #expect("\(completion.kind) \(completion.typed)" == expected)
    play.apply(try #require(Completion.change(writing: "X", in: play.context)))
    #expect(play.marked.replacingBars == after.replacingBars)
  }

  @Test(
    "Several cursors complete the same word together",
    arguments: [
      ("[[No|\n[[No|", "[[X]]|\n[[X]]|"), ("a #t|\nb #t| c #t|x", "a #X|\nb #X| c #X|"),
      ("[[No|]] and [[No|te]]", "[[X]]| and [[X]]|"),
      ("[[a#h‸\n[[a#h‸|b]]", "[[a#X]]‸\n[[a#X‸|b]]"),
    ])
  func completesTogether(_ marked: String, _ after: String) throws {
    var play = KeyPlay(marked)
    #expect(Completion.at(play.selections, in: play.text) != nil)
    play.apply(try #require(Completion.change(writing: "X", in: play.context)))
    #expect(play.marked == after)
  }

  @Test(
    "Cursors with different text before them complete nothing",
    arguments: ["[[No|\n[[Na|", "[[No|\nNo|", " #a|\n[[a|", "[[a#h|\n[[b#h|", "[[N«o»\n[[No|"])
  func completesNothingTogether(_ marked: String) {
    let state = MarkedSelections(marked)
    #expect(Completion.at(state.selections, in: state.text) == nil)
  }

  @Test(
    "Nothing is completed elsewhere in a text",
    arguments: [
      "|", "a|", "[[a]]|", "[a|", "#|", "##|", "a#b|", "[[a|b‸", "# |", "[[a\n|", "a #b.c|",
      "a #b×|",
    ])
  func completesNothing(_ marked: String) {
    let state = MarkedSelections(marked)
    #expect(Completion.at(state.selections.main.head, in: state.text) == nil)
  }

  @Test(
    "Part of a text becomes a note and leaves a link",
    arguments: [
      ("a\n«# Head\nwords\n»b", "Head", "# Head\nwords\n", "a\n[[N]]|\nb"),
      ("see «these words» here", "these words", "these words\n", "see [[N]]| here"),
      ("«\r\n- [ ] task\r\n»x", "task", "\r\n- [ ] task\r\n", "[[N]]|\r\nx"),
    ])
  func extracts(_ marked: String, _ title: String, _ text: String, _ after: String) throws {
    var play = KeyPlay(marked)
    let extraction = try #require(NoteExtraction(play.context))
    #expect(extraction.title == title)
    #expect(String(decoding: extraction.text.bytes, as: UTF8.self) == text)
    play.apply(try #require(extraction.change(linkedBy: "[[N]]", in: play.context)))
    #expect(play.marked == after)
  }

  @Test("A selection of blanks makes no note", arguments: ["a|", "« »", "«\n\n»"])
  func extractsNothing(_ marked: String) {
    #expect(NoteExtraction(KeyPlay(marked).context) == nil)
  }
}

extension String {
  /// Cursors are written in two ways.
  fileprivate var replacingBars: String { String(map { $0 == "‸" ? "|" : $0 }) }
}
