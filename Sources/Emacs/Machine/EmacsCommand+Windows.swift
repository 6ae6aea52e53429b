package import TextEngine

/// Windows, which the program has: other notes and previews.
extension EmacsCommand {
  static let windows: [EmacsCommand] = [
    .window("other-window", ["C-x o"], "to the next note or preview", as: "pane-step"),
    .window(
      "split-window-below", ["C-x 2"], "the note that was open before, below this one",
      as: "pane-show-below"),
    .window(
      "split-window-right", ["C-x 3"], "the note that was open before, beside this one",
      as: "pane-show-right"),
    .window("delete-window", ["C-x 0"], "save the note and close its pane", as: "pane-close"),
    .window(
      "delete-other-windows", ["C-x 1"], "close the other note and the preview", as: "pane-only"),
    .window("balance-windows", ["C-x +"], "make the panes the same size", as: "pane-even"),
    .window("enlarge-window", ["C-x ^"], "make the pane higher", as: "pane-higher"),
    .window("shrink-window", [], "make the pane lower", as: "pane-lower"),
    .window("enlarge-window-horizontally", ["C-x }"], "make the pane wider", as: "pane-wider"),
    .window("shrink-window-horizontally", ["C-x {"], "make the pane narrower", as: "pane-narrower"),
    .window(
      "find-file-other-window", ["C-x 4 f", "C-x 4 C-f"], "open a note beside this one",
      as: "pane-ask"),
    .window("switch-to-buffer-other-window", ["C-x 4 b"], "open a note beside", as: "pane-ask"),
    .window(
      "find-definition-other-window", ["C-x 4 ."], "open what the link names beside",
      as: "pane-follow-right"),
    .window(
      "kill-buffer-and-window", ["C-x 4 0"], "save the note and close its pane", as: "pane-close"),
  ]

  /// Returns the program's name for the command of these keys; nil if it is not for windows.
  package static func windowCommand(for keys: String) -> CommandID? {
    windows.first { $0.keys.contains(keys) }?.programCommand
  }

  /// A command for windows. What a macro did after it would change this note instead of the other.
  private static func window(
    _ name: String, _ keys: [String], _ summary: String, as id: CommandID
  ) -> EmacsCommand {
    .program(name, keys, summary, as: id) { machine throws(EmacsFailure) in
      if machine.macro.recording != nil || machine.macro.isPlaying {
        throw machine.failure("A macro stays in its window. C-x ) ends the recording.")
      }
    }
  }
}
