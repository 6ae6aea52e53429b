import TextEngine

/// Commands of vim that there are not here. They take the keys that they take in vim, so that none of
/// these does something else to the text, and say that they are not available.
enum VimAbsent {
  /// Those that take a motion or an object.
  static let operators: [KeyRules.Row] = [
    ("=", ["="]), (filter, ["!"]), ("g @", ["@"]), ("z f", []), ("z y", []),
  ].map { keys, lineKeys in
    KeyRules.Row([keys], .operator(id(of: keys), pending: "pending"), lineKeys: lineKeys)
  }

  /// Those that take a key.
  static let beginnings: [KeyRules.Row] = [
    KeyRules.Row(["C-w", "C-w g", "C-\\", "Z", "g '", "g `", "z u"], .unavailable)
  ]

  /// What takes a key, and nothing can be done with it here.
  static let behindOperators: [KeyRules.Row] = [KeyRules.Row(["m", "q"], .unavailable)]

  /// It takes a line, which is typed below the text.
  static let filter = "!"

  private static let prefix = "vim-absent "

  private static func id(of keys: String) -> CommandID { CommandID(prefix + keys) }

  /// Nil where the command is none of these.
  static func keys(of id: CommandID) -> String? {
    id.name.hasPrefix(prefix) ? String(id.name.dropFirst(prefix.utf8.count)) : nil
  }

  static func failure(_ keys: [String]) -> VimFailure {
    VimFailure(message: "“\(VimNotation.text(of: keys))” is not available.")
  }
}

extension VimMachine {
  /// An operator that is not here got what it would work on.
  mutating func refuse(_ keys: String) throws(VimFailure) {
    if isVisual { leaveVisual() }
    if keys == VimAbsent.filter { return openPrompt("!") }
    throw VimAbsent.failure(keys.split(separator: " ").map(String.init))
  }
}
