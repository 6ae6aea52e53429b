extension CommandTable {
  static let obsidian = [
    CommandSpec(
      .obsidian,
      [
        ArgumentSpec("VERB", .obsidian, isOptional: true),
        ArgumentSpec("KEY=VALUE", .obsidian, isOptional: true, repeats: true),
      ], vault: .changes, options: [.copy], answer: .text,
      says: "run a verb of Obsidian's command line",
      details: """
        The verbs, parameters and flags are those of Obsidian's own command line, whose app need \
        not run. help lists the verbs, and help VERB prints the parameters of one. vault=NAME \
        before the verb chooses a vault by the name of its folder. file=NAME finds a note as a \
        link does; path=PATH is its whole path in the vault. \\n and \\t in a value are a line \
        break and a tab. Printed paths begin at the vault's top folder. What a verb changes, undo \
        takes back. See notes-tui help verbs.
        """,
      example: "obsidian append file=Inbox content=milk"
    ) { $0.obsidian }
  ]
}
