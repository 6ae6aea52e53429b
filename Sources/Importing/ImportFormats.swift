import Archives
import Services

extension ImportFormat {
  func reader(for request: ImportRequest) -> any ImportReader {
    switch self {
    case .markdown: MarkdownReader()
    case .evernote: EvernoteReader()
    case .joplin: JoplinReader()
    case .keep: KeepReader()
    case .notion: NotionReader()
    case .textbundle: TextBundleReader()
    case .simplenote: SimplenoteReader()
    case .standardNotes: StandardNotesReader()
    case .jrnl: JrnlReader()
    case .roam: RoamReader(isFlat: request.isFlat)
    case .logseq: LogseqReader(isFlat: request.isFlat)
    case .dayOne: DayOneReader()
    case .org: OrgReader()
    case .opml: OpmlReader(headings: request.splitLevel ?? 0, isFlat: request.isFlat)
    case .tiddlywiki: TiddlyWikiReader()
    case .appleNotes: AppleNotesReader()
    case .zim: ZimReader()
    }
  }

  /// Returns the format that the files look like; nil if unknown.
  static func guess(_ source: SourceTree) throws(SourceFailure) -> ImportFormat? {
    let entries = source.entries
    func has(_ fits: (SourceTree.Entry) -> Bool) -> Bool { entries.contains(where: fits) }
    if has({ $0.ending == "enex" }) { return .evernote }
    if has(ZimReader.isNotebook) { return .zim }
    if has(LogseqReader.isConfig) { return .logseq }
    if has(JoplinReader.isItem) { return .joplin }
    if has({ TextBundleReader.isInfo($0) || TextBundleReader.isText($0) || $0.ending == "textpack" }
    ) {
      return .textbundle
    }
    if has(SimplenoteReader.isList) { return .simplenote }
    if has(StandardNotesReader.isBackup) { return .standardNotes }
    if has({ NotionReader.isPage($0) || NotionReader.isPart($0) }) { return .notion }
    if has(OrgReader.isFile) { return .org }
    if has(OpmlReader.isFile) { return .opml }
    if has(TiddlyWikiReader.isTiddler) { return .tiddlywiki }
    if try KeepReader.isTakeout(source) { return .keep }
    if entries.count < 10, has({ TiddlyWikiReader.isWiki($0, source) }) { return .tiddlywiki }
    if has({ RoamReader.isPages($0, source) }) { return .roam }
    if has({ DayOneReader.isClassic($0) || DayOneReader.isJournal($0, source) }) { return .dayOne }
    if entries.count < 10, has({ StandardNotesReader.isRenamed($0, source) }) {
      return .standardNotes
    }
    if let page = entries.first(where: { $0.ending == "txt" }),
      ZimReader.isPage(try source.start(of: page))
    {
      return .zim
    }
    if AppleNotesReader.isExport(source) { return .appleNotes }
    if let first = entries.first, ["txt", "", "jrnl"].contains(first.ending),
      JrnlReader.isJournal(try source.start(of: first))
    {
      return .jrnl
    }
    if entries.count < 10, has({ JrnlReader.isJournal($0, source) }) { return .jrnl }
    if let program = try UnsupportedPrograms.most(of: source) {
      throw .unread(source.name, program: program, way: UnsupportedPrograms.way(from: program))
    }
    return has(MarkdownReader.isNote) ? .markdown : nil
  }
}

extension SourceTree {
  /// The first bytes of a file.
  fileprivate func start(of entry: Entry) throws(SourceFailure) -> [UInt8] {
    let enough = 4096
    return entry.size > enough * 1024
      ? [] : Array(try read(entry, atMost: enough * 1024).prefix(enough))
  }
}

/// Programs whose notes no reader can read, recognized by file names. Importing their files as
/// plain text would be worse than leaving them out.
enum UnsupportedPrograms {
  private static let endings: [String: String] = [
    "wiki": "vimwiki", "note": "Tomboy or Gnote", "ctd": "CherryTree", "ctb": "CherryTree",
    "ctz": "CherryTree", "ctx": "CherryTree", "one": "OneNote", "onepkg": "OneNote",
    "onetoc2": "OneNote", "znote": "Zoho Notebook", "sdocx": "Samsung Notes", "sy": "SiYuan",
  ]
  private static let names: [String: String] = [
    "NoteStore.sqlite": "Apple Notes, as its own database", "zknFile.xml": "Zettelkasten",
  ]

  /// Returns how to get the notes out of the program in another way.
  static func way(from program: String) -> String {
    program == "OneNote"
      ? "OneNote itself exports Word files: make Markdown of these with pandoc, and import that."
      : "Export them there as Markdown or HTML, and import that."
  }

  /// Returns the program that most of the files belong to; nil if more files are readable.
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

  /// Recognizes RedNotebook: a file per month, `2024-05.txt`, of YAML by day: `3: {text: 'words'}`.
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
