import Entities

/// The messages about panes, in the words of the keymap.
enum PaneWords {
  static let noRecentPane = "No pane had the keys before."
  static let noPreview = "E441: There is no preview window. F5 shows the preview."
  static let previewOfList = "The preview belongs to the list. p hides it."
  static let needsTwoNotes = "Only two notes can be exchanged. F9 opens another one."

  static func meansNothing(_ prefix: String, _ key: String) -> String {
    "\(prefix) \(key) means nothing here."
  }

  static func onlyPane(in keymap: KeymapName) -> String {
    keymap == .emacs
      ? "No other window to select. C-x 3 shows another note."
      : "There is no other window. C-w v and :vs NAME open one."
  }

  static func onlyPaneLeft(in keymap: KeymapName) -> String {
    keymap == .emacs ? "No other windows to delete" : "Already only one window"
  }

  static func lastPane(in keymap: KeymapName, hasPreview: Bool) -> String {
    if keymap == .emacs { return "Attempt to delete minibuffer or sole ordinary window" }
    return hasPreview
      ? "E444: Cannot close last window: the preview belongs to it. :q closes both."
      : "E444: Cannot close last window"
  }
}
