package import TextEngine

/// Vim's keys as tables, one for each mode. Insert mode has no table: `insertKey` handles its keys,
/// since all others type themselves.
package enum VimKeymap {
  package static let rules = KeyRules(
    first: "normal",
    [
      .init("motions", takesCounts: true, rows: motions + smallMotions + VimUnsupported.beginnings),
      .init(
        "normal", base: "motions", takesCounts: true,
        rows: prefixes + operators + normal + smallNormal),
      .init(
        "pending", base: "motions", takesCounts: true,
        rows: operators + shapes + signs + objects + VimUnsupported.behindOperators
      ),
      .init(
        "visual", title: "VISUAL", base: "motions", takesCounts: true, extends: true,
        rows: prefixes + operators + objects + visual + smallVisual),
    ])

  typealias Row = KeyRules.Row

  private static func move(_ motion: VimMotion, _ keys: String..., takesKey: Bool = false) -> Row {
    Row(keys, .motion(motion.id), takesKey: takesKey)
  }

  private static let motions: [Row] = [
    move(.left, "h", "Left"), move(.right, "l", "Right"),
    move(.leftWrapping, "Backspace", "C-h"),
    move(.rightWrapping, "Space"),
    move(.up, "k", "Up", "C-p"), move(.down, "j", "Down", "C-n", "C-j"),
    move(.upFirst, "-"), move(.downFirst, "+", "Enter"), move(.hereFirst, "_"),
    move(.rowUp, "g k", "g Up"), move(.rowDown, "g j", "g Down"),
    move(.rowStart, "g 0", "g Home"), move(.rowFirst, "g ^"), move(.rowEnd, "g $", "g End"),
    move(.lineStart, "0", "Home"), move(.lineFirst, "^"), move(.lineEnd, "$", "End"),
    move(.lineLast, "g _"), move(.column, "|"),
    move(.firstLine, "g g", "C-Home"), move(.lastLine, "G"), move(.textEnd, "C-End"),
    move(.byte, "g o"),
    move(.percent, "%"),
    move(.word, "w", "S-Right"), move(.bigWord, "W", "C-Right"), move(.wordEnd, "e"),
    move(.bigWordEnd, "E"),
    move(.wordBack, "b", "S-Left", "S-Backspace"),
    move(.bigWordBack, "B", "C-Left", "C-Backspace"),
    move(.wordEndBack, "g e"), move(.bigWordEndBack, "g E"),
    move(.paragraph, "}"), move(.paragraphBack, "{"),
    move(.sentence, ")"), move(.sentenceBack, "("),
    move(.openParenthesis, "[ ("), move(.openBrace, "[ {"),
    move(.closeParenthesis, "] )"), move(.closeBrace, "] }"),
    move(.find, "f", takesKey: true), move(.findBack, "F", takesKey: true),
    move(.till, "t", takesKey: true), move(.tillBack, "T", takesKey: true),
    move(.findAgain, ";"), move(.findAgainBack, ","),
    move(.screenTop, "H"), move(.screenMiddle, "M"), move(.screenBottom, "L"),
    move(.searchForward, "/"), move(.searchBack, "?"),
    move(.searchAgain, "n"), move(.searchAgainBack, "N"),
    move(.searchWord, "*"), move(.searchWordBack, "#"),
    move(.searchPart, "g *"), move(.searchPartBack, "g #"),
    move(.mark, "`", takesKey: true), move(.markLine, "'", takesKey: true),
    move(.nextMark, "] `"), move(.previousMark, "[ `"),
    move(.nextMarkLine, "] '"), move(.previousMarkLine, "[ '"),
    move(.heading, "] ]"), move(.headingBack, "[ ["),
    move(.headingBelow, "z j"), move(.headingAbove, "z k"),
    move(.comment, "] *", "] /"), move(.commentBack, "[ *", "[ /"),
    move(.condition, "] #"), move(.conditionBack, "[ #"),
    move(.method, "] m"), move(.methodBack, "[ m"),
    move(.methodEnd, "] M"), move(.methodEndBack, "[ M"),
  ]

  private static let prefixes: [Row] = [Row(["\""], .register)]

  private static func work(_ name: VimOperator, _ keys: String..., lineKeys: [String] = []) -> Row {
    Row(keys, .operator(name.id, pending: "pending"), lineKeys: lineKeys)
  }

  private static let operators: [Row] =
    [
      work(.delete, "d"), work(.change, "c"), work(.yank, "y"),
      work(.indent, ">"), work(.outdent, "<"),
      work(.lower, "g u", lineKeys: ["u"]), work(.upper, "g U", lineKeys: ["U"]),
      work(.toggleCase, "g ~", lineKeys: ["~"]), work(.rot13, "g ?", lineKeys: ["?"]),
      work(.format, "g q", lineKeys: ["q"]), work(.formatStaying, "g w", lineKeys: ["w"]),
      work(.comment, "g c", lineKeys: ["c"]), work(.yankTrimmed, "z y", lineKeys: ["y"]),
      work(.filter, "!"), work(.reindent, "="),
    ] + VimUnsupported.operators

  private static let shapes: [Row] = [
    move(.byCommand, ":"),
    Row(["v"], .shape(.characters)), Row(["V"], .shape(.lines)), Row(["C-v"], .shape(.block)),
    Row(["g n"], .object(VimCommand.matchNext.id)),
    Row(["g N"], .object(VimCommand.matchPrevious.id)),
  ]

  /// These are longer than an operator: `ys` is a command by itself.
  private static let signs: [Row] = [
    work(.surround, "y s", lineKeys: ["s"]), does(.changeSigns, "c s"), does(.deleteSigns, "d s"),
  ]

  private static let objects: [Row] = {
    let all: [(VimObject, [String])] = [
      (.word, ["w"]), (.bigWord, ["W"]), (.sentence, ["s"]), (.paragraph, ["p"]),
      (.parentheses, ["(", ")", "b"]), (.braces, ["{", "}", "B"]), (.brackets, ["[", "]"]),
      (.angles, ["<", ">"]), (.tag, ["t"]), (.doubleQuote, ["\""]), (.singleQuote, ["'"]),
      (.backtick, ["`"]), (.star, ["*"]), (.underscore, ["_"]), (.link, ["k"]),
      (.heading, ["h"]), (.item, ["l"]), (.code, ["c"]), (.cell, ["|"]),
    ]
    return all.flatMap { object, keys in
      [
        Row(keys.map { "i " + $0 }, .object(object.id(around: false))),
        Row(keys.map { "a " + $0 }, .object(object.id(around: true))),
      ]
    }
  }()

  private static func does(
    _ command: VimCommand, _ keys: String..., takesKey: Bool = false, hint: String? = nil
  ) -> Row {
    Row(keys, .command(command.id), takesKey: takesKey, hint: hint)
  }

  private static let everywhere: [Row] =
    [
      does(.commandLine, ":", hint: "command"), does(.setMark, "m", takesKey: true),
      does(.record, "q", takesKey: true), does(.play, "@", takesKey: true),
      does(.visual, "v"), does(.visualLines, "V"), does(.visualBlock, "C-v", "C-q"),
      does(.matchNext, "g n"), does(.matchPrevious, "g N"),
      does(.add, "C-a"), does(.subtract, "C-x"),
      does(.sayCharacter, "g a"), does(.sayBytes, "g 8"),
      does(.alignTop, "z t"), does(.alignMiddle, "z z"), does(.alignBottom, "z b"),
      does(.alignTopText, "z Enter"), does(.alignMiddleText, "z ."), does(.alignBottomText, "z -"),
      does(.halfPageDown, "C-d"), does(.halfPageUp, "C-u"),
      does(.wholePageDown, "C-f", "PgDn"), does(.wholePageUp, "C-b", "PgUp"),
      does(.scrollDown, "C-e"), does(.scrollUp, "C-y"),
      does(.visualAgain, "g v"),
      Row(["g b"], .command(.addNextOccurrence)),
      Row(["z a"], .command("toggle-fold")), Row(["z c"], .command("close-fold")),
      Row(["z o"], .command("open-fold")), Row(["z M"], .command("fold-all")),
      Row(["z R"], .command("unfold-all")), Row(["g O"], .command("outline")),
    ] + spelling

  private static let normal: [Row] =
    everywhere + VimWindows.rows + [
      does(.insert, "i", "Ins", hint: "insert"), does(.insertAtText, "I"),
      does(.insertAtStart, "g I"),
      does(.append, "a"), does(.appendAtEnd, "A"), does(.openBelow, "o"), does(.openAbove, "O"),
      does(.insertAgain, "g i"), does(.replaceOver, "R"), does(.replaceOverCells, "g R"),
      does(.replaceOne, "r", takesKey: true), does(.replaceOneCell, "g r", takesKey: true),
      does(.deleteHere, "x", "Del"), does(.deleteBefore, "X"), does(.deleteToEnd, "D"),
      does(.changeToEnd, "C"), does(.substitute, "s"), does(.substituteLines, "S"),
      does(.yankLines, "Y"), does(.toggleCaseHere, "~"),
      does(.putAfter, "p"), does(.putBefore, "P"), does(.putAfterAndGo, "g p"),
      does(.putBeforeAndGo, "g P"), does(.putAfterIndented, "] p"),
      does(.putAfterTrimmed, "z p"), does(.putBeforeTrimmed, "z P"),
      does(.putBeforeIndented, "[ p", "[ P", "] P"),
      does(.joinHere, "J"), does(.joinHerePlainly, "g J"),
      does(.undoStep, "u", hint: "undo"), does(.redoStep, "C-r"), does(.undoLine, "U"),
      does(.older, "g -"), does(.newer, "g +"), does(.again, "."),
      does(.substituteAgain, "&"), does(.substituteAgainEverywhere, "g &"),
      does(.jumpBack, "C-o"), does(.jumpOn, "Tab", "C-i"),
      Row(["g d", "C-]"], .command("follow-link")), Row(["g x"], .command("open-url")),
      Row(["Z Z"], .command("vim-write-quit"), hint: "save, back"),
      Row(["Z Q"], .command("vim-quit-anyway")),
      does(.changeBack, "g ;"), does(.changeOn, "g ,"),
      does(.nothing, "Esc", "C-c"),
    ] + files

  private static let files: [Row] = [
    Row(["C-^"], .command("vim-alternate-note")), Row(["C-g"], .command("vim-file")),
  ]

  private static let visual: [Row] =
    everywhere + VimWindows.rows + [
      does(.otherEnd, "o"), does(.otherCorner, "O"),
      does(.leaveVisual, "Esc", "C-c"),
      Row(["x", "Del"], .operator(VimOperator.delete.id, pending: "pending")),
      Row(["s"], .operator(VimOperator.change.id, pending: "pending")),
      Row(["~"], .operator(VimOperator.toggleCase.id, pending: "pending")),
      Row(["u"], .operator(VimOperator.lower.id, pending: "pending")),
      Row(["U"], .operator(VimOperator.upper.id, pending: "pending")),
      Row(["J"], .operator(VimOperator.join.id, pending: "pending")),
      Row(["g J"], .operator(VimOperator.joinPlainly.id, pending: "pending")),
      Row(["S"], .operator(VimOperator.surround.id, pending: "pending")),
      does(.deleteLines, "X"), does(.changeLines, "R"), does(.yankLines, "Y"),
      does(.deleteBlockToEnd, "D"), does(.changeBlockToEnd, "C"),
      does(.replaceOne, "r", "g r", takesKey: true),
      does(.insertInBlock, "I"), does(.appendInBlock, "A"),
      does(.putOver, "p", "[ p", "] p", "[ P", "] P"), does(.putOverKeeping, "P"),
      does(.putAfterAndGo, "g p", "g P"),
      does(.addRising, "g C-a"), does(.subtractRising, "g C-x"),
    ]
}

/// Commands that belong to the program, by its names.
extension VimKeymap {
  /// The note before the first jump, and the note after the last.
  static let (noteBefore, noteAfter): (CommandID, CommandID) = ("go-back", "go-on")

  /// Asks for the names that complete the one on the command line.
  private static let completeName: CommandID = "vim-complete-name"

  package static let programCommands: Set<CommandID> = {
    let keys = rules.modes.flatMap(\.rows).compactMap(\.command)
      .filter { VimMeaning($0) == nil && VimUnsupported.keys(of: $0) == nil }
    return Set(
      keys + VimExCommand.all.flatMap(\.programCommands) + [noteBefore, noteAfter, completeName]
        + VimCompletion.requests.values
    ).union(VimWindows.openingCommands).union(VimMachine.screenCommands)
  }()
}
