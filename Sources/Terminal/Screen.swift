/// A module's view as the app's router shows it: something that draws on one window and takes
/// what is typed. A screen is passive; it decides nothing but how things look.
@MainActor
package protocol Screen: AnyObject {
  /// The window that the router gave it, and whether it must be drawn again.
  var surface: Surface { get }

  /// A frame is about to be made: works out what it shows, once for all that happened since the last
  /// one. What is read and drawn after it changes nothing.
  func layOut()

  /// The lines around the screen: title, state, message, keys.
  var chrome: Chrome { get }

  /// The keys of this screen, for the help.
  var keyTable: KeyTable { get }

  /// The terminal's cursor, in the window; nil hides it.
  var cursor: Point? { get }

  /// How it looks while the keys are here.
  var cursorShape: CursorShape { get }

  /// Draws everything on a fresh canvas, which is empty; on one that is not, which still shows the
  /// last drawing, what differs is enough.
  func draw(on canvas: Canvas)

  /// Takes an event. Mouse points are in the window. False passes it on to the holder of this
  /// screen.
  func handle(_ event: InputEvent) -> Bool

  /// Takes characters that came at once, more than anybody types, as one text. False where each of
  /// them is a key.
  func type(_ text: String) -> Bool

  /// What was done here changes the rows, and these are being read: keys are meant for the rows that
  /// come, and wait for them.
  var awaitsRows: Bool { get }

  /// Does a command of its key table that has no key; false where it has none of this name.
  func perform(_ command: String) -> Bool

  /// The window has a new size, or one at all.
  func didResize(to size: Size)

  /// The frame of a child in a window of this size; nil where there is no room or no such slot.
  func frame(ofSlot slot: String, in size: Size) -> Rect?

  /// The names of the slots this screen has.
  var slots: [String] { get }

  /// How large it wants to be where it may choose, as in a box.
  func preferredSize(in available: Size) -> Size
}

extension Screen {
  package func layOut() {}
  package var chrome: Chrome { Chrome() }
  package var cursor: Point? { nil }
  package var cursorShape: CursorShape { .usual }
  package var slots: [String] { [] }
  package func type(_ text: String) -> Bool { false }
  package var awaitsRows: Bool { false }
  package func perform(_ command: String) -> Bool { false }
  package func didResize(to size: Size) {}
  package func frame(ofSlot slot: String, in size: Size) -> Rect? { nil }
  package func preferredSize(in available: Size) -> Size { available }
}

/// The window under a screen. The router attaches it; the screen says when it is stale.
@MainActor
package final class Surface {
  package private(set) var window: (any Window)?
  package private(set) var isStale = true
  /// Whether the next drawing starts from an empty window.
  package private(set) var startsFresh = true
  /// Whether the lines around the screen may say something else now.
  package private(set) var chromeIsStale = true
  /// Whether the keys go to this screen itself, once the boxes above it are gone.
  package private(set) var hasFocus = true
  /// The slot of this screen where the keys go first.
  package private(set) var focusedSlot: String?
  /// Whether it is in a slot and yet takes all the room of the screen that holds it.
  package private(set) var fillsHolder = false

  package init() {}

  package var size: Size { window?.frame.size ?? Size(columns: 0, rows: 0) }

  /// The screen looks different now: draw all of it with the next frame.
  package func needsDrawing() {
    startsFresh = true
    needsUpdate()
  }

  /// The screen looks different now, and its `draw(on:)` itself finds out where.
  package func needsUpdate() {
    needsRows()
    needsChrome()
  }

  /// The same where the lines around the screen stay as they are.
  package func needsRows() { isStale = true }

  /// Only the lines around the screen say something else now.
  package func needsChrome() { chromeIsStale = true }

  /// For the router alone.
  package func attach(_ window: (any Window)?) {
    self.window = window
    needsDrawing()
  }

  /// For the router alone.
  package func focusIs(own: Bool, inSlot slot: String?) {
    if own == hasFocus, slot == focusedSlot { return }
    hasFocus = own
    focusedSlot = slot
    needsDrawing()
  }

  /// For the router alone.
  package func fills(_ fills: Bool) {
    if fills == fillsHolder { return }
    fillsHolder = fills
    needsDrawing()
  }

  /// For the router alone.
  package func wasDrawn() {
    isStale = false
    startsFresh = false
  }

  /// For the router alone.
  package func chromeWasRead() { chromeIsStale = false }
}

/// The lines around every screen, the same everywhere.
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

  /// Where this is: the note's title, the folder. A box shows it as its title.
  package var title: String
  /// A short status: "modified", "12 of 1,000".
  package var state: String
  /// In a slot it acts as a screen of its own: while it has the focus the title line is about it, and
  /// what it does not take is not offered to its parent.
  package var isOwnScreen: Bool
  /// What happened, and how to undo it.
  package var message: String
  package var tone: Tone
  package var hints: [Hint]
  /// The screen wants nothing around it but its messages.
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
