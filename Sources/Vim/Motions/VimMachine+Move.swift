import TextEngine

/// The targets of motions. Searches are in a folder of their own.
extension VimMachine {
  /// Finds the target of a motion from the cursor. If it fails halfway, as `5gj` near the end does,
  /// the cursor is where it got to.
  mutating func move(_ motion: VimMotion, count: Int?, argument: String) throws(VimFailure)
    -> VimMove
  {
    let times = max(1, count ?? 1)
    switch motion {
    case .left: return try moveLeft(times, wraps: wrapsWith(isByArrow ? "Left" : "h"))
    case .right: return try moveRight(times, wraps: wrapsWith(isByArrow ? "Right" : "l"))
    case .leftWrapping: return try moveLeft(times, wraps: wrapsWith("BS"))
    case .rightWrapping: return try moveRight(times, wraps: wrapsWith("Space"))
    case .up: return try moveLines(-times)
    case .down: return try moveLines(times)
    case .upFirst: return try moveToText(by: -times)
    case .downFirst: return try moveToText(by: times)
    case .hereFirst: return try moveToTextHere(times)
    case .rowUp: return try moveRows(-times)
    case .rowDown: return try moveRows(times)
    case .rowStart: return moveToRowStart(isToText: false)
    case .rowFirst: return moveToRowStart(isToText: true)
    case .rowEnd: return try moveToRowEnd(times)
    case .lineStart: return VimMove(end: VimPosition(line: cursor.line, column: 0))
    case .lineFirst: return VimMove(end: firstText(ofLine: cursor.line))
    case .lineEnd: return try moveToLineEnd(times)
    case .lineLast: return try moveToLastText(times)
    case .column: return moveToColumn(count)
    case .firstLine: return moveToLine((count ?? 1) - 1)
    case .lastLine: return moveToLine(count.map { $0 - 1 } ?? text.lastLine)
    case .textEnd: return moveToTextEnd(count)
    case .byte: return moveToByte(times)
    case .percent: return try moveToMatch(count)
    case .word: return try moveToWord(times, isBig: false)
    case .bigWord: return try moveToWord(times, isBig: true)
    case .wordEnd: return try moveToWordEnd(times, isBig: false)
    case .bigWordEnd: return try moveToWordEnd(times, isBig: true)
    case .wordBack: return try moveWordBack(times, isBig: false)
    case .bigWordBack: return try moveWordBack(times, isBig: true)
    case .wordEndBack: return try moveWordEndBack(times, isBig: false)
    case .bigWordEndBack: return try moveWordEndBack(times, isBig: true)
    case .paragraph: return try moveToParagraph(times, isForward: true)
    case .paragraphBack: return try moveToParagraph(times, isForward: false)
    case .sentence: return try moveToSentence(times, isForward: true)
    case .sentenceBack: return try moveToSentence(times, isForward: false)
    case .openParenthesis: return try moveToUnmatched("(", times)
    case .openBrace: return try moveToUnmatched("{", times)
    case .closeParenthesis: return try moveToUnmatched(")", times)
    case .closeBrace: return try moveToUnmatched("}", times)
    case .find: return try find(argument, isForward: true, isTill: false, times)
    case .findBack: return try find(argument, isForward: false, isTill: false, times)
    case .till: return try find(argument, isForward: true, isTill: true, times)
    case .tillBack: return try find(argument, isForward: false, isTill: true, times)
    case .findAgain: return try findAgain(isReversed: false, times)
    case .findAgainBack: return try findAgain(isReversed: true, times)
    case .screenTop: return moveOnScreen(.screenTop, times)
    case .screenMiddle: return moveOnScreen(.screenMiddle, times)
    case .screenBottom: return moveOnScreen(.screenBottom, times)
    case .mark: return try moveToMark(argument, isToLine: false)
    case .markLine: return try moveToMark(argument, isToLine: true)
    case .nextMark: return moveOverMarks(times, isForward: true, isToLine: false)
    case .previousMark: return moveOverMarks(times, isForward: false, isToLine: false)
    case .nextMarkLine: return moveOverMarks(times, isForward: true, isToLine: true)
    case .previousMarkLine: return moveOverMarks(times, isForward: false, isToLine: true)
    case .heading: return try moveToHeading(times, isForward: true)
    case .headingBack: return try moveToHeading(times, isForward: false)
    case .headingBelow: return try moveOverHeadings(times, isForward: true)
    case .headingAbove: return try moveOverHeadings(times, isForward: false)
    case .rowMiddle: return moveToRowMiddle()
    case .lineMiddle: return moveToLineMiddle(count)
    case .comment: return try moveToComment(times, isForward: true)
    case .commentBack: return try moveToComment(times, isForward: false)
    case .condition: return try moveToCondition(times, isForward: true)
    case .conditionBack: return try moveToCondition(times, isForward: false)
    case .method: return try moveToMethod(times, isForward: true, isStart: true)
    case .methodBack: return try moveToMethod(times, isForward: false, isStart: true)
    case .methodEnd: return try moveToMethod(times, isForward: true, isStart: false)
    case .methodEndBack: return try moveToMethod(times, isForward: false, isStart: false)
    case .byCommand: return try moveByCommand(argument)
    case .searchForward, .searchBack, .searchAgain, .searchAgainBack, .searchWord, .searchWordBack,
      .searchPart, .searchPartBack:
      return try searchMove(motion, count: count, argument: argument)
    }
  }

  private var isByArrow: Bool {
    ["Left", "Right"].contains(keys.interpreter.commandKeys.last)
  }

  private func wrapsWith(_ key: String) -> Bool { options.moving.wrappingKeys.contains(key) }
}

/// Helpers of motions.
extension VimMachine {
  /// The anchor and shape of the selection; nil without one.
  var growing: (start: VimPosition, shape: VimShape)? {
    if case .visual(let shape) = mode { return (visual.start, shape) }
    return nil
  }

  /// Returns a failure partway; the cursor moves to where the motion got to.
  mutating func failure(at position: VimPosition) -> VimFailure {
    cursor = onCharacter(position)
    want()
    return .quiet
  }

  /// Returns a valid cursor position: on the last character instead of after it. With a selection
  /// the cursor may also be after it.
  func onCharacter(_ position: VimPosition) -> VimPosition {
    let length = text.length(position.line)
    if position.column < length { return position }
    if growing != nil { return VimPosition(line: position.line, column: length) }
    return VimPosition(line: position.line, column: VimChars.last(text.line(position.line)))
  }

  /// Returns an exclusive move, which may not end past a line.
  func exclusive(_ position: VimPosition, isJump: Bool = false) -> VimMove {
    let end = growing == nil && position.column > 0 ? onCharacter(position) : position
    return VimMove(end: end, isInclusive: end != position, isJump: isJump)
  }

  /// Returns the position of the wanted column in a line.
  func position(inLine number: Int, at wanted: VimColumn) -> VimPosition {
    let line = text.line(number)
    var column = line.count
    if case .cell(let cell) = wanted {
      column = VimChars.column(line, ofCell: cell, tab: options.tabStop)
    }
    return onCharacter(VimPosition(line: number, column: column))
  }

  /// Returns the first nonblank character of a line; the last character if all are blank.
  func firstText(ofLine number: Int) -> VimPosition {
    var walk = VimWalk(text, at: VimPosition(line: number, column: 0))
    while walk.isBlank, walk.column + 1 < walk.line.count { walk.step() }
    return walk.position
  }
}
