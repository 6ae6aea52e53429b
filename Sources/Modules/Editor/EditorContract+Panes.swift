package import Viper

// The panes of the window: one note or two, each with its preview. Vim and emacs call them windows.

/// The side of a note on which another one opens.
package enum PaneSide: String, CaseIterable, Sendable {
  case left, right, above, below

  package var isStacked: Bool { self == .above || self == .below }
  /// Whether the new note is the first of the two.
  package var isFirst: Bool { self == .left || self == .above }
}

/// How a note shares the window with another one, and with its preview.
package struct PaneLayout: Equatable, Sendable {
  /// Whether one is above the other, instead of beside it.
  package var isStacked = false
  /// Whether the note that holds the other one comes second.
  package var isSwapped = false
  /// The share of the first note, in thousandths.
  package var share = Self.half
  /// The text's share of the room next to its preview.
  package var previewShare = Self.half

  package static let half = 500

  package init() {}
}

/// A line between two panes.
package enum EditorDivider: Equatable, Sendable {
  /// Between two notes.
  case notes
  /// Between a note and its preview.
  case preview
}

/// What a person does with panes, whatever they show.
package enum PaneCommand: Equatable, Sendable {
  /// To the pane on a side; a number of times.
  case go(PaneSide, Int)
  /// Through all panes, forward or back.
  case step(Int)
  /// To a pane by its number from 1; a number that is too high means the last one.
  case number(Int)
  /// To the pane that had the keys before.
  case recent
  /// To a preview that is shown already.
  case preview
  case close
  case closePreview
  /// Closes all other panes.
  case only
  case even
  /// Changes a pane's width, or else its height, by cells or to a number of them.
  case resize(isWidth: Bool, PaneSize)
  /// Exchanges two notes: the keys go to the other one, in the same pane.
  case exchange
  /// Exchanges two notes: the keys stay with this one.
  case rotate
  /// Puts the note on one side of the other one.
  case move(PaneSide)
}

package enum PaneSize: Equatable, Sendable {
  case by(Int)
  /// Nil: all the room there is.
  case to(Int?)
}

/// What the window's panes ask of the editors in it.
@MainActor
package protocol EditorPaneInput: AnyObject {
  var paneLayout: PaneLayout { get }
  func arrange(_ layout: PaneLayout)
  /// Another editor was opened next to this one, or closed.
  func paneChanged(to pane: PanePosition)
  /// Moves a visible divider that separates widths, or else heights; false if there is none.
  func move(_ divider: EditorDivider, ofWidths: Bool, by cells: Int) -> Bool
  func hidePreview()
  /// Runs a command that needs the text, for keys that were pressed in the preview.
  func run(paneCommand name: String, count: Int?)
  /// Saves if necessary, then closes the editor.
  func closePane()
}

/// The window's panes, as the editor needs them.
@MainActor
package protocol EditorPaneWireframe: Asking {
  /// Shows another note next to this one, at a part that a link names. The note in that pane is saved and
  /// closed first; if it is the same one, it only gets the focus. Without a side the panes stay as they are;
  /// the first one opens at the right.
  func openInOtherPane(_ opening: EditorOpening, at part: String?, on side: PaneSide?)
  func focusOtherPane()
  func perform(_ command: PaneCommand)
  /// Holds the keys for a note that is being found, until they are released or dropped.
  func holdKeys()
  func releaseKeys(dropping: Bool)
  /// Shows a message, whatever note has the focus.
  func showMessage(_ text: String)
  /// Moves the focus to this note.
  func takeFocus()
  /// Saves the note in the other pane, then goes on. A failure is shown there, and nothing follows.
  func saveOtherPane(isAsked: Bool, then goOn: @escaping @MainActor () -> Void)
}
