package import TextEngine

/// Short descriptions of vim's commands.
extension VimKeymap {
  /// Returns the description of a command; nil if it is not one of vim's.
  package static func summary(_ id: CommandID) -> String? {
    switch VimMeaning(id) {
    case .motion(let motion): motionSummaries[motion]
    case .object(let object, let around):
      objectSummaries[object].map { "\(around ? "around" : "inside") \($0)" }
    case .operator(let name): operatorSummaries[name]
    case .command(let command):
      commands[command] ?? otherCommands[command] ?? smallSummaries[command]
    case nil: lines[id] ?? spellingSummaries[id]
    }
  }

  /// Keys of insert and replace mode; all others type themselves.
  package static let typing: [(keys: [String], summary: String, hint: String?)] = [
    (["Esc", "C-c"], "ends typing", "end typing"),
    (["C-w"], "deletes the word before", nil),
    (["C-u"], "deletes what was typed in the line", nil),
    (["C-t"], "indents the line", nil),
    (["C-d"], "indents the line less", nil),
    (["C-r"], "puts in the register that the next key names", nil),
    (["C-o"], "does one command of normal mode", nil),
    (["C-v"], "types the next key as it is, or a character by its number", nil),
    (["C-k"], "types a character by two others", nil),
    (["C-a"], "types what was typed last", nil),
    (["C-e"], "types the character below", nil),
    (["C-y"], "types the character above", nil),
    (["Ins"], "types over the text, or into it again", nil),
    (["C-]"], "ends an abbreviation without a character", nil),
    (["C-n"], "completes the word by those after the cursor, then by the next", nil),
    (["C-p"], "completes the word by those before the cursor, then by the one before", nil),
    (["C-x C-l"], "completes a whole line", nil),
    (["C-x C-f"], "completes the name of a note, folder or attachment", nil),
    (["C-x C-k"], "completes a word of the dictionary", nil),
    (["C-x s"], "replaces the misspelled word by a suggestion", nil),
  ]

  private static let lines: [CommandID: String] = [
    "vim-write-quit": "save and close", "vim-quit-anyway": "drop the changes and close",
    "vim-alternate-note": "the note before this one", "vim-file": "say which note this is",
  ]

  private static let operatorSummaries: [VimOperator: String] = [
    .delete: "delete what the next key goes over", .change: "change it", .yank: "copy it",
    .indent: "indent its lines", .outdent: "indent its lines less", .lower: "small letters",
    .upper: "capital letters", .toggleCase: "small letters capital, and capitals small",
    .rot13: "encode it by rot13", .join: "join its lines",
    .joinPlainly: "join its lines as they are",
    .format: "fill its lines", .formatStaying: "fill its lines, the cursor stays",
    .comment: "make a comment of its lines, or text again", .surround: "put signs around it",
    .filter: "give its lines to a shell command", .reindent: "indent its lines like the one before",
    .yankTrimmed: "copy a block without blanks at its right",
  ]

  private static let commands: [VimCommand: String] = [
    .insert: "type before the cursor", .insertAtText: "type before the line's text",
    .insertAtStart: "type at the line's start", .append: "type behind the cursor",
    .appendAtEnd: "type at the line's end", .openBelow: "type in a new line below",
    .openAbove: "type in a new line above", .insertAgain: "type where typing ended last",
    .replaceOver: "type over the text", .replaceOverCells: "type over the text, cell by cell",
    .replaceOne: "replace one character", .replaceOneCell: "replace one cell",
    .deleteHere: "delete the character", .deleteBefore: "delete the character before",
    .deleteToEnd: "delete to the line's end", .changeToEnd: "change to the line's end",
    .substitute: "delete the character and type", .substituteLines: "empty the line and type",
    .yankLines: "copy the line", .putAfter: "put what was cut or copied behind",
    .putBefore: "put it before", .joinHere: "join with the next line",
    .joinHerePlainly: "join with the next line as it is", .undoStep: "undo", .redoStep: "redo",
    .undoLine: "take back all that was done to the line", .older: "to the text before, in time",
    .newer: "to the text after, in time", .again: "do the last change again",
    .record: "record a macro in a register, and end it", .play: "play the macro of a register",
    .setMark: "set a mark", .visual: "select characters", .visualLines: "select lines",
    .visualBlock: "select a block", .visualAgain: "select what was selected last",
    .commandLine: "type a command", .jumpBack: "back to where a jump began", .jumpOn: "on again",
    .changeSigns: "change the signs around", .deleteSigns: "delete the signs around",
    .nothing: "forget what was pressed", .leaveVisual: "select nothing",
  ]
}

extension VimKeymap {
  private static let motionSummaries: [VimMotion: String] = [
    .left: "left", .right: "right", .leftWrapping: "left, over the ends of lines",
    .rightWrapping: "right, over the ends of lines", .up: "up", .down: "down",
    .upFirst: "to the text of the line above", .downFirst: "to the text of the line below",
    .hereFirst: "to the text of the line", .rowUp: "up a row of the screen",
    .rowDown: "down a row of the screen", .rowStart: "to the row's start",
    .rowFirst: "to the row's text", .rowEnd: "to the row's end", .lineStart: "to the line's start",
    .lineFirst: "to the line's text", .lineEnd: "to the line's end",
    .lineLast: "to the end of the line's text", .column: "to the first column, or another",
    .firstLine: "to the first line, or another", .lastLine: "to the last line, or another",
    .textEnd: "to the end of the text", .byte: "to the first byte, or another",
    .percent: "to the other bracket, or a share of the text", .word: "to the next word",
    .bigWord: "to the next word between blanks", .wordEnd: "to the word's end",
    .bigWordEnd: "to the end of the word between blanks", .wordBack: "to the word before",
    .bigWordBack: "to the word before, between blanks",
    .wordEndBack: "to the end of the word before",
    .bigWordEndBack: "to the end of the word before, between blanks",
    .paragraph: "to the paragraph's end", .paragraphBack: "to the paragraph's start",
    .sentence: "to the next sentence", .sentenceBack: "to the sentence's start",
    .openParenthesis: "to the ( around", .openBrace: "to the { around",
    .closeParenthesis: "to the ) around", .closeBrace: "to the } around",
    .find: "to a character in the line", .findBack: "to a character before",
    .till: "until a character in the line", .tillBack: "back until a character",
    .findAgain: "to that character again", .findAgainBack: "to that character, the other way",
    .screenTop: "to the top of the screen", .screenMiddle: "to the middle of the screen",
    .screenBottom: "to the bottom of the screen", .searchForward: "search forward",
    .searchBack: "search back", .searchAgain: "to the next match",
    .searchAgainBack: "to the match before", .searchWord: "to the same word below",
    .searchWordBack: "to the same word above", .searchPart: "to these letters below",
    .searchPartBack: "to these letters above", .mark: "to a mark", .markLine: "to a mark's line",
    .nextMark: "to the next mark", .previousMark: "to the mark before",
    .nextMarkLine: "to the line of the next mark",
    .previousMarkLine: "to the line of the mark before", .heading: "to the next heading",
    .headingBack: "to the heading before", .headingBelow: "to the heading below, by lines",
    .headingAbove: "to the heading above, by lines", .rowMiddle: "to the middle of the row",
    .lineMiddle: "to the middle of the line's text", .comment: "to the end of a comment",
    .commentBack: "to the start of a comment", .condition: "to the next #else or #endif",
    .conditionBack: "to the #if or #else before", .method: "to the start of the next method",
    .methodBack: "to the start of the method before", .methodEnd: "to the end of the next method",
    .methodEndBack: "to the end of the method before",
    .byCommand: "to where a typed command leads",
  ]

  private static let objectSummaries: [VimObject: String] = [
    .word: "the word", .bigWord: "the WORD", .sentence: "the sentence",
    .paragraph: "the paragraph", .parentheses: "( )", .braces: "{ }", .brackets: "[ ]",
    .angles: "< >", .tag: "the HTML tag", .doubleQuote: "double quotes",
    .singleQuote: "single quotes", .backtick: "backticks", .star: "stars",
    .underscore: "underscores", .link: "the link", .heading: "the section",
    .item: "the list item", .code: "the code block", .cell: "the table cell",
  ]

  private static let otherCommands: [VimCommand: String] = [
    .toggleCaseHere: "make a small letter capital, or back",
    .putAfterAndGo: "put it behind, and go after it",
    .putBeforeAndGo: "put it before, and go after it",
    .putAfterIndented: "put it behind, indented like the line",
    .putBeforeIndented: "put it before, indented like the line",
    .putAfterTrimmed: "put a block behind, without blanks at its right",
    .putBeforeTrimmed: "put a block before, without blanks at its right",
    .matchNext: "select the next match", .matchPrevious: "select the match before",
    .add: "add 1 to the number", .subtract: "take 1 from the number",
    .addRising: "add 1, 2, 3 … to the numbers", .subtractRising: "take 1, 2, 3 … from the numbers",
    .substituteAgain: "replace again in the line",
    .substituteAgainEverywhere: "replace again in all lines",
    .changeBack: "to the change before", .changeOn: "to the change after",
    .sayCharacter: "say which character this is", .sayBytes: "say the character's bytes",
    .alignTop: "scroll the line to the top", .alignMiddle: "scroll the line to the middle",
    .alignBottom: "scroll the line to the bottom",
    .alignTopText: "scroll the line to the top, and go to its text",
    .alignMiddleText: "scroll the line to the middle, and go to its text",
    .alignBottomText: "scroll the line to the bottom, and go to its text",
    .halfPageDown: "half a page down", .halfPageUp: "half a page up",
    .wholePageDown: "a page down", .wholePageUp: "a page up", .scrollDown: "scroll a row down",
    .scrollUp: "scroll a row up", .otherEnd: "to the other end of the selection",
    .otherCorner: "to the other corner of the block", .deleteLines: "delete the lines",
    .changeLines: "empty the lines and type", .insertInBlock: "type before the block",
    .appendInBlock: "type behind the block", .putOver: "put what was cut or copied over it",
    .putOverKeeping: "put it over, and do not copy what was there",
    .deleteBlockToEnd: "delete to the ends of the lines",
    .changeBlockToEnd: "change to the ends of the lines",
  ]
}
