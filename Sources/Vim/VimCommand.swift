import TextEngine

/// Commands of normal and visual mode other than motions, objects and operators. The raw value is
/// the name in keymaps.
enum VimCommand: String, CaseIterable, Sendable {
  case insert = "insert-here"
  case insertAtText = "insert-at-text"
  case insertAtStart = "insert-at-start"
  case append = "append-here"
  case appendAtEnd = "append-at-end"
  case openBelow = "open-line-below"
  case openAbove = "open-line-above"
  case insertAgain = "insert-where-left"
  case replaceOver = "replace-over"
  case replaceOverCells = "replace-over-cells"
  case replaceOne = "replace-one"
  case replaceOneCell = "replace-one-cell"
  case deleteHere = "delete-here"
  case deleteBefore = "delete-before"
  case deleteToEnd = "delete-to-end"
  case changeToEnd = "change-to-end"
  case substitute = "substitute-here"
  case substituteLines = "substitute-lines"
  case yankLines = "yank-lines"
  case toggleCaseHere = "toggle-case-here"
  case putAfter = "put-after"
  case putBefore = "put-before"
  case putAfterAndGo = "put-after-and-go"
  case putBeforeAndGo = "put-before-and-go"
  case putAfterIndented = "put-after-indented"
  case putBeforeIndented = "put-before-indented"
  case putAfterTrimmed = "put-after-trimmed"
  case putBeforeTrimmed = "put-before-trimmed"
  case joinHere = "join-here"
  case joinHerePlainly = "join-here-plainly"
  case undoStep = "undo-step"
  case redoStep = "redo-step"
  case undoLine = "undo-line"
  case older = "older-text"
  case newer = "newer-text"
  case again = "repeat-change"
  case record = "record-macro"
  case play = "play-macro"
  case setMark = "set-mark"
  case visual = "select-characters"
  case visualLines = "select-lines"
  case visualBlock = "select-block"
  case visualAgain = "select-again"
  case matchNext = "select-match"
  case matchPrevious = "select-match-back"
  case add = "add-to-number"
  case subtract = "subtract-from-number"
  case addRising = "add-rising"
  case subtractRising = "subtract-rising"
  case substituteAgain = "substitute-again"
  case substituteAgainEverywhere = "substitute-again-everywhere"
  case deleteSigns = "delete-signs"
  case changeSigns = "change-signs"
  case commandLine = "command-line"
  case jumpBack = "jump-back"
  case jumpOn = "jump-on"
  case changeBack = "change-back"
  case changeOn = "change-on"
  case sayCharacter = "say-character"
  case sayBytes = "say-bytes"
  case alignTop = "align-top"
  case alignMiddle = "align-middle"
  case alignBottom = "align-bottom"
  case alignTopText = "align-top-text"
  case alignMiddleText = "align-middle-text"
  case alignBottomText = "align-bottom-text"
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case wholePageDown = "whole-page-down"
  case wholePageUp = "whole-page-up"
  case scrollDown = "scroll-down"
  case scrollUp = "scroll-up"
  case nothing = "nothing-waits"
  // For visual mode.
  case otherEnd = "other-end"
  case otherCorner = "other-corner"
  case deleteLines = "delete-lines"
  case changeLines = "change-lines"
  case insertInBlock = "insert-in-block"
  case appendInBlock = "append-in-block"
  case putOver = "put-over"
  case putOverKeeping = "put-over-keeping"
  case deleteBlockToEnd = "delete-block-to-end"
  case changeBlockToEnd = "change-block-to-end"
  case leaveVisual = "leave-selection"
  case switchSelecting = "switch-select-mode"
  // Select mode, lists and counts.
  case selectMode = "type-over-characters"
  case selectModeLines = "type-over-lines"
  case selectModeBlock = "type-over-block"
  case listAgain = "list-again"
  case countWords = "count-words"
  case topBelow = "page-below"
  case bottomAbove = "page-above"

  var id: CommandID { CommandID(rawValue) }
}

extension VimMotion { var id: CommandID { CommandID("move-" + rawValue) } }
extension VimObject {
  func id(around: Bool) -> CommandID { CommandID((around ? "around-" : "inside-") + rawValue) }
}
extension VimOperator { var id: CommandID { CommandID("operate-" + rawValue) } }

/// The meaning of a command's name.
enum VimMeaning {
  case motion(VimMotion)
  case object(VimObject, around: Bool)
  case `operator`(VimOperator)
  case command(VimCommand)

  init?(_ id: CommandID) {
    guard let meaning = Self.all[id] else { return nil }
    self = meaning
  }

  private static let all: [CommandID: VimMeaning] = {
    var all: [CommandID: VimMeaning] = [:]
    for motion in VimMotion.allCases { all[motion.id] = .motion(motion) }
    for object in VimObject.allCases {
      all[object.id(around: false)] = .object(object, around: false)
      all[object.id(around: true)] = .object(object, around: true)
    }
    for name in VimOperator.allCases { all[name.id] = .operator(name) }
    for command in VimCommand.allCases { all[command.id] = .command(command) }
    return all
  }()
}
