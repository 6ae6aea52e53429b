import TestSupport
import Testing

@testable import Html

@Suite("HTML with rules of its source, and arbitrary HTML")
struct HtmlRulesTests {
  @Test("A picture embedded in its address is saved when the rules say so")
  func keepsPictures() {
    var rules = HtmlMarkdown.Rules()
    rules.picture = { mime, bytes in "\(mime):\(bytes.count)" }
    let html =
      "<img src='data:image/png;base64,AAEC' alt=a><img src='data:image/svg+xml,%3Csvg/%3E'>"
    #expect(HtmlMarkdownTests.markdown(html, rules) == "![a](image/png:3)![](image/svg+xml:6)\n")
    #expect(HtmlMarkdownTests.markdown(html) == "a\n")
  }

  @Test("A rule determines what an element becomes, and elements are closed as in XML")
  func obeysRules() {
    var rules = HtmlMarkdown.Rules()
    rules.isXml = true
    rules.hasLines = true
    rules.meaning = { element in
      switch element.name {
      case "en-media": .picture(destination: element.attribute("hash") ?? "", words: "")
      case "en-todo": .box(isDone: element.attribute("checked") == "true")
      case "li": element.style("--en-checked").map { .box(isDone: $0 == "true") }
      case "div" where element.style("--en-codeblock") == "true": .code(language: "")
      case "x-lines": .block(Array("- [ ] a\n- [x] b".utf8))
      case "x-none": .nothing
      default: nil
      }
    }
    let html = """
      <div>a<en-media hash="1"/>b</div><div>c<br></br></div><div><br/></div><div><en-todo/>d</div>\
      <div><en-todo checked="true"/>e</div><ul><li style="--en-checked:true;"><div>f</div></li></ul>\
      <div style="--en-codeblock:true"><div>g</div><div><br/></div><div>  h</div></div><x-lines/>\
      <x-none>no</x-none>
      """
    #expect(
      HtmlMarkdownTests.markdown(html, rules) == """
        a![](1)b
        c

        - [ ] d
        - [x] e

        - [x] f

        ```
        g

          h
        ```

        - [ ] a
        - [x] b

        """)
  }

  @Test("Adjacent lists are joined when a rule says so, and a callout becomes a quote")
  func joins() {
    var rules = HtmlMarkdown.Rules()
    rules.joinsLists = true
    rules.meaning = { $0.classes.contains("hint") ? .callout(head: Array("[!tip] b".utf8)) : nil }
    let html = """
      <ul><li>a</li></ul><div><ul><li>b<ul><li>c</li></ul></li></ul></div><ul><li><p>d</p><p>e</p>\
      </li></ul><ol><li>f</li></ol><ol start=2><li>g</li></ol><ol><li>h</li></ol>\
      <div class="x hint"><p>i</p><p>j</p></div>
      """
    #expect(
      HtmlMarkdownTests.markdown(html, rules) == """
        - a
        - b
          - c

        - d

          e

        1. f
        2. g

        1) h

        > [!tip] b
        > i
        >
        > j

        """)
  }

  @Test("A formula appears once, and a picture that links to itself has no link")
  func once() {
    let html = """
      <p><span class="katex"><math><annotation encoding="application/x-tex">k_1</annotation></math>\
      <span class="katex-html" aria-hidden="true">k1</span></span> \
      <a href="a.png"> <img src="a.png"></a><a href="b.png"><img src="c.png"></a> \
      <span style="border-bottom:0.05em solid">low</span></p>
      """
    #expect(
      HtmlMarkdownTests.markdown(html) == "$k_1$ ![](a.png)[![](c.png)](b.png) <u>low</u>\n")
  }

  private static let hostile: [(String, String, Int)] = [
    ("divs", "<div>", 100_000), ("lists", "<ul><li>", 20_000), ("styles", "<b><i>", 20_000),
    ("quotes", "<blockquote>", 20_000), ("tables", "<table><tr><td>", 5_000),
    ("signs", "<", 100_000),
    ("unknown", "<x-y>", 50_000), ("comments", "<!--", 50_000), ("breaks", "<br>", 50_000),
    ("fonts", "<p><font color=a><font size=b>", 2_000), ("ends", "</p></b></div>", 20_000),
    ("drawings", "<svg><g>", 20_000),
    ("spans", "<p><a href=x>a<span style='font-weight:bold'>b", 2_000),
  ]

  @Test("Extremely deep elements retain their words and are read quickly", arguments: hostile)
  func endures(name: String, piece: String, count: Int) {
    let html =
      "before " + String(repeating: piece, count: count) + (name == "comments" ? "" : " after")
    let start = ContinuousClock.now
    let text = HtmlMarkdownTests.markdown(html)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(text.hasPrefix("before"))
    // An unclosed comment goes to the end.
    #expect(text.contains("after") || name == "comments")
  }

  private static let foreign: [(String, String)] = [
    ("<table><svg><th><desc><select></table>a", "a\n"),
    ("<svg><title>no</title><text>a</text><style>no</style></svg><p>b", "a\n\nb\n"),
    ("<svg><g><p>a</p>b</g></svg><b>c</b>", "a\n\nb**c**\n"),
    ("<math><mi>x<svg><td>y</svg><p>z", "xy\n\nz\n"),
    ("a <svg/> <math><mi>b</mi></math> c", "a b c\n"),
  ]

  @Test("Drawings and formulas become their words, whatever they contain", arguments: foreign)
  func readsForeign(html: String, expected: String) {
    #expect(HtmlMarkdownTests.markdown(html) == expected)
  }

  @Test("Cell spans request no more cells than a page has words")
  func limitsCells() {
    let row = "<tr>" + String(repeating: "<td colspan=1000 rowspan=1000>a", count: 1000)
    let text = HtmlMarkdownTests.markdown(
      "<table>" + row + String(repeating: "<tr><td>b", count: 1000))
    #expect(text.utf8.count < 1_000_000)
  }

  // MARK: Any

  private static let elements = [
    "p", "div", "ul", "ol", "li", "b", "i", "em", "span style='background:red'", "a href='x y'",
    "h1",
    "h4", "blockquote", "table", "tr", "td", "th", "sub", "mark", "del", "code", "pre", "dl", "dt",
    "dd", "section", "font", "u", "details", "summary", "x-y", "center", "kbd",
  ]
  private static let words = [
    "tea", "a_b", "*star*", "#tag", "- x", "1. y", "[[z]]", "[q](r)", "`c`", "==m==", "$5", "x$",
    "|",
    "~~s~~", "%%n%%", "^id", "&lt;b&gt;", "\\", "é。", "http://a.b/c_d", "!", "===", "---",
  ]

  @Test("Each word of any tree of elements is in the Markdown, in order")
  func keepsWords() {
    for seed in 0..<300 {
      var random = SeededRandom(seed: Thorough.seed &* 1000 &+ UInt64(seed))
      var html = ""
      var expected: [String] = []
      var open: [String] = []
      for number in 0..<60 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
          let element = Self.elements.randomElement(using: &random) ?? "p"
          html += "<\(element)>"
          open.append(String(element.prefix { $0 != " " }))
        case 2: if let name = open.popLast() { html += "</\(name)>" }
        case 3: html += [" ", "\n", "<br>", "<hr>", "&nbsp;"].randomElement(using: &random) ?? ""
        default:
          // Text in a table but outside its cells moves in front of it, as in browsers.
          if open.contains("table"), !["td", "th"].contains(open.last ?? "") { continue }
          html += (Self.words.randomElement(using: &random) ?? "") + " w\(number) "
          expected.append("w\(number)")
        }
      }
      let text = HtmlMarkdownTests.markdown(html)
      let found = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        .filter { $0.hasPrefix("w") && Int($0.dropFirst()) != nil }
      #expect(
        open.contains("table") ? found.sorted() == expected.sorted() : found == expected,
        "\(seed): \(html)")
    }
  }

  @Test("Any bytes give a text")
  func readsAnything() {
    for seed in 0..<200 {
      var random = SeededRandom(seed: Thorough.seed &+ UInt64(seed))
      var bytes: [UInt8] = []
      for _ in 0..<400 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.append(UInt8.random(in: 0...255, using: &random))
        case 1: bytes += "<\(Self.elements.randomElement(using: &random) ?? "p")>".utf8
        case 2:
          bytes +=
            "</\((Self.elements.randomElement(using: &random) ?? "p").prefix { $0 != " " })>".utf8
        default:
          bytes +=
            ["<!--", "-->", "<![CDATA[", "<svg>", "<select>", "<template>", "\"", "'", "=", "&#x"]
            .randomElement(using: &random)?.utf8 ?? "".utf8
        }
      }
      let text = HtmlMarkdown.answer(of: bytes).text
      #expect(String(validating: text, as: UTF8.self) != nil, "\(seed)")
    }
  }
}
