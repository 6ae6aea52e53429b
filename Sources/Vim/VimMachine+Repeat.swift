import TextEngine

/// `.` and macros.
extension VimMachine {
  mutating func repeatChange(_ count: Int?) throws(VimFailure) {
    change.recording = nil
    // Between `C-o` and further typing, the last change is the typed text: `.` repeats the one before.
    guard let last = insert.oneCommand == nil ? change.latest : change.earlier, !last.keys.isEmpty
    else { throw .quiet }
    var played: [String] = []
    if var register = last.register {
      // The next of the numbered registers.
      if let number = register.wholeNumberValue, (1..<9).contains(number) {
        register = Character("\(number + 1)")
      }
      played += ["\"", String(register)]
      // The last expression, evaluated again.
      if register == "=" { played.append("Enter") }
    }
    if let extent = last.visual {
      selectExtent(extent)
      change.repeated = extent
    } else if let count = count ?? last.count {
      played += String(count).map(String.init)
    }
    queue(played + last.keys, areRepeated: true)
  }

  // MARK: - Macros

  mutating func beginRecording(_ invocation: Invocation) throws(VimFailure) {
    if try openWindow(invocation) { return }
    guard let name = invocation.argument.first, name.isASCII,
      name.isLetter || name.isNumber || name == "\""
    else {
      throw .quiet
    }
    macro.recording = name
    macro.keys = []
  }

  mutating func endRecording() {
    guard let name = macro.recording else { return }
    macro.recording = nil
    // The final `q` is not part of the macro, nor is a `C-o` before it.
    let keys = macro.keys.dropLast(insert.oneCommand == nil ? 1 : 2)
    if let mode = insert.oneCommand { endOneCommand(mode) }
    macro.keys = []
    let text = VimKey.text(of: Array(keys))
    let new = VimRegister(
      lines: text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false).map(Array.init),
      shape: .characters)
    registers.store(new, in: name)
  }

  mutating func playRegister(_ typed: String, _ count: Int) throws(VimFailure) {
    let (name, content) = try played(typed.first ?? "@")
    if name == ":" {
      let line = String(decoding: content.text, as: UTF8.self)
      for _ in 0..<count {
        try payForKey()
        try runEx(line)
      }
      return
    }
    let played = VimKey.keys(of: String(decoding: content.text, as: UTF8.self))
    // More repetitions than this would never be played.
    let most = Self.mostSteps / max(1, played.count) + 1
    for _ in 0..<min(count, most) { queue(played, areMapped: true) }
  }
}

extension VimChangeState {
  /// Begins to record a command that may become the last change.
  mutating func begin(_ invocation: Invocation, in machine: VimMachine) {
    recording = pressed
    recordedCount = invocation.count
    recordedRegister = invocation.register
    recordedVisual = nil
    isKept = false
  }

  /// Marks the recorded command as a change.
  mutating func keep() { isKept = true }

  /// Makes the recorded command the last change.
  mutating func finish() {
    guard isKept, let recording else { return }
    earlier = latest
    latest = VimRepeatedChange(
      keys: recording, count: recordedCount, register: recordedRegister, visual: recordedVisual)
    self.recording = nil
    isKept = false
  }

  /// Restarts the recording after an arrow key: the change is the text typed from here on.
  mutating func restart(_ key: String?) {
    recording = ["i"] + (key.map { [$0] } ?? [])
    recordedCount = 1
    recordedRegister = nil
    recordedVisual = nil
    isKept = true
  }
}
