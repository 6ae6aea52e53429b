extension KeyRules {
  /// Markdown's marks: Meta and, where there is one, the mark itself.
  static let markRows: [Row] = []
}
