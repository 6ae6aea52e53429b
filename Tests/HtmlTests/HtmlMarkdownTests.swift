import Testing

@testable import Html

@Suite("HTML to Markdown")
struct HtmlMarkdownTests {
  static func markdown(_ html: String, _ rules: HtmlMarkdown.Rules = .init()) -> String {
    String(decoding: HtmlMarkdown.answer(of: Array(html.utf8), rules: rules).text, as: UTF8.self)
  }

  private static let blocks: [(String, String)] = [
    ("", ""),
    ("words", "words\n"),
    ("<p>one<p>two", "one\n\ntwo\n"),
    ("<p>one<br>two<br><br>three<br></p>", "one\ntwo\n\nthree\n"),
    ("<div>a <div>b</div> c</div>", "a\n\nb\n\nc\n"),
    ("<h1>Tea <b>time</b></h1>text", "# Tea time\n\ntext\n"),
    ("<h3>C #</h3><h2></h2>", "### C \\#\n"),
    ("<blockquote><p>a<p>b</blockquote>c", "> a\n>\n> b\n\nc\n"),
    ("a<hr>b", "a\n\n***\n\nb\n"),
    (
      "<pre><code class='language-swift'>let a\n\n  b\n</code></pre>",
      "```swift\nlet a\n\n  b\n```\n"
    ),
    ("<pre>```\nx</pre>", "````\n```\nx\n````\n"),
    ("<pre>a\n      b\n\t\n</pre>", "```\na\n      b\n```\n"),
    ("<pre>a\n  ````</pre>", "`````\na\n  ````\n`````\n"),
    ("<div class='highlight-source-c'><pre>x&nbsp;y</pre></div>", "```c\nx y\n```\n"),
    ("<dl><dt>Term<dd>Text</dl>", "**Term**\n\nText\n"),
    ("<details><summary>More</summary>text</details>", "**More**\n\ntext\n"),
    (
      "<figure><img src=a.png alt=A><figcaption>Words</figcaption></figure>",
      "![A](a.png)\n\n*Words*\n"
    ),
    ("<script>evil()</script><style>p{}</style><p onclick='x()'>safe", "safe\n"),
    ("<!-- no --><p>a<!-- no -->b", "ab\n"),
    ("<p>a<template>no</template>", "a\n"),
  ]

  @Test("HTML blocks become Markdown blocks", arguments: blocks)
  func writesBlocks(html: String, expected: String) {
    #expect(Self.markdown(html) == expected)
  }

  private static let lists: [(String, String)] = [
    ("<ul><li>a<li>b</ul>", "- a\n- b\n"),
    ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b\n"),
    ("<ul><li>a<ul><li>b<ul><li>c</ul></ul><li>d</ul>", "- a\n  - b\n    - c\n- d\n"),
    ("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", "- a\n  - b\n- c\n"),
    ("<ul><ul><li>a</li></ul><li>b</li></ul>", "- a\n\n* b\n"),
    ("<ol><li>a<ul><li>b</ul></ol>", "1. a\n   - b\n"),
    ("<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n\n- c\n"),
    ("<ul><li>a<pre>x</pre></ul>", "- a\n\n  ```\n  x\n  ```\n"),
    ("<ul><li>a<ul><li>b</ul>c</ul>", "- a\n  - b\n\n  c\n"),
    ("<ul><li></li><li>b</ul>", "-\n- b\n"),
    ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b\n"),
    ("<ul><li><input type=checkbox>a<li><input type=checkbox checked>b</ul>", "- [ ] a\n- [x] b\n"),
    ("<p><input type=checkbox>a<br><input type=checkbox checked>b<p>c", "- [ ] a\n- [x] b\n\nc\n"),
    ("<ul><li><input type=checkbox checked><p>a</p><p>b</p></ul>", "- [x] a\n\n  b\n"),
    ("<ul><div><li>a<li>b</div></ul>", "- a\n- b\n"),
    ("<ul><li>[ ] a<li>1. b</ul>", "- \\[ ] a\n- 1\\. b\n"),
  ]

  @Test("Lists retain their depth", arguments: lists)
  func writesLists(html: String, expected: String) {
    #expect(Self.markdown(html) == expected)
  }

  private static let words: [(String, String)] = [
    ("a <b> b </b>c", "a **b** c\n"),
    ("<b>a</b><b>b</b>", "**ab**\n"),
    ("<b>a <i>b</i></b>", "**a *b***\n"),
    ("<b>a<i>b</i></b>", "**a<em>b</em>**\n"),
    ("<a href=x>a\\</a>b", "[a\\\\](x)b\n"),
    ("a!<a href=x>b</a>", "a\\![b](x)\n"),
    ("<i>a <b>b </b> </i> c", "*a **b*** c\n"),
    ("<b>a <i>b</i></b><i> c</i>", "**a *b*** *c*\n"),
    ("https://a.b/*c 。https://a.b/~d", "<https://a.b/*c> 。https://a.b/~d\n"),
    ("<del>~a~</del>", "<del>\\~a\\~</del>\n"),
    ("https://a.b<i>c</i> https://a.b<br>c", "<https://a.b>*c* https://a.b\nc\n"),
    ("<strong><b>a</b></strong>", "**a**\n"),
    ("a<b>\"b\"</b>c", "a<strong>\"b\"</strong>c\n"),
    ("中<b>文。</b>后", "中<strong>文。</strong>后\n"),
    ("<b>a</b><i>b</i>", "**a**<em>b</em>\n"),
    ("<del>a</del> <s>b</s> <mark>c</mark>", "~~a~~ ~~b~~ ==c==\n"),
    ("H<sub>2</sub>O x<sup>2</sup> <kbd>K</kbd>", "H<sub>2</sub>O x<sup>2</sup> <kbd>K</kbd>\n"),
    ("<ins>a</ins> <u>b</u>", "<ins>a</ins> <u>b</u>\n"),
    ("<code>a`b</code> <tt>c *</tt>", "``a`b`` `c *`\n"),
    ("<span style='font-weight: 700; font-style: italic'>a</span>", "***a***\n"),
    ("<b style='font-weight:normal'>a</b>", "a\n"),
    ("<span style='text-decoration: line-through'>a</span>", "~~a~~\n"),
    ("<span style='background-color: rgb(255, 250, 165)'>a</span>", "==a==\n"),
    ("<span style='background-color: #FFF; color: white'>a</span>", "a\n"),
    ("a&nbsp;&nbsp; b\n\n c", "a b c\n"),
    ("<a href='x y(1).md'>a</a>", "[a](x%20y%281%29.md)\n"),
    ("<a href='https://a.b/c_d'>https://a.b/c_d</a>", "<https://a.b/c_d>\n"),
    ("<a href='a.md' title='T'>x<b>y</b></a>", "[x**y**](a.md \"T\")\n"),
    ("<a href='a.md'><img src='b.png' alt='[c]'></a>", "[![\\[c\\]](b.png)](a.md)\n"),
    ("<a href='a'>x<div>y</div></a>", "[x](a)\n\n[y](a)\n"),
    ("<a name=x>a</a>", "a\n"),
    ("<q>a</q>", "“a”\n"),
    ("<video src=a.mp4></video> <iframe src='https://a.b'></iframe>", "![](a.mp4) <https://a.b>\n"),
    (
      "<math><mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation></math>", "$x^2$\n"
    ),
  ]

  @Test("Words retain their styles and links", arguments: words)
  func writesWords(html: String, expected: String) {
    #expect(Self.markdown(html) == expected)
  }

  private static let signs: [(String, String)] = [
    ("snake_case http://a.b/c_d 5 * 6 a - b #1 C#x (c) a == b $5 and $6 [1] ~/x", nil),
    ("*a* _b_ __init__", "\\*a\\* \\_b\\_ \\_\\_init\\_\\_"),
    ("# a", "\\# a"), ("#tag a#b", "\\#tag a#b"), ("(#tag)", "(\\#tag)"), ("####### a", nil),
    ("- a", "\\- a"), ("+ a", "\\+ a"), ("-a", nil), ("---", "\\---"), ("===", "=\\=\\="),
    ("1. a", "1\\. a"), ("2) a", "2\\) a"), ("1.5 a", nil), ("> a", "\\> a"),
    ("[[a]]", "\\[\\[a]]"), ("[a](b)", "[a\\](b)"), ("[a]: b", "[a\\]: b"), ("[^1]", "\\[^1]"),
    ("![a]", "\\![a]"), ("[!note] a", "\\[!note] a"),
    ("`a`", "\\`a\\`"), ("~~a~~", "\\~\\~a\\~\\~"), ("==a==", "=\\=a=\\="), ("%%a%%", "%\\%a%\\%"),
    ("$a$", "$a\\$"), ("$$a$$", "\\$\\$a\\$\\$"), ("a ^id", "a \\^id"), ("a^2 b", nil),
    ("a\\b \\* \\", "a\\b \\\\\\* \\\\"), ("a | b", nil),
  ].map { ($0, $1 ?? $0) }

  @Test("Only text that Markdown would misread is escaped", arguments: signs)
  func escapes(text: String, expected: String) {
    #expect(Self.markdown("<p>\(text)</p>") == expected + "\n")
  }

  @Test("Text that looks like HTML stays text")
  func escapesHtml() {
    #expect(Self.markdown("a &lt; b &lt;b&gt; &amp;amp; a&amp;b") == "a < b \\<b> \\&amp; a&b\n")
  }

  private static let addresses = [
    "javascript:a()", " JaVaScript:a()", "java&#9;script:a()", "vbscript:a", "data:text/html,<b>",
    "file:///etc/passwd", "&#1;javascript:a()",
  ]

  @Test("A link that would run something becomes its words", arguments: addresses)
  func refuses(address: String) {
    #expect(Self.markdown("<a href='\(address)'>a</a><img src='\(address)' alt=b>") == "ab\n")
  }

  private static let tables: [(String, String)] = [
    (
      "<table><tr><th>A<th align=right>B<tr><td>x|y<td><p>1<p>2</table>",
      "| A | B |\n| --- | --: |\n| x\\|y | 1<br>2 |\n"
    ),
    (
      "<table><caption>C</caption><tr><td colspan=2>a<tr><td rowspan=2>b<td>c<tr><td>d</table>",
      "*C*\n\n| a | |\n| --- | --- |\n| b | c |\n| | d |\n"
    ),
    ("<table><tr><td><p>a<ul><li>b</ul></table>", "a\n\n- b\n"),
    ("<table></table>a", "a\n"),
    (
      "<table><tr><td onclick='x'>a &lt;<td><ul><li><a href='javascript:x'>b</a></ul></table>",
      "<table>\n<tbody>\n<tr>\n<td>a &lt;</td>\n<td><ul><li>b</li></ul></td>\n</tr>\n</tbody>\n</table>\n"
    ),
    (
      "<table><tr><td>a<td><pre>b\n\nc</pre></table>",
      "<table>\n<tbody>\n<tr>\n<td>a</td>\n<td><pre>b<br><br>c</pre></td>\n</tr>\n</tbody>\n</table>\n"
    ),
  ]

  @Test("Tables become Markdown tables where each cell is one line", arguments: tables)
  func writesTables(html: String, expected: String) {
    #expect(Self.markdown(html) == expected)
  }

  @Test("The title, dates and base are read from the head")
  func readsHead() {
    let page = """
      <title> A &amp;\n b </title><meta name=Created content=2024><meta property='og:url' content=u>
      <base href='x/'><body><h1>H</h1><svg><title>no</title></svg>
      """
    let answer = HtmlMarkdown.answer(of: Array(page.utf8))
    #expect(answer.title == "A & b")
    #expect(answer.heading == "H")
    #expect(answer.base == "x/")
    #expect(
      answer.metas == [
        .init(name: "created", content: "2024"), .init(name: "og:url", content: "u"),
      ])
  }

  private static let encodings: [([UInt8], String)] = [
    (Array("<p>né".utf8), "né\n"),
    ([0xef, 0xbb, 0xbf] + Array("né".utf8), "né\n"),
    ([0xff, 0xfe, 0x6e, 0, 0xe9, 0], "né\n"),
    ([0xfe, 0xff, 0, 0x6e, 0, 0xe9], "né\n"),
    (Array("<meta charset=iso-8859-1><p>n".utf8) + [0xe9, 0x80], "né€\n"),
    ([0x6e, 0xe9], "né\n"),
    (Array("<meta charset=utf-8><p>n".utf8) + [0xe9], "n\u{fffd}\n"),
    ([0x61, 0, 0x62], "ab\n"),
  ]

  @Test("The bytes are decoded by the encoding that they declare", arguments: encodings)
  func decodes(bytes: [UInt8], expected: String) {
    let text = String(decoding: HtmlMarkdown.answer(of: bytes).text, as: UTF8.self)
    #expect(text == expected)
  }
}
