import TextEngine

/// All changes of the text go through these functions, so that marks follow and undo records them.
extension EmacsMachine {
  /// Inserts bytes at point, which moves after them. Marks at point stay before, unless
  /// `movesMarks`.
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

  /// Deletes the text between two offsets, in either order.
  mutating func delete(_ one: Int, _ other: Int) { delete(min(one, other)..<max(one, other)) }

  /// Replaces bytes. Offsets after the range move with their text. Those inside move to its start,
  /// or with `keepsMarkers` stay as far as the new bytes reach.
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

  // MARK: - Markers

  /// Adds an offset that follows changes of the text; `marker` reads it.
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
  /// Changes the case up to the end of words; backward, point does not move.
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

  /// Changes the case of a range. Returns its growth in bytes. Invalid UTF-8 does not change.
  private mutating func change(_ range: Range<Int>, to wanted: LetterCase) -> Int {
    if range.isEmpty { return 0 }
    guard let old = String(validating: bytes(range), as: UTF8.self) else { return 0 }
    let new = Array(wanted.of(old, isWord: EmacsSyntax.isWord).utf8)
    replace(range, with: new, keepsMarkers: true)
    return new.count - range.count
  }
}
