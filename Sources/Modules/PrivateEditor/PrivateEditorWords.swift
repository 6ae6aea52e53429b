import Viper

// What is asked before a note leaves the vault.

extension Question {
  static func handingOver(isLocked: Bool, swapsToDisk: Bool) -> Question {
    let swapping = swapsToDisk ? " This system may write memory to a swap device, too." : ""
    return choice(
      isLocked ? "Locked note" : "Encrypted note",
      """
      Hand this note to your editor unencrypted? Its file stays in memory and is removed \
      afterwards, but the editor may keep copies: swap files, backups, a history. Nothing locks \
      until you end the editor.\(swapping)
      """, Choice("n", "stay here", "no"), Choice("y", "hand it over", "yes"))
  }
}
