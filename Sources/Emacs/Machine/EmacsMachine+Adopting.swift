package import TextEngine

/// What goes from note to note.
extension EmacsMachine {
  package mutating func adopt(_ other: any KeyMachine) {
    guard let other = other as? EmacsMachine else { return }
    kills = other.kills
    macro.last = other.macro.last
    searches = other.searches
    // Those that name an offset mean one of the other text.
    registers = other.registers.filter { if case .offset = $0.value { false } else { true } }
  }

  /// No keys wait for a time here.
  package mutating func goOn(in text: inout KeyText) -> [KeyEffect] { [] }
}
