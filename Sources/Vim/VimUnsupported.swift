import TextEngine

/// Vim commands that are not supported. They take the same keys as in vim, so that none of these
/// changes the text, and report that they are not available.
enum VimUnsupported {
  /// Commands that take a motion or an object.
  static let operators: [KeyRules.Row] = [
    ("g @", ["@"]), ("z f", []),
  ].map { keys, lineKeys in
    KeyRules.Row([keys], .operator(id(of: keys), pending: "pending"), lineKeys: lineKeys)
  }

  /// Commands that take a key. The known keys of windows are longer rows.
  static let beginnings: [KeyRules.Row] = [
    KeyRules.Row(["C-w", "C-w g", "Z", "g '", "g `", "z u"], .unavailable)
  ]

  /// Commands after an operator that take a key, with no effect here.
  static let behindOperators: [KeyRules.Row] = [KeyRules.Row(["m", "q"], .unavailable)]

  private static let prefix = "vim-absent "

  private static func id(of keys: String) -> CommandID { CommandID(prefix + keys) }

  /// Nil for any other command.
  static func keys(of id: CommandID) -> String? {
    id.name.hasPrefix(prefix) ? String(id.name.dropFirst(prefix.utf8.count)) : nil
  }

  static func failure(_ keys: [String]) -> VimFailure {
    VimFailure(message: "“\(VimNotation.text(of: keys))” is not available.")
  }
}

extension VimMachine {
  /// Refuses an unsupported operator once it has its target.
  mutating func refuse(_ keys: String) throws(VimFailure) {
    if isVisual { leaveVisual() }
    throw VimUnsupported.failure(keys.split(separator: " ").map(String.init))
  }
}
