/// Lines that can be hidden below the line that names them.
package struct Foldable: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case heading(Int)
    case item, code, frontMatter, callout
  }

  package var kind: Kind
  /// Where the line starts that stays.
  package var head: ByteOffset
  /// Whole lines.
  package var hidden: Range<ByteOffset>
}

extension Highlighter {
  /// What can be hidden below a line; nil where nothing can.
  package mutating func foldable(at line: LineNumber, in text: Rope) -> Foldable? {
    let place = text.start(of: line).value
    guard let unit = unit(at: place, in: text), unit.start == place, unit.before.rest == .none
    else { return nil }
    return foldable(unit, in: text)
  }

  private mutating func foldable(_ unit: ScannedUnit, in text: Rope) -> Foldable? {
    guard let kind = foldKind(unit) else { return nil }
    let end: Int
    switch kind {
    case .heading(let level): end = sectionEnd(after: unit, level, in: text)
    case .item: end = itemEnd(after: unit, in: text)
    case .code: end = blockEnd(after: unit, in: text, while: \.isInFence)
    case .frontMatter: end = blockEnd(after: unit, in: text) { $0.mode == .frontMatter }
    case .callout:
      end = forEachUnit(from: unit.end, unit.after, in: text, budget: Self.readAhead) {
        $0.quoteDepth > 0 && $0.kind != .blank
      }
    }
    var start = unit.end
    if kind == .callout || kind == .item {
      // The title alone stays, though text goes on right below it.
      let line = text.line(at: ByteOffset(unit.start))
      start = kind == .callout ? text.start(of: line + 1).value : unit.end
    }
    guard end > start else { return nil }
    return Foldable(kind: kind, head: ByteOffset(unit.start), hidden: (start..<end).offsets)
  }

  private func foldKind(_ unit: ScannedUnit) -> Foldable.Kind? {
    if unit.isInOutline, case .heading(let level) = unit.kind { return .heading(level) }
    if unit.kind == .fence, !unit.before.isInFence, unit.after.isInFence { return .code }
    if unit.kind == .frontMatterFence, unit.after.mode == .frontMatter { return .frontMatter }
    if unit.isCallout { return .callout }
    return unit.itemDepth == nil ? nil : .item
  }

  /// Behind the last line that belongs to an item.
  private func itemEnd(after unit: ScannedUnit, in text: Rope) -> Int {
    let depth = unit.itemDepth ?? 0
    var end = unit.end
    forEachUnit(from: unit.end, unit.after, in: text, budget: Self.readAhead) { next in
      if next.kind == .blank { return true }
      guard next.depth > depth else { return false }
      end = next.end
      return true
    }
    return end
  }

  /// Behind the line that closes code or properties.
  private func blockEnd(
    after unit: ScannedUnit, in text: Rope, while isInside: (BlockState) -> Bool
  ) -> Int {
    var isOpen = true
    return forEachUnit(from: unit.end, unit.after, in: text, budget: 4 * Self.readAhead) { next in
      guard isOpen, isInside(next.before) else { return false }
      // The line that closes belongs to it; one that stands outside does not.
      isOpen = isInside(next.after)
      return isOpen || next.kind == .fence || next.kind == .frontMatterFence
    }
  }
}
