/// What was cut or yanked.
struct VimRegister: Equatable {
  /// One line at least; of characters the first and last are parts of lines.
  var lines: [[UInt8]]
  var shape: VimShape
  /// How many cells a block is wide.
  var width = 0
}

/// Registers by their names, and which one `""` is.
struct VimRegisters {
  var named: [Character: VimRegister] = [:]
  /// The name that `""` points at.
  var last: Character = "0"

  subscript(name: Character) -> VimRegister? {
    name == "\"" ? named[last] : named[name]
  }
}
