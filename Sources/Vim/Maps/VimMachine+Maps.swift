package import TextEngine

/// The user's maps: replaces pressed keys with those of the map.
extension VimMachine {
  /// The limit of nested maps.
  private static let deepest = 1000

  /// Returns the next key after maps are applied; nil if there is none, or if the remaining keys
  /// may become a longer map.
  mutating func nextKey() throws(VimFailure) -> String? {
    var depth = 0
    while let next = keys.queue.last {
      change.isRepeating = next.isRepeated
      guard next.isMapped, let mode = mapMode, maps.first(in: mode).contains(next.name),
        !isInCount(next.name)
      else {
        keys.queue.removeLast()
        keys.expands = next.isMapped && !next.endsNoWord
        return next.name
      }
      let pressed = keys.queue.reversed().prefix(while: \.isMapped).map(\.name)
      let found = maps.find(pressed, in: mode)
      // If keys that are not part of a map follow, no longer map is possible.
      if found.isBegun, pressed.count == keys.queue.count, keys.depth == 0, !keys.isLate {
        return nil
      }
      guard let map = found.map else {
        keys.queue.removeLast()
        keys.expands = next.isMapped && !next.endsNoWord
        return next.name
      }
      depth += 1
      keys.map = map
      keys.mapCount += 1
      if depth > Self.deepest {
        throw VimFailure(
          message: "E223: “\(map.name)” leads back to itself. Use noremap, or other keys.")
      }
      keys.queue.removeLast(map.keys.count)
      queue(map.played, areMapped: map.isRecursive)
      // A map that begins with its own keys does not recurse.
      if map.isRecursive, map.played.starts(with: map.keys), !keys.queue.isEmpty {
        keys.queue[keys.queue.count - 1].isMapped = false
      }
    }
    return nil
  }

  /// The maps that apply to the next key; nil if the key is part of a command.
  private var mapMode: VimMapModes? {
    // The lines of the command line have a machine of their own, with the same maps.
    if maps.isEmpty || prompt.window != nil { return nil }
    switch mode {
    case .normal, .visual:
      if keys.literal != nil || keys.signs != nil || keys.interpreter.isBegun { return nil }
      return isVisual ? .visual : keys.interpreter.waitingOperator == nil ? .normal : .pending
    case .insert, .replace: return insert.pending == nil && insert.literal == nil ? .insert : nil
    case .prompt: return prompt.awaitsRegister || prompt.literal != nil ? nil : .prompt
    case .confirm: return nil
    }
  }

  /// Whether a zero belongs to a count.
  private func isInCount(_ key: String) -> Bool {
    key == "0" && keys.interpreter.hasCount && (mode == .normal || isVisual)
  }

  /// The text that the pending keys would type.
  var waitingText: String {
    guard isInserting, !keys.queue.isEmpty else { return "" }
    return keys.queue.reversed().map { VimKey.text($0.name) ?? "" }.joined()
  }

  package var ownMaps: [KeyDisplay.Map] {
    maps.all.map {
      KeyDisplay.Map(keys: $0.keys, summary: "\($0.command) \(VimNotation.text(of: $0.played))")
    }
  }

  /// Adds the maps of the mode and the pending keys to the display.
  func addMaps(to display: inout KeyDisplay) {
    if let mode = mapMode ?? (mode == .normal ? .normal : nil) {
      display.maps = maps.shown[mode] ?? []
    }
    if keys.queue.isEmpty { return }
    let waiting = VimNotation.text(of: keys.queue.reversed().map(\.name))
    display.pending = display.pending.isEmpty ? waiting : "\(display.pending) \(waiting)"
    display.waitingText = waitingText
    display.patience = options.waiting.isLimited ? options.waiting.milliseconds : nil
  }

  package mutating func flushPending(in text: inout KeyText) -> [KeyEffect] {
    if keys.queue.isEmpty { return flushWindow() }
    take(&text)
    effects = []
    keys.hasLeftWindow = false
    keys.isLate = true
    run()
    showPrinted()
    keys.isLate = false
    markMatches()
    give(&text)
    return effects
  }

  package mutating func copyShared(from other: any KeyMachine) {
    guard let other = other as? VimMachine else { return }
    // These options belong to the note and to the settings.
    let own = options
    options = other.options
    options.shiftWidth = own.shiftWidth
    options.expandsTabs = own.expandsTabs
    options.continuesItems = own.continuesItems
    maps = other.maps
    registers = other.registers
    search = other.search
    (search.preview, search.start) = (nil, nil)
    change = other.change
    macro = other.macro
    macro.recording = nil
    prompt.history = other.prompt.history
    insert.last = other.insert.last
  }
}
