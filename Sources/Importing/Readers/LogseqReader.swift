import Archives
import Entities

/// Reads Logseq's graphs: pages and journals that are outlines, with the files that they show.
struct LogseqReader: ImportReader {
  /// Whether the outermost blocks are paragraphs.
  var isFlat = false

  static func isConfig(_ entry: SourceTree.Entry) -> Bool {
    entry.path == "logseq/config.edn" || entry.path.hasSuffix("/logseq/config.edn")
  }

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    let configs = source.entries.filter(Self.isConfig)
    // Without a configuration, the whole source is one graph with default settings.
    for graph in configs.isEmpty
      ? [Graph()]
      : try configs.map({ (entry) throws(ImportFailure) in
        Graph(
          config: try source.read(entry, atMost: 1 << 20),
          root: Array(entry.folder.dropLast()))
      })
    {
      try read(graph, source, sink)
    }
  }

  private func read(
    _ graph: Graph, _ source: SourceTree, _ sink: any ImportSink
  ) throws(ImportFailure) {
    let prefix = graph.root.map { "\($0)/" }.joined()
    let entries = source.entries.filter {
      $0.path.hasPrefix(prefix) && !$0.path.hasPrefix("\(prefix)logseq/")
    }
    var blocks = OutlineBlocks()
    for entry in entries where LogseqPage.isPage(entry) {
      guard let page = try? page(entry, graph, source) else { continue }
      for block in page.blocks {
        if let id = block.id { blocks.add(id, page: page.title, words: block.words) }
        for line in block.lines { blocks.addReferences(in: line) }
      }
    }
    let org = OrgReader.Facts(of: entries, source)
    for entry in entries {
      if LogseqPage.isPage(entry) {
        try sink.reading(entry.path) { () throws(ImportFailure) in
          let page = try page(entry, graph, source)
          try sink.add(page.note(entry, graph, blocks, isFlat: isFlat))
        }
      } else if OrgReader.isFile(entry) {
        try OrgReader.add(entry, source, org, sink, isLogseq: true) { note in
          if note.title == entry.stem { note.title = graph.title(of: entry) }
          graph.name(&note, of: entry)
        }
      } else {
        try sink.add(ImportedFile(entry, of: source))
      }
    }
  }

  private func page(
    _ entry: SourceTree.Entry, _ graph: Graph, _ source: SourceTree
  ) throws(ImportFailure) -> LogseqPage {
    let text = String(decoding: try source.text(of: entry), as: UTF8.self)
    return LogseqPage(text, titled: graph.title(of: entry))
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    if link.isWiki { return .titled(link.destination, part: link.part) }
    if link.isWeb { return nil }
    return link.path(from: note.linkFolders).map { .note($0) }
  }

  // MARK: - Names

  /// A graph's settings for the names of its files.
  struct Graph {
    var root: [String] = []
    private var journals = "journals"
    private var fileFormat = DateFormat("YYYY_MM_DD")
    private var titleFormat = DateFormat("MMM Do, YYYY")
    private var isTripleLowbar = true

    init() {}

    init(config: [UInt8], root: [String]) {
      self.root = root
      let settings = EdnSettings(String(decoding: config, as: UTF8.self))
      if let folder = settings["journals-directory"] { journals = folder }
      if let format = settings["journal/file-name-format"] {
        fileFormat = DateFormat(EdnSettings.moment(format))
      }
      if let format = settings["journal/page-title-format"] {
        titleFormat = DateFormat(EdnSettings.moment(format))
      }
      isTripleLowbar = settings["file/name-format"] == "triple-lowbar"
    }

    func isJournal(_ entry: SourceTree.Entry) -> Bool {
      Array(entry.folder.dropFirst(root.count)).joined(separator: "/") == journals
    }

    /// Returns the title as links use it.
    func title(of entry: SourceTree.Entry) -> String {
      if isJournal(entry), let day = fileFormat.day(in: entry.stem) {
        return titleFormat.text(of: day)
      }
      // Before the triple lowbar format, a slash was a dot.
      let isOld = !isTripleLowbar && !entry.stem.contains("___")
      return LogseqName.title(of: isOld ? entry.stem.replacing(".", with: "/") : entry.stem)
    }

    /// Names the note: a journal by its day, a page `a/b` as `b` in a folder `a`.
    func name(_ note: inout ImportedNote, of entry: SourceTree.Entry) {
      if isJournal(entry), let day = fileFormat.day(in: entry.stem) {
        note.names.own.append(titleFormat.text(of: day))
        note.title = day.text
        note.folder = ["journals"]
        note.localCreated = day.time
        return
      }
      note.folder = []
      let parts = note.title.split(separator: "/").map(\.trimmingBlanks).filter { !$0.isEmpty }
      guard parts.count > 1, let last = parts.last else { return }
      note.names.own.append(note.title)
      note.folder = parts.dropLast()
      note.title = last
    }
  }
}

/// The settings of a graph that are text: `:key "value"` and `:key :value`.
struct EdnSettings {
  private var values: [String: String] = [:]

  init(_ text: String) {
    var key: String?
    var rest = text[...]
    while let first = rest.first {
      switch first {
      case ";": rest = rest.drop { !$0.isNewline }
      case "\"":
        var value = ""
        rest = rest.dropFirst()
        while let next = rest.popFirst(), next != "\"" {
          value.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
        if let key, values[key] == nil { values[key] = value }
        key = nil
      case ":":
        let name = rest.dropFirst().prefix { !$0.isWhitespace && !"\"{}[]();,".contains($0) }
        rest = rest.dropFirst(name.count + 1)
        if let known = key, values[known] == nil { values[known] = String(name) }
        key = key == nil ? String(name) : nil
      case _ where first.isWhitespace || first == ",": rest = rest.dropFirst()
      default:
        key = nil
        rest = rest.dropFirst()
      }
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// Converts a Java date format to Moment's letters.
  static func moment(_ format: String) -> String {
    var out = ""
    var rest = format[...]
    while let first = rest.first {
      if first == "'" {
        let inside = rest.dropFirst().prefix { $0 != "'" }
        out += "[\(inside)]"
        rest = rest.dropFirst(inside.count + 2)
        continue
      }
      let run = rest.prefix { $0 == first }
      rest = rest.dropFirst(run.count)
      switch first {
      case "y": out += run.count == 2 ? "YY" : "YYYY"
      case "E": out += run.count > 3 ? "dddd" : "ddd"
      case "d" where rest.first == "o":
        out += "Do"
        rest = rest.dropFirst()
      case "d": out += run.count > 1 ? "DD" : "D"
      default: out += run
      }
    }
    return out
  }
}
