import TextEngine

/// All changes of the text go through these: marks follow them, and undo knows them.
extension EmacsMachine {
  /// Puts bytes in at point, which goes behind them. Marks at point stay before, unless `movesMarks`.
  mutating func insert(_ bytes: [UInt8], movesMarks: Bool = false) {
    insert(Rope(bytes), movesMarks: movesMarks)
  }

  mutating func insert(_ string: String) { insert(Array(string.utf8)) }

  mutating func insert(_ inserted: Rope, movesMarks: Bool = false) {
    if inserted.isEmpty { return }
    let (start, length) = (point, inserted.byteCount)
    recordInsertion(start..<start + length)
    text.apply(
      Edit(in: rope, replacing: Range(at: ByteOffset(start)), with: inserted))
    mapMarks { $0 > start || $0 == start && movesMarks ? $0 + length : $0 }
    point += length
    command.endsRegion = true
  }

  mutating func delete(_ range: Range<Int>) {
    if !range.isEmpty { replace(range, with: []) }
  }

  /// Between two offsets in either order.
  mutating func delete(_ one: Int, _ other: Int) { delete(min(one, other)..<max(one, other)) }

  /// Other bytes for some: what is behind goes with its text. What is inside goes to the start, or keeps
  /// its position as far as the new bytes are as many.
  mutating func replace(_ range: Range<Int>, with bytes: [UInt8], keepsMarkers: Bool = false) {
    recordDeletion(range, keepsMark: bytes.isEmpty)
    if !bytes.isEmpty { recordInsertion(range.lowerBound..<range.lowerBound + bytes.count) }
    text.replace(range.offsets, with: bytes)
    let growth = bytes.count - range.count
    let most = range.lowerBound + (keepsMarkers ? bytes.count : 0)
    func follow(_ offset: Int) -> Int {
      offset >= range.upperBound ? offset + growth : min(offset, most)
    }
    mapMarks(follow)
    point = follow(point)
    command.endsRegion = true
  }

  mutating func mapMarks(_ change: (Int) -> Int) {
    region.mark = region.mark.map(change)
    for index in region.ring.indices { region.ring[index] = change(region.ring[index]) }
    for index in command.markers.indices { command.markers[index] = change(command.markers[index]) }
    if let first = rectangle.pointEdge {
      rectangle.pointEdge = (change(first.offset), first.column)
    }
    if let first = rectangle.markEdge { rectangle.markEdge = (change(first.offset), first.column) }
    for (name, register) in registers {
      if case .offset(let offset) = register { registers[name] = .offset(change(offset)) }
    }
  }

  // MARK: - Offsets that follow

  /// Keeps an offset while the text changes; `marker` reads it.
  mutating func addMarker(_ offset: Int) -> Int {
    command.markers.append(offset)
    return command.markers.count - 1
  }

  func marker(_ index: Int) -> Int {
    index < command.markers.count ? min(command.markers[index], end) : end
  }
}

/// Upper and lower case.
extension EmacsMachine {
  /// On to the end of words; backwards it changes them where point stays.
  mutating func changeWords(_ wanted: LetterCase) {
    let here = point
    let target = word(from: here, count)
    let growth = change(min(here, target)..<max(here, target), to: wanted)
    point = max(here, target) + growth
  }

  mutating func changeRegion(_ wanted: LetterCase) throws(EmacsFailure) {
    let region = try markedRange()
    let isAtEnd = point == region.upperBound
    let growth = change(region, to: wanted)
    if isAtEnd { point = region.upperBound + growth }
  }

  /// Answers how many bytes longer it became. Bytes that are no UTF-8 stay what they are.
  private mutating func change(_ range: Range<Int>, to wanted: LetterCase) -> Int {
    if range.isEmpty { return 0 }
    guard let old = String(validating: bytes(range), as: UTF8.self) else { return 0 }
    let new = Array(wanted.of(old, isWord: EmacsSyntax.isWord).utf8)
    replace(range, with: new, keepsMarkers: true)
    return new.count - range.count
  }
}
