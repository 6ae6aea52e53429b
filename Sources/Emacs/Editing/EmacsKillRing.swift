import TextEngine

/// Killed or copied text, the newest first.
struct EmacsKillRing {
  struct Kill {
    var text: Rope
    /// The lines of a killed rectangle, for yanking as a rectangle.
    var rectangle: [[UInt8]]?
  }

  static let most = 60

  private(set) var all: [Kill] = []
  /// The last yanked entry.
  private(set) var index = 0

  mutating func add(_ kill: Kill) {
    all.insert(kill, at: 0)
    if all.count > Self.most { all.removeLast() }
    index = 0
  }

  mutating func replaceFirst(_ kill: Kill) {
    if all.isEmpty { return add(kill) }
    all[0] = kill
    index = 0
  }

  /// Moves by a number of entries, cyclically, and returns the new one.
  mutating func rotate(by count: Int) -> Kill? {
    if all.isEmpty { return nil }
    index = ((index + count) % all.count + all.count) % all.count
    return all[index]
  }
}

extension EmacsMachine {
  // MARK: - Killing

  /// Kills the text between two offsets. Right after another kill it is appended to that, or
  /// prepended if it goes backward.
  mutating func kill(from start: Int, to target: Int) {
    command.endsRegion = true
    let range = min(start, target)..<max(start, target)
    keep(part(range), isBackwards: target < start)
    point = target
    delete(range)
    command.name = "kill-region"
  }

  mutating func keep(_ text: Rope, isBackwards: Bool) {
    if command.last == "kill-region", let first = kills.all.first {
      var joined = isBackwards ? text : first.text
      joined.append(isBackwards ? first.text : text)
      // A killed rectangle is not changed.
      if first.rectangle == nil {
        kills.replaceFirst(.init(text: joined))
      } else {
        kills.add(.init(text: joined))
      }
    } else {
      kills.add(.init(text: text))
    }
    offer()
  }

  private mutating func offer() {
    guard let first = kills.all.first, !first.text.isEmpty else { return }
    effects.removeAll { if case .offer = $0 { true } else { false } }
    effects.append(.offer(first.text))
  }

  mutating func killLine() throws(EmacsFailure) {
    if let argument { return kill(from: point, to: lineEdge(argument.value)) }
    if point == end { throw .endOfText }
    let stop = lineEnd(point)
    let isBlank = skipBlanks(point, upTo: stop) == stop
    kill(from: point, to: isBlank ? nextLineStart(point) : stop)
  }

  /// Returns the start of the line at a distance, or an end of the text; 0 is the current line.
  func lineEdge(_ count: Int) -> Int {
    let target = line(point) + count
    if target < 0 { return 0 }
    return target > lastLine ? end : start(ofLine: target)
  }

  /// Handles `C-S-Backspace`: kills the whole line.
  mutating func killWholeLine() throws(EmacsFailure) {
    if point == end, isLineStart(point) { throw .endOfText }
    let start = lineStart(point)
    kill(from: start, to: nextLineStart(point))
  }

  mutating func killRegion() throws(EmacsFailure) {
    guard let mark = region.mark else { throw failure("The mark is not set.") }
    if rectangle.isOn, region.isActive { return try killRectangleRegion() }
    kill(from: mark, to: point)
  }

  mutating func copyRegion() throws(EmacsFailure) {
    let range = try markedRange()
    command.endsRegion = true
    if rectangle.isOn, region.isActive {
      let lines = rectangleLines()
      kills.add(.init(text: Self.joined(lines), rectangle: lines))
      return offer()
    }
    keep(part(range), isBackwards: point < range.upperBound)
    say("Copied.")
  }

  private mutating func killRectangleRegion() throws(EmacsFailure) {
    let lines = try cutRectangle(fills: false)
    kills.add(.init(text: Self.joined(lines), rectangle: lines))
    command.name = "kill-region"
    command.endsRegion = true
    offer()
  }

  private static func joined(_ lines: [[UInt8]]) -> Rope {
    Rope(Array(lines.joined(separator: [0x0a])))
  }

  /// Handles `C-M-w`: the next kill is added to the last one.
  mutating func appendNextKill() {
    command.name = "kill-region"
    say("The next kill is added to the last one.")
  }

  mutating func zapToCharacter() { keys.reading = .zap(argument) }

  mutating func zap(to character: [UInt8], _ argument: EmacsArgument?) throws(EmacsFailure) {
    let count = argument?.value ?? 1
    guard let target = find(character, from: point, count) else {
      throw failure("\(String(decoding: character, as: UTF8.self)) was not found.")
    }
    kill(from: point, to: target)
  }

  /// Returns the end of the `count`-th next occurrence of a character, or the start of a previous
  /// one if negative. A lowercase letter matches both cases.
  private func find(_ character: [UInt8], from offset: Int, _ count: Int) -> Int? {
    let pattern = EmacsPattern(String(decoding: character, as: UTF8.self), isLax: false)
    var offset = offset
    for _ in 0..<abs(count) {
      let found =
        count > 0 ? pattern.first(in: rope, from: offset) : pattern.last(in: rope, before: offset)
      guard let found else { return nil }
      offset = count > 0 ? found.upperBound : found.lowerBound
    }
    return offset
  }

  // MARK: - Yanking

  mutating func yank() throws(EmacsFailure) {
    command.name = ""
    let step: Int
    switch argument {
    case nil, .universal: step = 0
    case .minus: step = -2
    case .number(let number): step = number - 1
    }
    guard let kill = kills.rotate(by: step) else {
      pushMark()
      throw failure("Nothing was killed yet.")
    }
    pushMark()
    insert(kill)
    if case .universal = argument { swapPointAndMark() }
    command.name = "yank"
  }

  mutating func yankPop() throws(EmacsFailure) {
    guard command.last == "yank", let mark = region.mark else {
      return try yank()
    }
    command.name = "yank"
    let isBefore = point < mark
    delete(point, mark)
    region.mark = point
    guard let kill = kills.rotate(by: count) else { return }
    insert(kill)
    if isBefore { swapPointAndMark() }
  }

  private mutating func insert(_ kill: EmacsKillRing.Kill) {
    if let lines = kill.rectangle { insertRectangle(lines) } else { insert(kill.text) }
  }

  mutating func swapPointAndMark() {
    guard let mark = region.mark else { return }
    region.mark = point
    point = mark
  }
}
