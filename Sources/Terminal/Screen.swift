/// A module's view for the app's router: it draws on one window and handles input. A screen is
/// passive: it decides only how things look.
@MainActor
package protocol Screen: AnyObject {
  /// The window from the router, with its dirty state.
  var surface: Surface { get }

  /// Computes the content before a frame, once for everything that happened since the last one.
  /// Reading and drawing after it must not change anything.
  func layOut()

  var chrome: Chrome { get }

  var keyTable: KeyTable { get }

  /// The terminal's cursor, in the window's coordinates; nil hides it.
  var cursor: Point? { get }

  /// The row of the window that the person works in: that of the cursor, or the selected one.
  var activeRow: Int? { get }

  /// Whether the last key was only a part of a command.
  var awaitsKeys: Bool { get }

  /// Returns the keys that may come next, after what was pressed so far.
  func keyHints() -> (title: String, hints: [KeyHint])

  /// The cursor's shape while the screen has the focus.
  var cursorShape: CursorShape { get }

  /// Draws the screen. A fresh canvas is empty and needs everything; any other still shows the last
  /// drawing, and only the differences are needed.
  func draw(on canvas: Canvas)

  /// Handles an event. Mouse points are in the window's coordinates. False passes the event to the
  /// parent screen.
  func handle(_ event: InputEvent) -> Bool

  /// Inserts characters that arrived at once, more than anyone types, as one text. False if each of
  /// them is a key.
  func type(_ text: String) -> Bool

  /// Whether rows are being loaded after a change made here. Keys wait until then, because they are
  /// meant for the new rows.
  var awaitsRows: Bool { get }

  /// Runs a command of the key table that has no key; false if there is none of this name.
  func perform(_ command: String) -> Bool

  func didResize(to size: Size)

  /// Returns the frame of a child in a window of this size; nil if there is no room or no such
  /// slot.
  func frame(ofSlot slot: String, in size: Size) -> Rect?

  var slots: [String] { get }

  /// Returns the part of a window of this size that is not for children.
  func ownFrame(in size: Size) -> Rect

  func preferredSize(in available: Size) -> Size
}

extension Screen {
  package func layOut() {}
  package var chrome: Chrome { Chrome() }
  package var cursor: Point? { nil }
  package var activeRow: Int? { cursor?.row }
  package var awaitsKeys: Bool { false }
  package func keyHints() -> (title: String, hints: [KeyHint]) { ("", []) }
  package var cursorShape: CursorShape { .usual }
  package var slots: [String] { [] }
  package func type(_ text: String) -> Bool { false }
  package var awaitsRows: Bool { false }
  package func perform(_ command: String) -> Bool { false }
  package func didResize(to size: Size) {}
  package func frame(ofSlot slot: String, in size: Size) -> Rect? { nil }
  package func ownFrame(in size: Size) -> Rect { Rect(size) }
  package func preferredSize(in available: Size) -> Size { available }
}

/// The window of a screen, with its dirty state. The router attaches it; the screen marks it stale.
@MainActor
package final class Surface {
  package private(set) var window: (any Window)?
  package private(set) var isStale = true
  package private(set) var startsFresh = true
  /// Whether the lines around the screen may have changed.
  package private(set) var chromeIsStale = true
  /// Whether the screen itself gets the keys when no box is above it.
  package private(set) var hasFocus = true
  /// The slot of this screen that gets the keys first.
  package private(set) var focusedSlot: String?
  /// Whether this screen is in a slot but fills its whole parent.
  package private(set) var fillsHolder = false

  package init() {}

  package var size: Size { window?.frame.size ?? Size(columns: 0, rows: 0) }

  /// Marks all of the screen for drawing with the next frame.
  package func needsDrawing() {
    startsFresh = true
    needsUpdate()
  }

  /// Marks the screen as changed; its `draw(on:)` finds the differences.
  package func needsUpdate() {
    needsRows()
    needsChrome()
  }

  /// Marks the screen as changed, but not the lines around it.
  package func needsRows() { isStale = true }

  /// Marks only the lines around the screen as changed.
  package func needsChrome() { chromeIsStale = true }

  /// Only the router calls this.
  package func attach(_ window: (any Window)?) {
    self.window = window
    needsDrawing()
  }

  /// Only the router calls this.
  package func focusIs(own: Bool, inSlot slot: String?) {
    if own == hasFocus, slot == focusedSlot { return }
    hasFocus = own
    focusedSlot = slot
    needsDrawing()
  }

  /// Only the router calls this.
  package func fills(_ fills: Bool) {
    if fills == fillsHolder { return }
    fillsHolder = fills
    needsDrawing()
  }

  /// Only the router calls this.
  package func wasDrawn() {
    isStale = false
    startsFresh = false
  }

  /// Only the router calls this.
  package func chromeWasRead() { chromeIsStale = false }
}

package struct Chrome: Equatable, Sendable {
  package struct Hint: Equatable, Sendable {
    package var key: String
    package var word: String

    package init(key: String, word: String) {
      self.key = key
      self.word = word
    }
  }

  package enum Tone: Sendable {
    case news
    case warning
  }

  /// The subject of the screen: the note's title, the folder. A box shows it as its title.
  package var title: String
  /// A short status: "modified", "12 of 1,000".
  package var state: String
  /// Whether this screen, when it is in a slot, acts as one of its own: while it has the focus, the
  /// title line is about it, and its unhandled events are not offered to its parent.
  package var isOwnScreen: Bool
  /// The last outcome, and how to undo it.
  package var message: String
  package var tone: Tone
  package var hints: [Hint]
  /// Whether the screen has nothing around it except messages.
  package var isBare = false

  package init(
    title: String = "", state: String = "", isOwnScreen: Bool = false, message: String = "",
    tone: Tone = .news, hints: [Hint] = []
  ) {
    self.title = title
    self.state = state
    self.isOwnScreen = isOwnScreen
    self.message = message
    self.tone = tone
    self.hints = hints
  }
}
