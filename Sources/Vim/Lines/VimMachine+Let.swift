/// `:let mapleader`.
extension VimMachine {
  /// Handles `let mapleader = " "`.
  mutating func takeLeader(_ reader: inout VimLineReader) throws(VimFailure) -> Bool {
    let start = reader.index
    if reader.takeLetters() == "g" { _ = reader.take(if: ":") } else { reader.index = start }
    let name = reader.takeLetters()
    guard name == "mapleader" || name == "maplocalleader" else {
      reader.index = start
      return false
    }
    reader.skipBlanks()
    guard reader.take(if: "=") else {
      throw VimFailure(message: "E15: Invalid expression: write let mapleader = \",\"")
    }
    reader.skipBlanks()
    let keys = VimKey.keys(
      of: String(decoding: try VimEvaluator.takeString(&reader), as: UTF8.self))
    maps.leader = keys.isEmpty ? ["\\"] : keys
    return true
  }
}
