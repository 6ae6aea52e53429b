import Glibc

/// What comes from the terminal.
package enum InputEvent: Equatable, Sendable {
  case key(Key)
  /// A bracketed paste, as bytes: pasted escape codes are text.
  case paste([UInt8])
  case mouse(MouseEvent)
  case resize(Size)
  /// A script asks to be told, in the same order as its keys, when the app is idle again.
  case sync(Int)
  /// The terminal went away.
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

  /// How many lines the wheel goes on; nil for anything but the wheel.
  package var wheelLines: Int? {
    switch action {
    case .wheelDown: 3
    case .wheelUp: -3
    case .press, .release, .drag: nil
    }
  }
}

/// Events that wait for what they are meant for: a passphrase may be among them, and nothing of it stays
/// in memory when they are done with.
extension [InputEvent] {
  /// Adds one. Where they need more memory, the old one is written over.
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

  /// Lets go of all, and writes over their memory.
  package mutating func wipe() {
    for index in indices {
      guard case .paste(var bytes) = self[index] else { continue }
      self[index] = .closed
      bytes.wipe()
    }
    // Those that were taken away have left their bytes behind the last one.
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
  /// Lets go of all, and writes over their memory.
  package mutating func wipe() {
    withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
    removeAll(keepingCapacity: true)
  }
}
