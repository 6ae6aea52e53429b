import Bytes
import Entities
import Services
import TestSupport
import Testing

@testable import Importing

@Suite("Notes written as another program writes them are imported with the same facts")
struct RoundTripTests {
  private let given = GivenSource()
  private let count = 500

  private func notes(plain: Bool = false) -> [RandomNote] {
    var random = SeededRandom(seed: Thorough.seed)
    return (0..<count).map { RandomNote($0, &random, plain: plain) }
  }

  private func json(_ text: String) -> String { RandomNote.json(text) }

  private func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("\n", with: "&#10;")
  }

  private func iso(_ seconds: Int64) -> String {
    Timestamp(seconds: seconds).written
  }

  private func list(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }

  /// `text` is the full text of a note, in the words of its source.
  private func check(
    _ sent: [RandomNote], _ text: (RandomNote) -> String,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(given.notes.count == sent.count && given.problems == [], sourceLocation: location)
    let byTitle = Dictionary(given.notes.map { ($0.title, $0) }, uniquingKeysWith: { $1 })
    for note in sent {
      guard let came = byTitle[note.title] else {
        Issue.record("\(note.title) did not come", sourceLocation: location)
        return
      }
      let wanted = ArrivedWords.words(text(note))
      let found = ArrivedWords.words(String(decoding: came.text, as: UTF8.self))
      #expect(found == wanted, "\(note.title)", sourceLocation: location)
      if found != wanted { return }
      #expect(came.losses == [], sourceLocation: location)
    }
  }

  /// The files themselves say which words must arrive.
  private func checkWords(
    _ folder: String, _ ending: String, at location: SourceLocation = #_sourceLocation,
    _ words: (String) -> String
  ) {
    let names = given.folder.names(in: folder).filter { $0.hasSuffix(ending) }.sorted()
    let files = names.map { given.folder.text("\(folder)/\($0)") ?? "" }
    let arrived = ArrivedWords(of: files, in: given.notes, words)
    #expect(arrived.count > 5000, sourceLocation: location)
    #expect(arrived.share >= 0.99, "\(arrived.share): \(arrived.lost)", sourceLocation: location)
  }

  private func checkFacts(
    _ sent: [RandomNote], created: Bool = true, at location: SourceLocation = #_sourceLocation
  ) {
    let byTitle = Dictionary(given.notes.map { ($0.title, $0) }, uniquingKeysWith: { $1 })
    for note in sent {
      guard let came = byTitle[note.title] else { continue }
      let isSame =
        Set(came.tags) == Set(note.tags) && came.isPinned == note.isPinned
        && came.isTrashed == note.isTrashed && came.created?.seconds == note.created
        && came.changed?.seconds == note.changed
      #expect(isSame, "\(came)", sourceLocation: location)
    }
  }

  @Test("Google Keep")
  func keep() throws {
    let sent = notes()
    for (number, note) in sent.enumerated() {
      let labels = list(note.tags.map { "{\"name\":\(json($0))}" })
      let file = note.file.map { _ in ",\"attachments\":[{\"filePath\":\"\(number).png\"}]" } ?? ""
      given.folder.write(
        "in/Keep/\(number).json",
        "{\"title\":\(json(note.title)),\"textContent\":\(json(note.body)),\"labels\":\(labels),"
          + "\"isPinned\":\(note.isPinned),\"isTrashed\":\(note.isTrashed),\"isArchived\":false,"
          + "\"createdTimestampUsec\":\(note.created)000000,"
          + "\"userEditedTimestampUsec\":\(note.changed)000000\(file)}")
      if let bytes = note.file { given.folder.write("in/Keep/\(number).png", bytes) }
    }
    try given.read(KeepReader())
    let numbers = Dictionary(uniqueKeysWithValues: sent.enumerated().map { ($1.title, $0) })
    try check(sent) { note in
      "\(note.title)\n\(note.body)"
        + (note.file == nil ? "" : " Keep \(numbers[note.title] ?? 0) png")
    }
    checkFacts(sent)
    checkWords("in/Keep", ".json", ArrivedWords.json)
    for (number, note) in sent.enumerated() {
      #expect(given.files["Keep/\(number).png"] == note.file)
    }
  }

  @Test("Simplenote")
  func simplenote() throws {
    let sent = notes()
    func items(_ isTrashed: Bool) -> String {
      list(
        sent.filter { $0.isTrashed == isTrashed }.map { note in
          "{\"id\":\(json(note.title)),\"content\":\(json(note.title + "\r\n" + note.body)),"
            + "\"creationDate\":\"\(iso(note.created))\",\"lastModified\":\"\(iso(note.changed))\","
            + "\"pinned\":\(note.isPinned),\"tags\":\(list(note.tags.map { json($0) }))}"
        })
    }
    given.folder.write(
      "in/notes.json", "{\"activeNotes\":\(items(false)),\"trashedNotes\":\(items(true))}")
    try given.read(SimplenoteReader())
    try check(sent) { "\($0.title)\n\($0.body)" }
    checkFacts(sent)
    checkWords("in", ".json", ArrivedWords.json)
  }

  @Test("Standard Notes")
  func standardNotes() throws {
    let sent = notes()
    var items = sent.enumerated().map { number, note in
      "{\"uuid\":\"n\(number)\",\"content_type\":\"Note\",\"created_at\":\"\(iso(note.created))\","
        + "\"updated_at\":\"\(iso(note.changed))\",\"content\":{\"title\":\(json(note.title)),"
        + "\"text\":\(json("* " + note.body)),\"trashed\":\(note.isTrashed),\"noteType\":\"markdown\","
        + "\"appData\":{\"org.standardnotes.sn\":{\"pinned\":\(note.isPinned)}}}}"
    }
    for tag in Set(sent.flatMap(\.tags)) {
      let named = sent.indices.filter { sent[$0].tags.contains(tag) }
        .map { "{\"uuid\":\"n\($0)\",\"content_type\":\"Note\"}" }
      items.append(
        "{\"uuid\":\(json(tag)),\"content_type\":\"Tag\",\"content\":{\"title\":\(json(tag)),"
          + "\"references\":\(list(named))}}")
    }
    given.folder.write(
      "in/Standard Notes Backup and Import File.txt",
      "{\"version\":\"004\",\"items\":\(list(items))}")
    try given.read(StandardNotesReader())
    try check(sent) { $0.body }
    checkFacts(sent)
    checkWords("in", ".txt", ArrivedWords.json)
  }

  @Test("Evernote")
  func evernote() throws {
    let sent = notes()
    func stamp(_ seconds: Int64) -> String { iso(seconds).filter { $0 != "-" && $0 != ":" } }
    let notes = sent.map { note in
      let lines = note.lines.map { "<div>\(xml($0))</div>" }.joined()
      let hash = note.file.map { Md5.hexadecimal($0) }
      let media = hash.map { "<en-media type=\"image/png\" hash=\"\($0)\"/>" } ?? ""
      let content = "<?xml version=\"1.0\"?><en-note>\(lines)\(media)</en-note>"
      let tags = note.tags.map { "<tag>\(xml($0))</tag>" }.joined()
      let file =
        note.file.map {
          "<resource><data encoding=\"base64\">\(base64($0))</data><mime>image/png</mime></resource>"
        } ?? ""
      return "<note><title>\(xml(note.title))</title><created>\(stamp(note.created))</created>"
        + "<updated>\(stamp(note.changed))</updated>\(tags)"
        + "<content><![CDATA[\(content)]]></content>\(file)</note>"
    }
    given.folder.write(
      "in/All.enex", "<?xml version=\"1.0\"?><en-export>\(notes.joined())</en-export>")
    try given.read(EvernoteReader())
    try check(sent) { note in
      note.body + (note.file.map { " evernote file \(Md5.hexadecimal($0)) " } ?? "")
    }
    checkWords("in", ".enex", ArrivedWords.enex)
    let sentFiles = sent.compactMap(\.file).map { Array($0) }
    #expect(Set(given.files.values.map { Array($0) }) == Set(sentFiles))
    for note in sent {
      let came = given.notes.first { $0.title == note.title }
      #expect(came?.created?.seconds == note.created && came?.changed?.seconds == note.changed)
      #expect(Set(came?.tags ?? []) == Set(note.tags))
    }
  }

  private func base64(_ bytes: [UInt8]) -> String {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var out = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = Array(bytes[start..<min(start + 3, bytes.count)])
      let number = (0..<3).reduce(0) { $0 << 8 | Int($1 < part.count ? part[$1] : 0) }
      for index in 0..<4 {
        out.append(index > part.count ? "=" : signs[number >> (18 - 6 * index) & 63])
      }
    }
    return out
  }

  /// Lines nested within each other, as in outlines.
  private func depths(_ note: RandomNote) -> [(line: String, depth: Int)] {
    var depth = 0
    return note.lines.enumerated().map { index, line in
      depth = index == 0 ? 0 : min(depth + 1, (index * 7 + line.count) % 4)
      return (line, depth)
    }
  }

  @Test("Roam, Logseq, OPML and Org outlines have their original depth")
  func outlines() throws {
    let sent = notes(plain: true)
    func tree(_ lines: ArraySlice<(line: String, depth: Int)>, _ depth: Int) -> [String] {
      var (items, rest): ([String], _) = ([], lines)
      while let first = rest.popFirst() {
        let inner = rest.prefix { $0.depth > depth }
        rest = rest.dropFirst(inner.count)
        let children = tree(inner, depth + 1)
        items.append("{\"string\":\(json(first.line)),\"children\":\(list(children))}")
      }
      return items
    }
    let pages = sent.map { note in
      "{\"title\":\(json(note.title)),\"create-time\":\(note.created)000,"
        + "\"edit-time\":\(note.changed)000,\"children\":\(list(tree(depths(note)[...], 0)))}"
    }
    given.folder.write("roam/a.json", list(pages))
    try given.read(RoamReader(), from: "roam")
    try check(sent) { $0.body }
    checkWords("roam", ".json", ArrivedWords.json)
    let outlines = Dictionary(uniqueKeysWithValues: given.notes.map { ($0.title, $0.text) })
    for note in given.notes {
      let source = sent.first { $0.title == note.title }
      #expect(note.created?.seconds == source?.created && note.changed?.seconds == source?.changed)
    }

    for (number, note) in sent.enumerated() {
      let (indented, all) = ("\t", depths(note))
      let blocks = all.map { String(repeating: indented, count: $0.depth) + "- \($0.line)\n" }
      given.folder.write("logseq/pages/\(number).md", "title:: \(note.title)\n\n\(blocks.joined())")
      var (items, open) = ("", 0)
      for (line, depth) in all {
        while open > depth { (items, open) = (items + "</outline>", open - 1) }
        items += "<outline text=\"\(xml(line))\">"
        open += 1
      }
      items += String(repeating: "</outline>", count: open)
      given.folder.write(
        "opml/\(number).opml",
        "<opml><head><title>\(xml(note.title))</title></head><body>\(items)</body></opml>")
      let list = all.map { String(repeating: "  ", count: $0.depth) + "- \($0.line)\n" }
      given.folder.write(
        "org/\(number).org",
        "#+title: \(note.title)\n#+filetags: :\(note.tags.joined(separator: ":")):\n"
          + "#+date: [\(iso(note.created).prefix(10))]\n\(list.joined())")
    }
    let others: [(any ImportReader, String, String)] = [
      (LogseqReader(), "logseq", "logseq/pages"), (OpmlReader(), "opml", "opml"),
      (OrgReader(), "org", "org"),
    ]
    for (reader, folder, place) in others {
      given.notes = []
      try given.read(reader, from: folder)
      try check(sent) { $0.body }
      checkWords(place, "", folder == "opml" ? ArrivedWords.opml : ArrivedWords.lines)
      for note in given.notes {
        let (text, wanted) = (note.text, outlines[note.title] ?? [])
        // Escapes in Org and OPML are a separate matter.
        let plain = { (text: [UInt8]) in text.filter { $0 != Byte.backslash } }
        #expect(plain(text) == plain(wanted), "\(folder): \(note.title)")
        if plain(text) != plain(wanted) { return }
        if folder == "org" {
          let source = sent.first { $0.title == note.title }
          #expect(note.tags == source?.tags)
          #expect(note.localCreated?.written.prefix(10) == iso(source?.created ?? 0).prefix(10))
        }
      }
    }
  }
}
