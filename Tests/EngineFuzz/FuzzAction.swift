import TestSupport
import TextEngine

/// What a step does.
enum FuzzAction: CaseIterable {
  case replace, paste, deleteMuch, type, command
  case undo, redo, wander, reopenHistory, save
  case select, fold, foldHere, unfold
  case wrap, resize, scroll, page, reveal, click
  case learn, look, grow
  case find, step, replaceOne, replaceAll, keepSnapshot

  /// How many steps begin a text.
  static let fillingSteps = 8

  private static let weights: [(FuzzAction, Int)] = [
    (.replace, 20), (.paste, 3), (.deleteMuch, 2), (.type, 8), (.command, 24), (.undo, 8),
    (.redo, 5), (.wander, 2), (.reopenHistory, 1), (.save, 1), (.select, 5), (.fold, 3),
    (.foldHere, 2), (.unfold, 2), (.wrap, 2), (.resize, 2), (.scroll, 3), (.page, 2), (.reveal, 4),
    (.click, 2), (.learn, 4), (.look, 3), (.grow, 3), (.find, 3), (.step, 3), (.replaceOne, 2),
    (.replaceAll, 2), (.keepSnapshot, 1),
  ]
  private static let weighted = weights.flatMap { [FuzzAction](repeating: $0.0, count: $0.1) }

  static func any(
    atStep step: Int, of setting: FuzzSetting, _ random: inout SeededRandom
  ) -> FuzzAction {
    if step < fillingSteps { return step % 2 == 0 ? .paste : .replace }
    return weighted.randomElement(using: &random) ?? .replace
  }
}

extension FuzzSession {
  mutating func perform(_ action: FuzzAction, isFirst: Bool) {
    if text.byteCount > setting.most {
      deleteMuch()
      return
    }
    clock += Int64(number(-100...4_000))
    switch action {
    case .replace: replace()
    case .paste: paste(isLong: isFirst || chance(4))
    case .deleteMuch: deleteMuch()
    case .type: type()
    case .command: command()
    case .undo: follow(history.undo())
    case .redo: follow(history.redo())
    case .wander: wander()
    case .reopenHistory: reopenHistory()
    case .save: history.markSaved()
    case .select: select()
    case .fold: fold()
    case .foldHere: foldHere()
    case .unfold: unfold()
    case .wrap: wrap()
    case .resize: resize()
    case .scroll: viewport.scroll(by: number(-30...30), in: rows)
    case .page: page()
    case .reveal: reveal()
    case .click: click()
    case .learn: learn()
    case .look: look()
    case .grow: grow()
    case .find: find()
    case .step: stepToMatch()
    case .replaceOne: replaceOne()
    case .replaceAll: replaceAll()
    case .keepSnapshot: snapshot = (text, model)
    }
  }
}
