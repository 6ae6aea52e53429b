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
