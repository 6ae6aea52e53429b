/// Turns the terminal's bytes into events, in pieces of any size.
///
/// It knows the keys of common terminals; `terminfoKeys` adds those of this one, which win over
/// them. It never blocks and has no clock: its owner waits as long as `patience` asks and then
/// calls `timeOut()`.
///
/// ```swift
/// var decoder = InputDecoder()
/// decoder.feed([0x1b, 0x5b])  // []
/// decoder.feed([0x41])        // [.key("Up")]
/// ```
package struct InputDecoder: Sendable {
  /// How long to wait for the rest of an incomplete input.
  package enum Patience: Sendable {
    /// Waiting would decide nothing.
    case none
    /// The user may have pressed Esc, or Alt with a key that also begins a sequence.
    case brief
    /// The same, after a second key that is most often part of a sequence.
    case moderate
    /// Only a machine sends such a beginning: the rest is late or lost.
    case long
  }

  enum Mode {
    case ground
    case paste
    /// A terminal's answer (OSC, DCS, APC), which ends with BEL or ST.
    case string
    /// A control sequence that is longer than any known one.
    case endlessSequence
  }

  enum Step {
    case events([InputEvent], Int)
    case enter(Mode, Int)
    /// The rest has not arrived yet.
    case incomplete

    static func skip(_ count: Int) -> Step { .events([], count) }
    static func key(_ key: Key, _ count: Int) -> Step { .events([.key(key)], count) }
  }

  let acceptsSync: Bool
  let terminfoKeys: [[UInt8]: Key]
  /// Prefixes of terminfo keys that do not look like a sequence, for which the decoder must wait.
  let terminfoBeginnings: Set<[UInt8]>
  let longestTerminfoKey: Int

  var mode = Mode.ground
  /// An incomplete input. Never longer than `Limit.sequence`.
  var pending: [UInt8] = []
  var paste: [UInt8] = []
  private var skipped = 0
  private var answer: [UInt8] = []
  /// The terminal's last report of its background.
  package private(set) var background: Background?

  enum Limit {
    /// Longer than any meaningful sequence.
    static let sequence = 64
    /// Longer than any terminal's answer.
    static let string = 65_536
    /// A longer paste becomes several events.
    static let paste = 16 << 20
    /// A longer cluster is a pile of combining marks and becomes several keys.
    static let cluster = 32
    static let terminfoKey = 16
  }

  /// `acceptsSync`: whether a script may ask for `.sync`; otherwise such a request is ignored.
  package init(terminfoKeys: [[UInt8]: Key] = [:], acceptsSync: Bool = false) {
    // Keys without an escape sequence are left out: they would replace letters and control keys.
    let keys = terminfoKeys.filter {
      $0.key.first == 0x1b && (2...Limit.terminfoKey).contains($0.key.count)
    }
    self.terminfoKeys = keys
    self.acceptsSync = acceptsSync
    var beginnings: Set<[UInt8]> = []
    for key in keys.keys where key[1] != UInt8(ascii: "[") && key[1] != UInt8(ascii: "O") {
      for length in 2..<max(2, key.count) { beginnings.insert(Array(key.prefix(length))) }
    }
    terminfoBeginnings = beginnings
    longestTerminfoKey = keys.keys.reduce(0) { max($0, $1.count) }
  }

  /// How long to wait for more input before `timeOut()`.
  package var patience: Patience {
    switch mode {
    case .paste, .string, .endlessSequence: return .long
    case .ground:
      // An incomplete character is not a key, however long the wait.
      guard pending.first == 0x1b else { return .none }
      let rest = pending.drop { $0 == 0x1b }
      if pending.count - rest.count > 2 || rest.count > 1 { return .long }
      // The rest of a sequence may be on a slow line; a user who means Alt waits only a moment.
      return rest.isEmpty ? .brief : .moderate
    }
  }

  /// Whether `timeOut()` would decide something.
  package var isWaiting: Bool { patience != .none }

  /// Decodes bytes and returns the events that they complete.
  package mutating func feed(_ bytes: [UInt8]) -> [InputEvent] {
    let input = pending.isEmpty ? bytes : pending + bytes
    pending = []
    var events: [InputEvent] = []
    var offset = 0
    while offset < input.count {
      switch mode {
      case .ground: offset = takeGround(input, from: offset, into: &events)
      case .paste: offset = takePaste(input, from: offset, into: &events)
      case .string: offset = skipString(input, from: offset)
      case .endlessSequence: offset = skipSequence(input, from: offset)
      }
    }
    return events
  }

  /// Decodes the incomplete input as it is, after a wait of `patience`.
  package mutating func timeOut() -> [InputEvent] {
    let begun = pending
    switch mode {
    case .paste:
      return timeOutPaste()
    case .string, .endlessSequence:
      mode = .ground
      pending = []
      return begun == [0x1b] ? [.key("Esc")] : []
    case .ground:
      guard begun.first == 0x1b else { return [] }
      pending = []
      return keys(ofUnfinished: begun)
    }
  }

  /// Delivers the incomplete input after the terminal has closed.
  package mutating func finish() -> [InputEvent] {
    var events = timeOut()
    if mode == .paste { events += timeOut() }
    mode = .ground
    pending = []
    return events
  }

  private mutating func takeGround(
    _ input: [UInt8], from offset: Int, into events: inout [InputEvent]
  ) -> Int {
    let byte = input[offset]
    if byte >= 0x20 && byte != 0x7f { return takeText(input, from: offset, into: &events) }
    guard byte == 0x1b else {
      events.append(.key(Self.key(ofControl: byte)))
      return offset + 1
    }
    switch escape(input, at: offset) {
    case .events(let found, let count):
      events += found
      return offset + count
    case .enter(let next, let count):
      mode = next
      skipped = 0
      answer = []
      return offset + count
    case .incomplete:
      if input.count - offset > Limit.sequence {
        mode = .endlessSequence
        skipped = 0
        // Drops the introducer now, and later all that follows up to a final byte.
        guard input[offset + 1] == 0x1b else { return offset + 2 }
        events.append(.key("Esc"))
        return offset + 3
      }
      pending = Array(input[offset...])
      return input.count
    }
  }

  private mutating func skipString(_ input: [UInt8], from offset: Int) -> Int {
    for index in offset..<input.count {
      switch input[index] {
      case 0x07, 0x18, 0x1a:
        mode = .ground
        if input[index] == 0x07 { takeAnswer() }
        return index + 1
      case 0x1b:
        guard index + 1 < input.count else {
          pending = [0x1b]
          return input.count
        }
        mode = .ground
        if input[index + 1] == 0x5c { takeAnswer() }
        return input[index + 1] == 0x5c ? index + 2 : index
      default:
        skipped += 1
        if answer.count < Limit.sequence { answer.append(input[index]) }
        if skipped > Limit.string {
          mode = .ground
          return index + 1
        }
      }
    }
    return input.count
  }

  private mutating func takeAnswer() {
    if let reported = Background(answer: answer) { background = reported }
  }

  private mutating func skipSequence(_ input: [UInt8], from offset: Int) -> Int {
    for index in offset..<input.count {
      let byte = input[index]
      if (0x20..<0x40).contains(byte) {
        skipped += 1
        if skipped <= Limit.string { continue }
      }
      mode = .ground
      // A final byte belongs to the sequence; any other byte ends it and is decoded separately.
      return (0x20..<0x7f).contains(byte) ? index + 1 : index
    }
    return input.count
  }

  /// Returns the keys that a user may have pressed; none if only a machine can have sent this.
  private mutating func keys(ofUnfinished begun: [UInt8]) -> [InputEvent] {
    guard begun.count > 1 else { return [.key("Esc")] }
    if begun[1] == 0x1b {
      return [.key("Esc")] + (begun.count <= 3 ? keys(ofUnfinished: Array(begun[1...])) : [])
    }
    guard begun.count == 2 else { return [] }
    if begun[1] >= 0x80 {
      pending = [begun[1]]
      return [.key("Esc")]
    }
    return [.key(Self.metaKey(of: begun[1]))]
  }
}
