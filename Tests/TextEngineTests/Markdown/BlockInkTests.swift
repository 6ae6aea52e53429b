import Testing
import TextEngine

@Suite("Inks of lines")
struct BlockInkTests {
  @Test(
    "Each line gets the inks of its kind",
    arguments: [
      ("## A", "heading2+marker'##' heading2'A'"),
      ("##A", ""),
      ("A\n===", "heading1'A' heading1+marker'==='"),
      ("A\n---\nb", "heading2'A' heading2+marker'---'"),
      ("---\nb", "ruler+marker'---'"),
      ("* * *", "ruler+marker'* * *'"),
      (
        "```c\nx *y*\n```\nz",
        "codeBlock+marker'```' codeBlock+language'c' codeBlock'x *y*' codeBlock+marker'```'"
      ),
      ("````\n```\n````", "codeBlock+marker'````' codeBlock'```' codeBlock+marker'````'"),
      ("~~~\n```\n~~~", "codeBlock+marker'~~~' codeBlock'```' codeBlock+marker'~~~'"),
      ("``` a`b", ""),
      ("    code", "codeBlock'code'"),
      ("a\n    b", ""),
      ("- a\n\n    b", "listMarker'-'"),
      ("- a\n\n      code", "listMarker'-' codeBlock'code'"),
      ("1. a", "listMarker'1.'"),
      ("a\n2. b", ""),
      ("- [ ] a", "listMarker'-' task'[ ]'"),
      ("- [x] a", "listMarker'-' task'[x]' taskDone'a'"),
      ("- [/] a", "listMarker'-' task'[/]'"),
      ("- [] a", "listMarker'-'"),
      ("> a\n>> b", "quote+marker'>' quote'a' quote+marker'>>' quote'b'"),
      (
        "> [!tip]- T\n> b",
        "quote+marker'>' quote+callout+marker'[!' quote+callout'tip' quote+callout+marker']-' "
          + "quote+callout' T' quote+marker'>' quote'b'"
      ),
      ("| a |\n|---|", "table+marker'|' table' a ' table+marker'|' table+marker'|---|'"),
      (
        "a | b\n--|--\nc | d",
        "table'a ' table+marker'|' table' b' table+marker'--|--' table'c ' table+marker'|' table' d'"
      ),
      ("[a]: b", "link+marker'[' link'a' link+marker']:' linkTarget'b'"),
      (
        "$$\nx_1_\n$$\n*y*",
        "math+marker'$$' math'x_1_' math+marker'$$' emphasis+marker'*' emphasis'y' emphasis+marker'*'"
      ),
      (
        "%%\n# a\n%%\n# b",
        "comment+marker'%%' comment'# a' comment+marker'%%' heading1+marker'#' heading1'b'"
      ),
      (
        "<!-- a\n\n*b* --> *c*",
        "comment+marker'<!--' comment' a' comment'*b* ' comment+marker'-->' emphasis+marker'*' emphasis'c' emphasis+marker'*'"
      ),
      (
        "<div>\n*a* #b\n\n*c*",
        "html'<div>' html'*a* #b' emphasis+marker'*' emphasis'c' emphasis+marker'*'"
      ),
      (
        "> <pre>\n> a\n> </pre> *b*\n> c",
        "quote+marker'>' html'<pre>' quote+marker'>' html'a' quote+marker'>' html'</pre> *b*' "
          + "quote+marker'>' quote'c'"
      ),
      (
        "---\na: 'b' # c\n- d\n---\n*e*",
        "frontMatter+marker'---' frontMatter+property'a' frontMatter+marker':' frontMatter' ' "
          + "frontMatter+string''b'' frontMatter' ' comment+frontMatter'# c' "
          + "listMarker+frontMatter'-' frontMatter' d' frontMatter+marker'---' "
          + "emphasis+marker'*' emphasis'e' emphasis+marker'*'"
      ),
      (
        "\u{FEFF}---\na: b\n---",
        "frontMatter+marker'---' frontMatter+property'a' frontMatter+marker':' frontMatter' b' frontMatter+marker'---'"
      ),
      (
        "> `a\n> b`",
        "quote+marker'>' code+quote+marker'`' code+quote'a' quote+marker'>' code+quote'b' code+quote+marker'`'"
      ),
      ("# a\r\nb", "heading1+marker'#' heading1'a'"),
    ])
  func tells(_ text: String, _ inks: String) {
    // The inks of each language have tests of their own.
    #expect(InkText.written(text) == inks)
  }

  @Test("Bytes that are not valid text get inks like any other")
  func invalid() {
    var bytes = Array("*a".utf8)
    bytes += [0xff, 0x00, 0xe2, 0x82]
    bytes += Array("*".utf8)
    let rope = Rope(bytes)
    var highlighter = Highlighter(for: rope)
    let spans = highlighter.spans(of: rope.all, in: rope)
    #expect(spans.map(\.range.byteCount) == [1, 5, 1])
  }
}
