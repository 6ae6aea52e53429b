import Archives

/// Notes of programs that no reader knows, by what their files are called. As plain text they would be
/// worse than left out.
enum UnreadPrograms {
  private static let endings: [String: String] = [
    "wiki": "vimwiki", "note": "Tomboy or Gnote", "ctd": "CherryTree", "ctb": "CherryTree",
    "ctz": "CherryTree", "ctx": "CherryTree", "one": "OneNote", "onepkg": "OneNote",
    "onetoc2": "OneNote", "znote": "Zoho Notebook", "sdocx": "Samsung Notes", "sy": "SiYuan",
  ]
  private static let names: [String: String] = [
    "NoteStore.sqlite": "Apple Notes, as its own database", "zknFile.xml": "Zettelkasten",
  ]

  /// How its notes can come all the same.
  static func way(from program: String) -> String {
    program == "OneNote"
      ? "OneNote itself exports Word files: make Markdown of these with pandoc, and import that."
      : "Export them there as Markdown or HTML, and import that."
  }

  /// The program that most of the files are of; nil where more of them can be read.
  static func most(of source: SourceTree) throws(SourceFailure) -> String? {
    var counts: [String: Int] = [:]
    var read = 0
    for entry in source.entries {
      if let program = names[entry.name] ?? endings[entry.ending] ?? redNotebook(entry, source) {
        counts[program, default: 0] += 1
      } else if MarkdownReader.isNote(entry) {
        read += 1
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.flatMap {
      $0.value > read ? $0.key : nil
    }
  }

  /// A month a file, `2024-05.txt`, of YAML by its days: `3: {text: 'words'}`.
  private static func redNotebook(_ entry: SourceTree.Entry, _ source: SourceTree) -> String? {
    let parts = entry.stem.split(separator: "-", omittingEmptySubsequences: false)
    guard entry.ending == "txt", parts.map(\.count) == [4, 2],
      parts.joined().allSatisfy(\.isNumber),
      let text = try? source.read(entry, atMost: 4 << 20),
      let line = String(decoding: text.prefix(200), as: UTF8.self)
        .split(whereSeparator: \.isNewline).first
    else { return nil }
    let day = line.prefix { $0.isNumber }
    let rest = line.dropFirst(day.count)
    return Int(day).map { (1...31).contains($0) } == true
      && (rest.hasPrefix(": {") || rest.trimmingBlanks == ":" || rest.hasPrefix(": !!"))
      ? "RedNotebook" : nil
  }
}
