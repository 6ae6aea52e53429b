import Bytes
import Testing

@Suite("HTML special characters in text")
struct HtmlTextTests {
  @Test("Special characters are written as references")
  func escapes() {
    #expect(HtmlText.escaped("a<b> & \"c's\" é\n") == "a&lt;b&gt; &amp; &quot;c&#39;s&quot; é\n")
    #expect(HtmlText.reference(of: "a") == nil)
  }

  @Test(
    "Any text comes back, including references in it",
    arguments: ["", "&", "&amp;", "&amp;lt;", "&lt", "a & b;", "<>'\"é&", "&#39", "🙂&&gt;"])
  func comesBack(_ text: String) {
    #expect(HtmlText.plain(HtmlText.escaped(text)) == text)
  }

  @Test(
    "Other references stay unchanged",
    arguments: [("&nbsp;&#x27;", "&nbsp;&#x27;"), ("&&lt;", "&<"), ("&amp;amp;", "&amp;")])
  func others(_ text: String, _ expected: String) { #expect(HtmlText.plain(text) == expected) }
}
