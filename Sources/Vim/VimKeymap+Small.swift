import TextEngine

/// Keys for select mode, for lists and for counts, and synonyms of other keys.
extension VimKeymap {
  static let smallMotions: [Row] = [
    Row(["g m"], .motion(VimMotion.rowMiddle.id)), Row(["g M"], .motion(VimMotion.lineMiddle.id)),
  ]

  private static let everywhereToo: [Row] = [
    Row(["g <"], .command(VimCommand.listAgain.id)),
    Row(["g C-g"], .command(VimCommand.countWords.id)),
    Row(["z +"], .command(VimCommand.topBelow.id)),
    Row(["z ^"], .command(VimCommand.bottomAbove.id)),
    Row(["S-Down"], .command(VimCommand.wholePageDown.id)),
    Row(["S-Up"], .command(VimCommand.wholePageUp.id)),
    Row(["z A"], .command("toggle-fold")), Row(["z C"], .command("close-fold")),
    Row(["z O", "z v"], .command("open-fold")), Row(["z n"], .command("unfold-all")),
  ]

  static let smallNormal: [Row] =
    everywhereToo + [
      Row(["g h"], .command(VimCommand.selectMode.id)),
      Row(["g H"], .command(VimCommand.selectModeLines.id)),
      Row(["g C-h"], .command(VimCommand.selectModeBlock.id)),
      Row(["C-\\ C-n", "C-\\ C-g"], .command(VimCommand.nothing.id)),
      Row(["g f", "g F"], .command("follow-link")), Row(["C-t"], .command("go-back")),
    ]

  static let smallVisual: [Row] =
    everywhereToo + [
      Row(["C-g"], .command(VimCommand.switchSelecting.id)),
      Row(["C-\\ C-n", "C-\\ C-g"], .command(VimCommand.leaveVisual.id)),
    ]

  /// Summaries that their names do not give.
  static let smallSummaries: [VimCommand: String] = [
    .selectMode: "select characters, and type over them", .selectModeLines: "the same with lines",
    .selectModeBlock: "the same with a block",
    .switchSelecting: "type over the selection, or give commands for it again",
    .listAgain: "show the last list again", .countWords: "say the position, in words and bytes",
    .topBelow: "the line below the screen to its top",
    .bottomAbove: "the line above the screen to its bottom",
  ]
}
