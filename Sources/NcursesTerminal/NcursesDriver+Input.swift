import CNcurses
import CSystem
package import Terminal

/// Handles input: bytes for the decoder, changes of the window's size, and timeouts.
extension NcursesDriver {
  /// Keys arrive in few bytes, pastes in many. After `mostReads`, the rest waits until the next
  /// frame.
  private static let firstRead = 512
  private static let laterReads = 65_536
  private static let mostReads = 64
  /// The longest pause in a paste, or in a sequence that only a machine sends.
  private static let longDelay = Duration.seconds(2)
  /// The longest wait for the rest of a key after its first two bytes.
  private static let moderateDelay = Duration.milliseconds(200)

  package func events() -> [InputEvent] {
    guard state == .running else { return [] }
    var events: [InputEvent] = []
    if csystem_take_window_change() != 0 { sizeMayHaveChanged = true }
    if sizeDelay == .zero { takeSize(into: &events) }
    if !hasClosed { readInput(into: &events) }
    return events
  }

  package var pendingInputDelay: Duration? {
    guard state == .running, !hasClosed else { return nil }
    guard let delay = delay(for: decoder?.patience ?? .none) else { return sizeDelay }
    let rest = max(.zero, lastInput + delay - .sinceBoot)
    return min(rest, sizeDelay ?? rest)
  }

  /// The remaining time before a possible new size is read.
  private var sizeDelay: Duration? {
    guard sizeMayHaveChanged else { return nil }
    guard let lastSize else { return .zero }
    return max(.zero, lastSize + sizePause - .sinceBoot)
  }

  private func takeSize(into events: inout [InputEvent]) {
    sizeMayHaveChanged = false
    if let size = followSize() { events.append(.resize(size)) }
  }

  private func readInput(into events: inout [InputEvent]) {
    if decoder == nil {
      decoder = InputDecoder(terminfoKeys: KeyStrings.table(), acceptsSync: acceptsSync)
    }
    var bytes: [UInt8] = []
    reading: for round in 0..<Self.mostReads {
      let limit = round == 0 ? Self.firstRead : Self.laterReads
      switch input.readAvailable(limit: limit, into: &bytes) {
      case .bytes:
        lastInput = .sinceBoot
        // Keys and clicks refer to what the user sees, so a new size comes first.
        if sizeMayHaveChanged { takeSize(into: &events) }
        var found = decoder?.feed(bytes) ?? []
        add(found, to: &events)
        if let reported = decoder?.background { background = reported }
        let isAll = bytes.count < limit
        // The input may be a passphrase.
        found.wipe()
        bytes.wipe()
        if isAll { break reading }
      case .closed:
        hasClosed = true
        add(decoder?.finish() ?? [], to: &events)
        events.append(.closed)
        return
      case .nothing:
        break reading
      }
    }
    if let delay = delay(for: decoder?.patience ?? .none), .sinceBoot - lastInput >= delay {
      lastInput = .sinceBoot
      add(decoder?.timeOut() ?? [], to: &events)
    }
  }

  /// A script that resized the window expects the new size from its `sync` on.
  private func add(_ found: [InputEvent], to events: inout [InputEvent]) {
    for event in found {
      if case .sync = event, let size = followSize() { events.hold(.resize(size)) }
      events.hold(event)
    }
  }

  private func delay(for patience: InputDecoder.Patience) -> Duration? {
    switch patience {
    case .none: nil
    case .brief: escapeDelay
    case .moderate: max(escapeDelay, Self.moderateDelay)
    case .long: max(escapeDelay, Self.longDelay)
    }
  }
}

/// Reads the keys of the current terminal from its terminfo entry.
@MainActor
private enum KeyStrings {
  private static let plain: [(String, Key)] = [
    ("kcuu1", "Up"), ("kcud1", "Down"), ("kcub1", "Left"), ("kcuf1", "Right"),
    ("khome", "Home"), ("kend", "End"), ("kpp", "PgUp"), ("knp", "PgDn"),
    ("kich1", "Ins"), ("kdch1", "Del"), ("kent", "Enter"), ("kcbt", "S-Tab"),
    ("kri", "S-Up"), ("kind", "S-Down"), ("kLFT", "S-Left"), ("kRIT", "S-Right"),
    ("kHOM", "S-Home"), ("kEND", "S-End"), ("kPRV", "S-PgUp"), ("kNXT", "S-PgDn"),
    ("kIC", "S-Ins"), ("kDC", "S-Del"), ("kUP", "S-Up"), ("kDN", "S-Down"),
  ]

  /// Names that continue with a number for the modifiers: `kLFT5` is Left with Control.
  private static let numbered: [(String, Key.Code)] = [
    ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home),
    ("kEND", .end), ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
  ]

  static func table() -> [[UInt8]: Key] {
    var table: [[UInt8]: Key] = [:]
    func add(_ name: String, _ key: Key) {
      guard let value = cncurses_string(name) else { return }
      let bytes = Array(String(cString: value).utf8)
      if table[bytes] == nil { table[bytes] = key }
    }
    for (name, key) in plain { add(name, key) }
    for number in 1...24 {
      // After the last real key, terminfo entries list F1 with Shift as F13. In xterm's encoding it
      // decodes to Shift with F1 here.
      guard let value = cncurses_string("kf\(number)") else { continue }
      if number <= 12 || !String(cString: value).contains(";") {
        add("kf\(number)", Key(.function(number)))
      }
    }
    for (name, code) in numbered {
      for number in 3...8 {
        let bits = number - 1
        var modifiers = Key.Modifiers()
        if bits & 1 != 0 { modifiers.insert(.shift) }
        if bits & 2 != 0 { modifiers.insert(.meta) }
        if bits & 4 != 0 { modifiers.insert(.control) }
        add("\(name)\(number)", Key(code, modifiers))
      }
    }
    return table
  }
}
