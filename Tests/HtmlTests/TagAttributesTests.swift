import Testing

@testable import Html

@Suite("HTML meant to stall a reader, and variants from other programs")
struct TagAttributesTests {
  private static func attributes(_ count: Int) -> String {
    (0..<count).map { " a\($0)=1" }.joined()
  }

  private static let pages: [(String, String)] = [
    ("plain", "<div\(attributes(60_000))>after</div>"),
    ("an end", "<div>after</div\(attributes(60_000))>"),
    ("quotes", "<div =\" \(attributes(60_000)) \">after</div>"),
    ("slashes", "<div" + String(repeating: "/a/b", count: 30_000) + ">after</div>"),
    ("in a comment", "<!--><div\(attributes(60_000))> -->after"),
    ("in a field", "<select><xmp></select><div\(attributes(60_000))>after"),
    ("behind a drawing", "<<svg>div\(attributes(60_000))>after"),
    ("within one another", "<a b='<div\(attributes(60_000)) x='>after"),
  ]

  @Test("A tag with more attributes than any page has is read quickly", arguments: pages)
  func limits(name: String, page: String) {
    let start = ContinuousClock.now
    _ = HtmlMarkdownTests.markdown("before " + page)
    #expect(ContinuousClock.now - start < .seconds(20))
    let limited = TagAttributes.limited(HtmlSource.prepared(Array(page.utf8), isXml: false))
    for start in limited.indices where limited[start] == 0x3c {
      let isEnd = start + 1 < limited.count && limited[start + 1] == 0x2f
      #expect(TagAttributes.tag(limited.span, from: start + (isEnd ? 2 : 1)).cut == nil)
      if start > 2_000 { break }
    }
  }

  @Test("A thousand attributes are read, whatever their values contain")
  func keeps() {
    let html = Array("<p title='a > b' \(Self.attributes(990))>x</p><a href=\"y?a>b\">z</a>".utf8)
    #expect(TagAttributes.limited(html) == html)
  }

  private static let forms: [(String, String)] = [
    ("<span style='background:0px 0px'>x</span>", "x\n"),
    ("<span style='background:no-repeat 0 0'>x</span>", "x\n"),
    ("<span style='background:rgb(255, 0, 0) 0 0'>x</span>", "==x==\n"),
    ("<span style='background:yellow'>x</span>", "==x==\n"),
    (
      "a<span class=MathJax_Preview>y</span><span class=MathJax>y=1</span>"
        + "<script type='math/tex'>y<1</script>", "a$y\\lt 1$\n"
    ),
    ("a<script type='math/tex; mode=display'>x^2</script>", "a$$x^2$$\n"),
    ("<xmp><b>&amp;</b></xmp>a", "```\n<b>&amp;</b>\n```\n\na\n"),
    ("<span style='background:rgba(255, 0, 0, 0)'>x</span>", "x\n"),
    (
      "<div class=joplin-editable><pre class=joplin-source data-joplin-language=swift "
        + "data-joplin-source-open='```swift'>let a</pre><pre>let a</pre></div>",
      "```swift\nlet a\n```\n"
    ),
    (
      "<span class=joplin-editable><pre class=joplin-source data-joplin-source-open='$$'>x^2</pre>"
        + "x2</span>", "$$x^2$$\n"
    ),
    ("<ul class=joplin-checklist><li class=checked>a<li>b</ul>", "- [x] a\n- [ ] b\n"),
    ("<picture><source srcset='a.webp 1x, b.webp 2x'></picture>", "![](a.webp)\n"),
    ("<picture><source srcset=a.webp><img src=a.png alt=A></picture>", "![A](a.png)\n"),
    ("<pre>code</pre><ul class=pre-numbering><li>1</ul>", "```\ncode\n```\n"),
    ("<ul style='list-style-type:decimal'><li>a<li>b</ul>", "1. a\n2. b\n"),
    ("<a href='https://e.org' title=T>https://e.org</a>", "[https://e.org](https://e.org \"T\")\n"),
    ("<img src=a.png width=50 height=20>", "![|50x20](a.png)\n"),
  ]

  @Test(
    "Other programs' variants of common elements are read like the common ones", arguments: forms)
  func reads(html: String, expected: String) {
    #expect(HtmlMarkdownTests.markdown(html) == expected)
  }
}
