import Editor
import Terminal

/// A key of vim or emacs that waits for another one.
struct PendingPrefix {
  let key: Key
  var count: Int?
}

/// Vim's and emacs's keys for panes, where no editor has the keys: in a preview or a list.
extension NotesApp {
  func wait(after prefix: PendingPrefix) {
    pendingPrefix = prefix
    let count = prefix.count.map { "\($0) " } ?? ""
    router.notice = "\(prefix.key.name) \(count)…"
  }

  /// Handles the key after `C-w` or `C-x`; false if it is not for panes.
  func pressPaneKey(_ key: Key, after prefix: PendingPrefix) -> Bool {
    let isVim = prefix.key == "C-w"
    if isVim, let digit = key.typed?.wholeNumberValue, digit > 0 || prefix.count != nil {
      wait(
        after: PendingPrefix(key: prefix.key, count: min((prefix.count ?? 0) * 10 + digit, 9_999)))
      return true
    }
    if isVim, key == ":" {
      _ = handleByKeymap(key)
      return true
    }
    if isVim, key == "Esc" || key == "C-c" { return true }
    guard
      let name = EditorBuilder.paneCommand(for: [key.name], in: container.preferences.keymap)
    else {
      if isVim { router.notice = PaneWords.meansNothing(prefix.key.name, key.name) }
      return isVim
    }
    if !run(paneCommand: name, count: prefix.count) {
      router.notice = PaneWords.meansNothing(prefix.key.name, key.name)
    }
    return true
  }

  /// Runs a command for the focused pane; false if it needs a note, and there is none.
  private func run(paneCommand name: String, count: Int?) -> Bool {
    let panes = wireframe.panes
    // The preview is closed where vim's `:q` would close its window.
    if let command = EditorBuilder.paneCommand(
      named: name == "pane-quit" ? "pane-close" : name, count: count)
    {
      panes.perform(command)
      return true
    }
    guard let editor = panes.currentNote?.editor else { return false }
    editor.run(paneCommand: name, count: count)
    return true
  }

  /// Closes the preview of a note if it has the focus.
  func closePreviewPane() -> Bool {
    let panes = wireframe.panes
    guard let current = panes.current, panes.isPreview(current), panes.currentNote != nil else {
      return false
    }
    panes.perform(.close)
    return true
  }
}
