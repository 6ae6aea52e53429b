import TextEngine

/// The commands by the names that emacs gives them, for `M-x`: those with keys, and those without.
enum EmacsNames {
  static let commands: [String: EmacsCommand] = {
    var all: [String: EmacsCommand] = [:]
    for command in EmacsCommand.all + EmacsCommand.keyless where command.id.name != "self-insert" {
      all[command.id.name] = command
    }
    for (name, id) in others { all[name] = EmacsCommand.named(CommandID(id)) ?? all[id] }
    return all
  }()

  private static let sorted = commands.keys.sorted()

  /// Names that our tables have under another one.
  private static let others: [String: String] = [
    "self-insert-command": "self-insert", "completion-at-point": "complete-symbol",
    "xref-find-definitions": "find-definition", "xref-pop-marker-stack": "go-back-definition",
    "xref-go-back": "go-back-definition",
    "kmacro-start-macro-or-insert-counter": "kmacro-start-macro",
    "start-kbd-macro": "kmacro-start-macro", "end-kbd-macro": "kmacro-end-macro",
    "call-last-kbd-macro": "kmacro-end-and-call-macro",
    "kmacro-end-or-call-macro": "kmacro-end-and-call-macro",
    "beginning-of-defun": "beginning-of-section", "end-of-defun": "end-of-section",
    "outline-previous-visible-heading": "beginning-of-section",
    "outline-next-visible-heading": "end-of-section",
    "mc/mark-next-like-this": "mark-next-like-this", "mc/mark-all-like-this": "mark-all-like-this",
    "join-line": "delete-indentation", "newline-and-indent": "newline",
    "default-indent-new-line": "newline", "reindent-then-newline-and-indent": "newline",
    "kill-emacs": "save-buffers-kill-terminal",
    "save-buffers-kill-emacs": "save-buffers-kill-terminal",
    "kill-this-buffer": "kill-buffer", "kill-current-buffer": "kill-buffer",
    "quit-window": "kill-buffer", "bury-buffer": "kill-buffer", "basic-save-buffer": "save-buffer",
    "scroll-up": "scroll-up-command", "scroll-down": "scroll-down-command",
    "recenter": "recenter-top-bottom", "beginning-of-line": "move-beginning-of-line",
    "end-of-line": "move-end-of-line", "right-char": "forward-char", "left-char": "backward-char",
    "right-word": "forward-word", "left-word": "backward-word",
    "delete-backward": "delete-backward-char", "advertised-undo": "undo",
    "copy-region-as-kill": "kill-ring-save", "string-replace": "replace-string",
    "delete-matching-lines": "flush-lines", "delete-non-matching-lines": "keep-lines",
    "count-matches": "how-many", "rectangle-mark": "rectangle-mark-mode",
    "replace-rectangle": "string-rectangle", "insert-rectangle": "yank-rectangle",
    "register-to-point": "jump-to-register", "isearch-repeat-forward": "isearch-forward",
    "flyspell-goto-next-error": "next-misspelled-word", "ispell-buffer": "next-misspelled-word",
    "ispell": "next-misspelled-word", "ispell-region": "next-misspelled-word",
    "linum-mode": "display-line-numbers-mode", "toggle-truncate-lines": "visual-line-mode",
    "dired-jump": "dired", "find-alternate-file": "find-file", "list-buffers": "buffer-menu",
    "ibuffer": "buffer-menu", "switch-to-next-buffer": "next-buffer",
    "switch-to-prev-buffer": "previous-buffer", "outline-toggle-children": "toggle-fold",
    "org-cycle": "toggle-fold", "imenu-list": "imenu", "comment-region": "comment-dwim",
    "uncomment-region": "comment-dwim", "comment-line": "comment-dwim",
    "comment-or-uncomment-region": "comment-dwim", "mark-page": "mark-whole-buffer",
  ]

  // MARK: - Completion

  /// The names that begin as typed; without any, those whose words begin so: `s-l` means `sort-lines`.
  static func completions(of typed: String) -> [String] {
    let beginning = sorted.filter { $0.hasPrefix(typed) }
    if !beginning.isEmpty || typed.isEmpty { return beginning }
    let parts = typed.split(separator: "-", omittingEmptySubsequences: false)
    return sorted.filter { name in
      let words = name.split(separator: "-")
      return words.count >= parts.count && zip(words, parts).allSatisfy { $0.hasPrefix($1) }
    }
  }

  /// The text that all names have in common at their start.
  static func common(_ names: [String]) -> String {
    guard var common = names.first else { return "" }
    for name in names.dropFirst() { common = common.commonPrefix(with: name) }
    return common
  }

  /// The names that are shown for what was typed, as far as they fit in a line.
  static func listed(_ names: [String]) -> String {
    var (words, width) = ([String](), 0)
    for name in names {
      width += name.count + 2
      if width > 66 {
        return words.joined(separator: "  ") + "  and \(names.count - words.count) more"
      }
      words.append(name)
    }
    return words.joined(separator: "  ")
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
