/// A motion. The raw value is the command's name in keymaps.
enum VimMotion: String, CaseIterable, Sendable {
  case left = "left"
  case right = "right"
  /// `<BS>` and `<Space>`: cross the ends of lines.
  case leftWrapping = "left-over-lines"
  case rightWrapping = "right-over-lines"
  case up = "up"
  case down = "down"
  /// `-`, `+` and Enter, `_`.
  case upFirst = "up-to-text"
  case downFirst = "down-to-text"
  case hereFirst = "line-to-text"
  /// `gk gj g0 g^ g$`: rows of the screen.
  case rowUp = "row-up"
  case rowDown = "row-down"
  case rowStart = "row-start"
  case rowFirst = "row-text"
  case rowEnd = "row-end"
  /// `0 ^ $ g_ |`
  case lineStart = "line-start"
  case lineFirst = "line-text"
  case lineEnd = "line-end"
  case lineLast = "line-last-text"
  case column = "column"
  /// `gg G go`, and `%` with a count.
  case firstLine = "first-line"
  case lastLine = "last-line"
  /// `C-End`: the end of the last line.
  case textEnd = "text-end"
  case byte = "byte"
  /// `%`: to the matching bracket; with a count, to that percentage of the text.
  case percent = "match-or-percent"
  case word = "word"
  case bigWord = "big-word"
  case wordEnd = "word-end"
  case bigWordEnd = "big-word-end"
  case wordBack = "word-back"
  case bigWordBack = "big-word-back"
  case wordEndBack = "word-end-back"
  case bigWordEndBack = "big-word-end-back"
  case paragraph = "paragraph"
  case paragraphBack = "paragraph-back"
  case sentence = "sentence"
  case sentenceBack = "sentence-back"
  /// `[( [{ ]) ]}`
  case openParenthesis = "open-parenthesis"
  case openBrace = "open-brace"
  case closeParenthesis = "close-parenthesis"
  case closeBrace = "close-brace"
  /// `f F t T`, with the character as argument, and `;` and `,`.
  case find = "find-character"
  case findBack = "find-character-back"
  case till = "till-character"
  case tillBack = "till-character-back"
  case findAgain = "find-again"
  case findAgainBack = "find-again-back"
  /// `H M L`
  case screenTop = "screen-top"
  case screenMiddle = "screen-middle"
  case screenBottom = "screen-bottom"
  /// `/ ?` with the typed text as argument, `n N * # g* g#`.
  case searchForward = "search-forward"
  case searchBack = "search-back"
  case searchAgain = "search-again"
  case searchAgainBack = "search-again-back"
  case searchWord = "search-word"
  case searchWordBack = "search-word-back"
  case searchPart = "search-part"
  case searchPartBack = "search-part-back"
  /// `` ` `` and `'`, with the mark as argument; ``]` [` ]' ['``.
  case mark = "mark"
  case markLine = "mark-line"
  case nextMark = "next-mark"
  case previousMark = "previous-mark"
  case nextMarkLine = "next-mark-line"
  case previousMarkLine = "previous-mark-line"
  /// `]]` and `[[`: headings.
  case heading = "heading"
  case headingBack = "heading-back"
  /// `zj` and `zk`: headings, as lines.
  case headingBelow = "heading-below"
  case headingAbove = "heading-above"
  /// `gm` and `gM`: the middle of the screen's row, and of the line's text.
  case rowMiddle = "row-middle"
  case lineMiddle = "line-middle"
  /// ``[* ]*``, `[# ]#`, and `[m ]m [M ]M`: comments, `#if`, and methods in code.
  case comment = "comment-end"
  case commentBack = "comment-start"
  case condition = "condition"
  case conditionBack = "condition-back"
  case method = "method"
  case methodBack = "method-back"
  case methodEnd = "method-end"
  case methodEndBack = "method-end-back"
  /// `:` after an operator: to where a command leads.
  case byCommand = "by-command"
}

/// A text object, without its `i` or `a`.
enum VimObject: String, CaseIterable, Sendable {
  case word, bigWord = "big-word", sentence, paragraph
  case parentheses, braces, brackets, angles, tag
  case doubleQuote = "double-quote"
  case singleQuote = "single-quote"
  case backtick
  /// Markdown: `i*` `i_` `i[[`-links, headings `h`, list items `l`, fenced code `c`.
  case star, underscore, link, heading, item, code
  /// A table cell.
  case cell
}

/// An operator.
enum VimOperator: String, CaseIterable, Sendable {
  case delete, change, yank, indent, outdent
  case lower = "lower-case"
  case upper = "upper-case"
  case toggleCase = "toggle-case"
  case rot13
  case join
  case joinPlainly = "join-plainly"
  case format
  /// `gw`: the cursor does not move.
  case formatStaying = "format-staying"
  case comment
  case surround
  /// `!` and `=`.
  case filter
  case reindent
  /// `zy`: a block without the blanks at the ends of its lines.
  case yankTrimmed = "yank-trimmed"
}
