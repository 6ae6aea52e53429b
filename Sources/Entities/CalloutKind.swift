/// The kinds of callouts that have a name of their own.
package enum CalloutKind {
  /// But for those that are blocks of another meaning elsewhere: `example` and `quote`.
  package static let named: Set<String> = [
    "note", "info", "tip", "hint", "important", "warning", "caution", "attention", "danger",
    "error",
    "bug", "success", "check", "done", "question", "help", "faq", "failure", "fail", "missing",
    "abstract", "summary", "tldr", "todo",
  ]
}
