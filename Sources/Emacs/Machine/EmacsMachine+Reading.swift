import TextEngine

/// Commands that read one more key, and requests to the program.
extension EmacsMachine {
  mutating func finish(_ reading: EmacsReading, with key: String) throws(EmacsFailure) {
    if key == "C-g", reading != .describedKey { throw .quit }
    switch reading {
    case .describedKey: describeKey(key)
    case .quoted(let argument):
      try runPlain("quoted-insert") { machine in
        try machine.insertQuoted(key, argument)
      }
    case .zap(let argument):
      guard let bytes = Self.quoted(key) else { throw failure("\(key) is no character.") }
      try runPlain("zap-to-char") { machine in
        try machine.zap(to: bytes == [0x0d] ? [0x0a] : bytes, argument)
      }
    case .register(let use, let argument):
      try runPlain("register") { machine in
        try machine.use(key, use, argument)
      }
    case .searchCharacter:
      guard let bytes = Self.quoted(key) else { throw failure("\(key) is no character.") }
      try addToSearch(String(decoding: bytes, as: UTF8.self))
    }
  }

  mutating func keyboardQuit() throws(EmacsFailure) {
    if !region.isActive { effects.append(.singleCursor) }
    deactivateRegion()
    macro.abandon()
    throw .quit
  }

  // MARK: - Indenting with arrow keys

  mutating func indentRigidly() throws(EmacsFailure) {
    let region = try markedRange()
    guard let argument else {
      self.region.isIndenting = true
      say("Left and Right indent the region; S-Left and S-Right go to stops.")
      return
    }
    shift(region, by: argument.value)
  }

  mutating func indentRegionKey(_ key: String) throws(EmacsFailure) -> Bool {
    let steps = ["Left": -1, "Right": 1, "S-Left": -tabWidth, "S-Right": tabWidth]
    guard let step = steps[key], let region = try? markedRange() else { return false }
    try runPlain("indent-rigidly") { machine in
      machine.joinIndentation()
      machine.shift(region, by: step)
      machine.command.endsRegion = false
    }
    self.region.isIndenting = true
    return true
  }

  /// Makes one step of undo for all arrow keys.
  private mutating func joinIndentation() {
    if command.last == "indent-rigidly", case .boundary? = undo.records.last {
      undo.records.removeLast()
      text.continueStep()
    }
  }

  private mutating func shift(_ region: Range<Int>, by step: Int) {
    let here = addMarker(point)
    let last = addMarker(region.upperBound)
    point = region.lowerBound
    if !isLineStart(point) { forwardLine() }
    while point < marker(last) {
      let line = line(point)
      let indentation = indentation(point)
      let isBlank = isLineEnd(skipBlanks(point))
      if !isBlank { indentTo(max(0, min(indentation + step, Self.mostColumns))) }
      delete(point, skipBlanks(point))
      point = start(ofLine: line + 1)
      if line + 1 > lastLine { break }
    }
    point = marker(here)
    command.endsRegion = true
  }
}
