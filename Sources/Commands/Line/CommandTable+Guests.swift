extension CommandTable {
  static let guests = [
    CommandSpec(
      "context", [note], vault: .opens, options: [.depth, .bytes],
      answer: .many([
        path, pathBytes, title,
        AnswerField("distance", "the number of links between the first note and this one"),
        AnswerField("text", "its text; null if it does not fit"),
        AnswerField("cut", "whether the text is only its beginning"),
      ]),
      says: "print a note and the notes that it links to",
      details: """
        For pasting into another program, such as a chat. The note comes first, then the notes \
        that it links to, in the order of the links, up to --depth links away and --bytes of text. \
        A note that does not fit is only named at the end.
        """,
      example: "context \"Plan B\" --depth 2 --bytes 20000",
      check: { $0.guests.checkContext }
    ) { $0.guests.printContext },
    CommandSpec(
      .mcp, vault: .opens, options: [.write, .folder, .tag, .noUnpublished],
      answer: .text,
      says: "let an agent work with the notes",
      details: """
        Speaks the Model Context Protocol on standard input and output, for a program that starts \
        it. It only reads, unless --write is there; then each change must say which version of the \
        note it saw, and “undo” takes it back. --folder, --tag and --no-unpublished limit what it \
        sees. It never asks for a passphrase: locked notes are left out, and an encrypted vault \
        answers that it is locked. The page “agents” of the guide has the settings for several \
        programs.
        """,
      example: "mcp --vault ~/notes --folder work",
      check: { $0.guests.checkServing }
    ) { $0.guests.serve },
    CommandSpec(
      .lsp, vault: .opens,
      answer: .text,
      says: "answer another editor: links, names, renames",
      details: """
        Speaks the Language Server Protocol on standard input and output, for an editor that starts \
        it in the folder of the vault. It completes links, tags and properties, follows links, \
        renames notes, headings, blocks and tags with all links, and reports what is broken. The \
        editor makes all changes itself, so that they are undone there. Locked notes are never \
        sent, and an encrypted vault is refused. The page “editors” of the guide has the settings \
        for several editors.
        """,
      example: "lsp --vault ~/notes"
    ) { $0.guests.serveEditor },
  ]
}
