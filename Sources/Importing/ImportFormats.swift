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

  /// What the files look like; nil where they look like nothing.
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
    if let program = try UnreadPrograms.most(of: source) {
      throw .unread(source.name, program: program, way: UnreadPrograms.way(from: program))
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
