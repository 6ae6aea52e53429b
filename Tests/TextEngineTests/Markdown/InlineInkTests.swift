import Testing
import TextEngine

@Suite("Inks within lines")
struct InlineInkTests {
  @Test(
    "The parts of a line get their inks",
    arguments: [
      ("plain words", ""),
      ("*a*", "emphasis+marker'*' emphasis'a' emphasis+marker'*'"),
      ("**a**", "strong+marker'**' strong'a' strong+marker'**'"),
      (
        "***a***",
        "emphasis+marker'*' emphasis+strong+marker'**' emphasis+strong'a' "
          + "emphasis+strong+marker'**' emphasis+marker'*'"
      ),
      ("_a_", "emphasis+marker'_' emphasis'a' emphasis+marker'_'"),
      ("snake_case_word", ""),
      ("a*b*c", "emphasis+marker'*' emphasis'b' emphasis+marker'*'"),
      ("* a*b", "listMarker'*'"),
      ("a * b * c", ""),
      ("*a", ""),
      ("*a**", "emphasis+marker'*' emphasis'a' emphasis+marker'*'"),
      ("\\*a*", "escape'\\*'"),
      ("*a\nb*", "emphasis+marker'*' emphasis'a' emphasis'b' emphasis+marker'*'"),
      ("*a\n\nb*", ""),
      ("==a==", "mark+marker'==' mark'a' mark+marker'=='"),
      ("a = b == c", ""),
      ("~~a~~", "strike+marker'~~' strike'a' strike+marker'~~'"),
      ("`a`", "code+marker'`' code'a' code+marker'`'"),
      ("`` a`b ``", "code+marker'``' code' a`b ' code+marker'``'"),
      ("`a", ""),
      ("*`a*`", "code+marker'`' code'a*' code+marker'`'"),
      ("[a](b)", "link+marker'[' link'a' link+marker'](' linkTarget'b' link+marker')'"),
      (
        "![a](b)",
        "link+embed+marker'![' link+embed'a' link+embed+marker'](' linkTarget+embed'b' "
          + "link+embed+marker')'"
      ),
      ("[a] (b)", ""),
      ("[[N#h]]", "link+marker'[[' link'N#h' link+marker']]'"),
      ("[[N|b]]", "link+marker'[[' linkTarget'N' link+marker'|' link'b' link+marker']]'"),
      ("![[N]]", "link+embed+marker'![[' link+embed'N' link+embed+marker']]'"),
      ("[[]]", ""),
      ("[^1] ok", "footnote'[^1]'"),
      (
        "[a][b]",
        "link+marker'[' link'a' link+marker'][' linkTarget'b' link+marker']'"
      ),
      ("<http://a_b_c>", "marker'<' link'http://a_b_c' marker'>'"),
      ("see https://a_b_c/d.", "link'https://a_b_c/d'"),
      ("(https://a.b/c)", "link'https://a.b/c'"),
      ("<b>x</b>", "html'<b>' html'</b>'"),
      ("a < b", ""),
      ("&amp; & b", "escape'&amp;'"),
      ("$x_1$ and 5$", "math+marker'$' math'x_1' math+marker'$'"),
      ("$5 and $6", ""),
      ("a %%b%% c", "comment+marker'%%' comment'b' comment+marker'%%'"),
      ("Words ^id", "blockID'^id'"),
      ("2^id", ""),
      ("*[a*](b)", "link+marker'[' link'a*' link+marker'](' linkTarget'b' link+marker')'"),
    ])
  func tells(_ text: String, _ inks: String) {
    #expect(InkText.written(text) == inks)
  }
}
