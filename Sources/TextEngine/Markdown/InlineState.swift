import MarkdownLines

/// What is open while the text of a unit is read.
struct InlineState {
  var brackets = OpenBrackets()
  var delimiters: [Delimiter] = []
  var code = CodeRuns()
  /// Where the last code, link or comment ended: no id of a block begins before.
  var lastConstruct = 0
  /// Up to here stars and underscores are no emphasis: in an address, in a formula.
  var quietEnd = 0
  /// Where the last tag ends.
  var tagEnd = 0
  /// The line at hand.
  var lineNumber = 0
  /// Links of this unit so far.
  var linkCount: UInt16 = 0
  /// How many steps were made; what tests look at.
  var steps = 0

  mutating func reset() {
    brackets.removeAll()
    delimiters.removeAll(keepingCapacity: true)
    code.forget()
    lastConstruct = 0
    quietEnd = 0
    tagEnd = 0
    linkCount = 0
  }
}
