package import TextEngine

/// Completion while typing: `C-n` and `C-p`, and after `C-x` what they complete.
extension VimMachine {
  /// Handles a key that begins a completion or chooses among its matches. Any other key accepts the
  /// text that is there and then has its usual meaning: false.
  mutating func completionKey(_ key: String) throws(VimFailure) -> Bool {
    insert.asked = nil
    if insert.literal != nil || insert.pending != nil { return false }
    guard let completion = insert.completion else {
      guard key == "C-n" || key == "C-p" else { return false }
      try completeWords(isForward: key == "C-n", inOthers: true)
      return true
    }
    if let index = completion.next(for: key) {
      insert.completion?.isByArrow = ["Down", "Up", "PgDn", "PgUp"].contains(key)
      try choose(index)
      return true
    }
    switch key {
    case "C-e":
      try choose(nil)
      acceptCompletion()
      return true
    case "C-y" where completion.hasMenu, "Enter" where completion.isByArrow:
      acceptCompletion()
      return true
    default:
      acceptCompletion()
      // After `C-x`, the next key may complete what follows in another context.
      if key == "C-x" { insert.completed = completion }
      return false
    }
  }

  /// Leaves the chosen text, and records it as if it had been typed.
  mutating func acceptCompletion() {
    guard let completion = insert.completion else { return }
    insert.completion = nil
    insert.keys += completion.keys
    if change.recording != nil { change.recording? += completion.keys }
  }

  // MARK: - After C-x

  /// Handles the key after `C-x`.
  mutating func controlXKey(_ key: String) throws(VimFailure) {
    let completed = insert.completed
    insert.completed = nil
    switch key {
    case "C-n", "C-p":
      try completeWords(
        isForward: key == "C-n", inOthers: false, after: completed?.kind == .words ? completed : nil
      )
    case "C-l": try completeLines(after: completed?.kind == .lines ? completed : nil)
    case "C-f": try ask(for: .files, typed: nameBeforeCursor)
    case "C-k": try ask(for: .ownWords, typed: wordBeforeCursor)
    case "s", "C-s": try ask(for: .suggestions, typed: wordBeforeCursor)
    case "C-e", "C-y":
      effects.append(.scroll(key == "C-e" ? 1 : -1))
      insert.pending = VimInsertState.scrolling
    case "C-x", "C-z": break
    case "C-v", "C-]", "C-i", "Tab", "C-d", "C-t", "C-u", "C-o":
      throw VimUnsupported.failure(["C-x", key])
    default: queue([key])
    }
  }

  /// Handles the key after `C-x C-e`: it may scroll on.
  mutating func scrollingKey(_ key: String) {
    guard key == "C-e" || key == "C-y" else { return queue([key]) }
    effects.append(.scroll(key == "C-e" ? 1 : -1))
    insert.pending = VimInsertState.scrolling
  }

  private mutating func ask(
    for kind: VimCompletion.Kind, typed: [UInt8]
  ) throws(VimFailure) {
    guard let id = VimCompletion.requests[kind] else { return }
    if typed.isEmpty, kind != .files {
      throw VimFailure(message: "There is no word before the cursor.")
    }
    insert.asked = kind
    effects.append(
      .run(Invocation(id, argument: String(decoding: typed, as: UTF8.self))))
  }

  /// Offers what the program found, unless the text has changed.
  package mutating func offer(
    _ found: [String], insteadOf typed: String, in text: inout KeyText
  ) -> [KeyEffect] {
    take(&text)
    defer { give(&text) }
    effects = []
    guard let kind = insert.asked, isInserting, insert.completion == nil else { return [] }
    insert.asked = nil
    let typed = Array(typed.utf8)
    guard self.text.line(cursor.line).prefix(cursor.column).suffix(typed.count).elementsEqual(typed)
    else { return [] }
    let matches = found.map { Array($0.utf8) }.filter { !$0.contains(0x0a) && $0 != typed }
    do throws(VimFailure) {
      try begin(kind, typed: typed, Array(matches.prefix(VimCompletionScan.most)), isForward: true)
    } catch {
      effects.append(.bell)
    }
    return effects
  }

  // MARK: - Finding matches

  private var wordBeforeCursor: [UInt8] {
    let line = text.line(cursor.line)
    if cursor.column == 0 { return [] }
    let kind = VimWords.kind(line, VimChars.previous(line, cursor.column))
    if kind < VimClasses.word { return [] }
    return Array(line[VimWords.start(line, before: cursor.column)..<cursor.column])
  }

  /// The characters of vim's `isfname` before the cursor.
  private var nameBeforeCursor: [UInt8] {
    let signs = Set("/.-_+,#$%~=".utf8)
    let line = text.line(cursor.line)
    return Array(
      line[..<cursor.column].reversed().prefix {
        $0 >= 0x80 || signs.contains($0) || VimClasses.of(UInt32($0)) == VimClasses.word
      }.reversed())
  }

  private mutating func completeWords(
    isForward: Bool, inOthers: Bool, after completed: VimCompletion? = nil
  ) throws(VimFailure) {
    let typed = completed?.text ?? wordBeforeCursor
    var scan = VimCompletionScan(
      typed, ignoresCase: ignoresCase(of: typed), isForward: isForward)
    let start = text.offset(of: cursor).value - typed.count
    scan.addWords(of: text.rope, around: start, isAdding: completed != nil)
    if inOthers { for other in text.key.otherNotes { scan.addWords(ofOther: other) } }
    text.key.pay(forBytes: scan.bytesRead)
    try begin(.words, typed: typed, scan.matches, isForward: isForward)
  }

  private mutating func completeLines(after completed: VimCompletion?) throws(VimFailure) {
    let indent = text.line(cursor.line).prefix(while: isBlank).count
    let line = cursor.line
    if let completed {
      // The next line goes into a new one.
      insert.keys.append("Enter")
      if change.recording != nil { change.recording?.append("Enter") }
      typeNewline()
      var scan = VimCompletionScan([], ignoresCase: false, isForward: false)
      scan.addLines(of: text.rope, around: line, after: completed.text)
      return try begin(.lines, typed: [], scan.matches, isForward: false)
    }
    let typed = Array(text.line(line)[min(indent, cursor.column)..<cursor.column])
    var scan = VimCompletionScan(typed, ignoresCase: ignoresCase(of: typed), isForward: false)
    scan.addLines(of: text.rope, around: line)
    for other in text.key.otherNotes { scan.addLines(ofOther: other) }
    text.key.pay(forBytes: scan.bytesRead)
    try begin(.lines, typed: typed, scan.matches, isForward: false)
  }

  private func ignoresCase(of typed: [UInt8]) -> Bool {
    options.search.ignoresCase
      && !(options.search.smartCase
        && String(decoding: typed, as: UTF8.self).unicodeScalars.contains(
          where: \.properties.isUppercase))
  }

  // MARK: - Choosing

  private mutating func begin(
    _ kind: VimCompletion.Kind, typed: [UInt8], _ matches: [[UInt8]], isForward: Bool
  ) throws(VimFailure) {
    beginAfterMoving(typed: false)
    let offset = ByteOffset(text.offset(of: cursor).value - typed.count)
    insert.completion = VimCompletion(kind: kind, typed: typed, matches: matches, offset: offset)
    if matches.isEmpty {
      effects += [.bell, .warn(insert.completion?.message ?? "")]
    } else {
      try choose(isForward ? 0 : matches.count - 1)
    }
  }

  private mutating func choose(_ index: Int?) throws(VimFailure) {
    guard let old = insert.completion?.text else { return }
    insert.completion?.chosen = index
    guard let completion = insert.completion else { return }
    try put(completion.text, insteadOf: old)
    if !completion.matches.isEmpty { effects.append(.say(completion.message)) }
  }

  /// Replaces the text before the cursor.
  private mutating func put(_ new: [UInt8], insteadOf old: [UInt8]) throws(VimFailure) {
    let line = text.line(cursor.line)
    guard line.prefix(cursor.column).suffix(old.count).elementsEqual(old) else {
      // Another program changed it.
      insert.completion = nil
      throw .quiet
    }
    if new == old { return }
    let same = VimCompletion.commonPrefix(old, new)
    insert.hasOnlyIndent = false
    if isReplacing { return try putOver(Array(new[same...]), insteadOf: Array(old[same...])) }
    rememberTypedLine()
    let start = cursor.column - (old.count - same)
    changeLine(cursor.line, line[..<start] + new[same...] + line[cursor.column...])
    cursor.column = start + new.count - same
    if cursor.line == insert.start.line {
      insert.start.column = min(insert.start.column, start)
    }
    insert.hasTyped = true
  }

  /// The same in replace mode, character by character.
  private mutating func putOver(_ new: [UInt8], insteadOf old: [UInt8]) throws(VimFailure) {
    for _ in String(decoding: old, as: UTF8.self) { try restoreOne() }
    for character in String(decoding: new, as: UTF8.self) {
      type(Array(String(character).utf8), isLiteral: true)
    }
  }
}

extension VimCompletion {
  /// Returns the index that a key goes to, nil inside for the typed text; nil if it is another key.
  fileprivate func next(for key: String) -> Int?? {
    switch key {
    case "C-n": return .some(index(after: 1))
    case "C-p": return .some(index(after: -1))
    case "Down" where hasMenu: return .some(index(after: 1))
    case "Up" where hasMenu: return .some(index(after: -1))
    case "PgDn" where hasMenu: return .some(index(byRows: 5))
    case "PgUp" where hasMenu: return .some(index(byRows: -5))
    case kind.key where kind != .suggestions:
      return .some(index(after: kind.isBackward ? -1 : 1))
    default: return nil
    }
  }
}
