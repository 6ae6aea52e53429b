import TextEngine

/// What a row of the table does.
enum VimExWork: Sendable {
  case collect(VimCollectPlace), delete, yank, put, join, move, copy, shift(Int)
  case align(VimAlignment), retab, sort, mark, print
  case substitute(VimSubstituteKind)
  /// On lines that match, or on the others.
  case global(Bool)
  case normal, set, letRegister, undo, redo, deleteMarks
  case map(VimMapWork, VimMapModes)
  /// A command of the editor.
  case effect(String)
}

extension VimMachine {
  mutating func work(_ work: VimExWork, _ call: inout VimExCall) throws(VimFailure) {
    switch work {
    case .collect(let place): collectLines(call, place)
    case .delete: deleteLines(call)
    case .yank: yankLines(call.lines, into: call.register)
    case .put: try putRegister(call)
    case .join: try joinLines(call)
    case .move: try moveLines(call)
    case .copy: try copyLines(call)
    case .shift(let direction): shiftLines(call, by: direction)
    case .align(let alignment): align(call, alignment)
    case .retab: try retab(call)
    case .sort: try sortLines(&call)
    case .mark: try setMark(call)
    case .print: try printLine(call)
    case .substitute(let kind): try substitute(&call, kind)
    case .global(let wanted): try doOnLines(call, thatMatch: wanted != call.isForced)
    case .normal: try pressKeys(call)
    case .set: try setOptions(call)
    case .letRegister: try letRegister(&call)
    case .undo: try undoChange(call)
    case .redo: try redoChange()
    case .deleteMarks: try deleteMarks(call)
    case .map(let work, let modes): try self.work(onMaps: work, modes, call)
    case .effect(let name):
      let id = CommandID(call.isForced ? name + "-anyway" : name)
      effects.append(.run(Invocation(id, argument: call.argument)))
    }
  }
}
