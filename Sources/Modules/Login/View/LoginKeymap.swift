import Terminal

/// The keys of the login, for each of its stages.
enum LoginKeymap {
  static let choosing = Keymap<LoginCommand>([
    .init(["Enter"], .open, "open the vault", hint: "open"),
    .init(["n"], .make, "make a new vault", hint: "new vault"),
    .init(["j", "Down"], .move(1), "next vault"),
    .init(["k", "Up"], .move(-1), "previous vault"),
    .init(["PgDn"], .move(10), "ten vaults down"),
    .init(["PgUp"], .move(-10), "ten vaults up"),
    .init(["Home", "g"], .toStart, "first vault"),
    .init(["End", "G"], .toEnd, "last vault"),
    .init(["F5"], .reload, "read the vaults again"),
    .init(["Esc"], .back, "let go of an opening under way"),
    .init(["q"], .quit, "quit", hint: "quit"),
  ])

  /// The screen puts the typed bytes into the command: no table can.
  static let passphrase = Keymap<LoginCommand>([
    .init(["Enter"], .passphrase([]), "open with this passphrase", hint: "open"),
    .init(["Esc"], .back, "back to the vaults", hint: "back"),
  ])
}
