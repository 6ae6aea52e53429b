import TextEngine

/// The keys of vim's spelling, which the program answers.
extension VimKeymap {
  static let spelling: [Row] = [
    Row(["] s", "] S"], .command("next-mistake")),
    Row(["[ s", "[ S"], .command("previous-mistake")),
    Row(["z ="], .command("vim-suggest")), Row(["z g"], .command("vim-add-word")),
    Row(["z G"], .command("vim-ignore-word")), Row(["z u g"], .command("vim-remove-word")),
    Row(["z u G"], .command("vim-no-longer-ignore")),
    Row(["z w", "z W", "z u w", "z u W"], .command("vim-mark-wrong")),
  ]

  static let spellingSummaries: [CommandID: String] = [
    "vim-suggest": "what the word here may have been meant as; with a count, take that one",
    "vim-add-word": "add the word here to your words; with 2, to the vault's",
    "vim-ignore-word": "accept the word here for this run",
    "vim-remove-word": "remove the word here from your words; with 2, from the vault's",
    "vim-no-longer-ignore": "no longer accept the word here",
    "vim-mark-wrong": "say that no word is marked as wrong",
  ]
}
