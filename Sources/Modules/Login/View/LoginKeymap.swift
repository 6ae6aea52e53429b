import Terminal

/// The keys for each stage of the login.
enum LoginKeymap {
  static let choosing = Keymap<LoginCommand>(
    vaults + [
      .init(["Esc"], .back, "stop opening the vault"),
      .init(["q"], .quit, "quit", hint: "quit"),
    ])

  /// The keys for choosing another vault than the one that was left.
  static let choosingAnother = Keymap<LoginCommand>(
    vaults + [
      .init(
        ["Esc", "q"], .back, "stop opening the vault; else back to the vault", hint: "back")
    ])

  private static let vaults: [Keymap<LoginCommand>.Binding] = [
    .init(["Enter"], .open, "open the vault", hint: "open"),
    .init(["n"], .make, "make a new vault", hint: "new vault"),
    .init(["e"], .encrypt, "encrypt the vault, or go on with that"),
    .init(["d"], .decrypt, "decrypt the vault, or go on with that"),
    .init(["j", "Down"], .move(1), "next vault"),
    .init(["k", "Up"], .move(-1), "previous vault"),
    .init(["PgDn"], .move(10), "ten vaults down"),
    .init(["PgUp"], .move(-10), "ten vaults up"),
    .init(["Home", "g"], .toStart, "first vault"),
    .init(["End", "G"], .toEnd, "last vault"),
    .init(["F5"], .reload, "read the vaults again"),
  ]

  /// The keys of the passphrase field. The screen adds the typed text to the command.
  static let passphrase = Keymap<LoginCommand>([
    .init(["Enter"], .submit(nil), "open with this passphrase", hint: "open"),
    .init(["Esc"], .back, "give up what is under way; else back to the vaults", hint: "back"),
    .init(["Tab"], .showTyped, "show or hide what is typed", hint: "show"),
    .init(
      ["F2"], .useRecoveryKey, "the passphrase is lost: use the recovery key", hint: "lost it"),
  ]).titled("Passphrase")

  static let secret = Keymap<LoginCommand>([
    .init(["Enter"], .submit(nil), "go on", hint: "go on"),
    .init(["Esc"], .back, "one step back", hint: "back"),
    .init(["Tab"], .showTyped, "show or hide what is typed", hint: "show"),
  ])

  static let asking = Keymap<LoginCommand>([
    .init(["Enter"], .goOn, "go on", hint: "go on"),
    .init(["Esc", "q"], .back, "leave the vault as it is", hint: "leave it"),
    .init(["Down", "j", "PgDn", "Space"], .scroll(1), "more of the text"),
    .init(["Up", "k", "PgUp"], .scroll(-1), "back up in the text"),
  ])

  static let telling = Keymap<LoginCommand>([
    .init(["Enter", "Esc", "q"], .goOn, "back to the vaults", hint: "vaults"),
    .init(["Down", "j", "PgDn", "Space"], .scroll(1), "more of the text"),
    .init(["Up", "k", "PgUp"], .scroll(-1), "back up in the text"),
  ])

  static let converting = Keymap<LoginCommand>([
    .init(["Esc"], .back, "stop, without harm", hint: "stop")
  ])

  static let recoveryKey = Keymap<LoginCommand>([
    .init(["Enter"], .keyWasWrittenDown, "it is written down", hint: "I wrote it down"),
    .init(["Esc"], .back, "make no vault", hint: "no vault"),
    .init(["Down", "j", "PgDn", "Space"], .scroll(1), "more of the text"),
    .init(["Up", "k", "PgUp"], .scroll(-1), "back up in the text"),
  ]).titled("Recovery key")
}
