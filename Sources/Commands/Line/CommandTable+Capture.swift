extension CommandTable {
  static let capturing = [
    CommandSpec(
      "capture", [ArgumentSpec("TEXT", isOptional: true, repeats: true)], vault: .makes,
      options: [.url, .attach] + ofPaths,
      answer: .one([path, pathBytes]), takesVersion: false,
      says: "add a thought to the note that collects them",
      details: """
        TEXT becomes an item at the end of the note that the setting capture-note names, or of \
        “Inbox” if it names none; “today” is the day's note. The note is created if it does not \
        exist. Without TEXT, or with -, standard input is read; its further lines are indented \
        below the first. --url adds an address to the item, and --attach copies a file to where \
        attach puts it and links it; with either, TEXT may be left out. Several captures at the \
        same time are all added. Prints the note's path.
        """,
      example: "capture \"call the plumber\" --url https://example.org",
      check: { $0.capturing.checkCapture }
    ) { $0.capturing.capture },
    CommandSpec(
      "clip", [ArgumentSpec("-", isOptional: true)], vault: .makes,
      options: [.url, .tag, .folder] + ofPaths,
      answer: .one([path, pathBytes]),
      says: "make a note of the HTML on standard input",
      details: """
        The page becomes Markdown, as import does it, in a new note that is named after the page's \
        title, else after its first heading or words. It never replaces a note. Scripts and \
        styles are left out, and so are pictures that are part of the HTML; links stay as they \
        are. --url is stored as the property source. Without --folder the note goes where new \
        puts it. Prints the note's path.
        """,
      example: "clip - --url https://example.org",
      check: { $0.capturing.checkClip }
    ) { $0.capturing.clip },
  ]
}
