import Glibc

/// One keystroke as a person names it: `a`, `C-s`, `M-Up`, `S-Tab`, `F1`.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case character(Character)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let shift = Modifiers(rawValue: 1)
    package static let meta = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The character that this key types, or nil.
  package var typed: Character? {
    guard modifiers.isEmpty, case .character(let character) = code else { return nil }
    return character
  }

  private static let names: [(String, Code)] = [
    ("Enter", .enter), ("Esc", .escape), ("Tab", .tab), ("Backspace", .backspace),
    ("Del", .delete), ("Ins", .insert), ("Up", .up), ("Down", .down), ("Left", .left),
    ("Right", .right), ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PgDn", .pageDown),
    ("Space", .character(" ")),
  ]

  package init?(name: String) {
    var rest = name[...]
    var modifiers = Modifiers()
    while rest.count > 2, rest.dropFirst().first == "-" {
      switch rest.first {
      case "C": modifiers.insert(.control)
      case "M": modifiers.insert(.meta)
      case "S": modifiers.insert(.shift)
      default: return nil
      }
      rest = rest.dropFirst(2)
    }
    if rest.count == 1, let character = rest.first {
      self.init(.character(character), modifiers)
    } else if let named = Self.names.first(where: { $0.0 == rest }) {
      self.init(named.1, modifiers)
    } else if let number = (1...24).first(where: { "F\($0)" == rest }) {
      self.init(.function(number), modifiers)
    } else {
      return nil
    }
  }

  /// The key's name, which `init(name:)` can parse.
  package var name: String {
    var name = ""
    if modifiers.contains(.control) { name += "C-" }
    if modifiers.contains(.meta) { name += "M-" }
    if modifiers.contains(.shift) { name += "S-" }
    switch code {
    case .character(" "): return name + "Space"
    case .character(let character): return name + String(character)
    case .function(let number): return name + "F\(number)"
    default: return name + (Self.names.first { $0.1 == code }?.0 ?? "?")
    }
  }
}

extension Key: ExpressibleByStringLiteral {
  /// For tables in the source. An unknown name is a bug, so it traps.
  package init(stringLiteral name: String) {
    guard let key = Key(name: name) else { preconditionFailure("no key is named \(name)") }
    self = key
  }
}

package enum InputEvent: Equatable, Sendable {
  case key(Key)
  /// A bracketed paste, in bytes: escape codes in it are text.
  case paste([UInt8])
  case mouse(MouseEvent)
  case resize(Size)
  /// A script's request to report when the app is idle again; it keeps its position among the keys.
  case sync(Int)
  /// The terminal has closed.
  case closed
}

package struct MouseEvent: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }

  package var action: Action
  package var at: Point
  package var modifiers: Key.Modifiers

  package init(_ action: Action, at point: Point, modifiers: Key.Modifiers = []) {
    self.action = action
    at = point
    self.modifiers = modifiers
  }

  /// The number of lines to scroll for a wheel event; nil for others.
  package var wheelLines: Int? {
    switch action {
    case .wheelDown: 3
    case .wheelUp: -3
    case .press, .release, .drag: nil
    }
  }
}

/// Queued events, which may contain a passphrase: nothing of it may stay in memory after they are
/// handled.
extension [InputEvent] {
  /// Appends an event. If the array must grow, the old memory is overwritten.
  package mutating func hold(_ event: InputEvent) {
    if count == capacity {
      var larger: [InputEvent] = []
      larger.reserveCapacity(Swift.max(64, 2 * capacity))
      larger += self
      wipe()
      self = larger
    }
    append(event)
  }

  /// Removes all events and overwrites their memory.
  package mutating func wipe() {
    for index in indices {
      guard case .paste(var bytes) = self[index] else { continue }
      self[index] = .closed
      bytes.wipe()
    }
    // Removed events have left their bytes after the last one.
    let room = capacity * MemoryLayout<InputEvent>.stride
    withUnsafeMutableBufferPointer { events in
      guard let start = events.baseAddress else { return }
      start.deinitialize(count: events.count)
      explicit_bzero(start, room)
      start.initialize(repeating: .closed, count: events.count)
    }
    removeAll(keepingCapacity: true)
  }
}

extension [UInt8] {
  /// Removes all bytes and overwrites their memory.
  package mutating func wipe() {
    withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
    removeAll(keepingCapacity: true)
  }
}
