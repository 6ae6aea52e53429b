import Archives
import Bytes
import Entities
import Html
import NoteSyntax
import Services

/// Reads Evernote's `.enex`, in which each file is a notebook with the file's name.
///
/// Only one note's text and one of its files are in memory at a time. Where a file is damaged, that
/// note is lost, and reading continues with the next one.
struct EvernoteReader: ImportReader {
  /// The prefix of file addresses in the texts of notes.
  static let filePrefix = "evernote-file:"

  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    for entry in source.entries where entry.ending == "enex" {
      // The notes of a single notebook are already in a folder with its name.
      let isAlone = source.entries.count == 1
      let folder = isAlone ? [] : entry.folder + [entry.stem]
      let file = EvernoteFile(entry.path, folder: folder, sink)
      do throws(SourceFailure) {
        try source.forEachPart(of: entry) { part throws(SourceFailure) in try file.add(part) }
        try file.finish()
      } catch {
        // An error of the sink ends the import; a problem of this file ends only the file.
        if file.failure != nil || error == .stopped { throw error }
        sink.add(ImportNotice(of: entry.path, error.message))
      }
    }
  }

  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    guard !link.isWiki else { return nil }
    let address = link.destination
    if address.hasPrefix(Self.filePrefix) {
      return .file(note.id + "/" + address.dropFirst(Self.filePrefix.count))
    }
    // The address has no note's id that the file knows, so only the words can find the note.
    guard Self.isNoteLink(address), !link.words.isEmpty else { return nil }
    // A mark in the words may be part of the title.
    let unescaped = PlainText.unescaped(Array(link.words.utf8))
    let (written, plain) = (String(decoding: unescaped, as: UTF8.self), Self.plain(link.words))
    return written == plain ? .titled(plain) : .first([.titled(written), .titled(plain)])
  }

  /// Returns the words without Markdown signs, which titles do not have.
  private static func plain(_ words: String) -> String {
    let written = Byte.onOneLine(words)
    var (plain, words) = (PlainWords(), [UInt8]())
    var text = HeadText(written.span)
    while let line = text.nextLine() { plain.append(line, to: &words) }
    return String(decoding: words, as: UTF8.self)
  }

  /// Whether the address is `evernote:///view/…` or its web form.
  static func isNoteLink(_ address: String) -> Bool {
    for start in ["evernote:///view/", "https://share.evernote.com/note/"]
    where address.hasPrefix(start) { return true }
    for host in ["https://www.evernote.com/shard/", "https://app.yinxiang.com/shard/"]
    where address.hasPrefix(host) {
      return address.dropFirst(host.count).contains("/nl/")
    }
    return false
  }
}

/// Reads one `.enex` file, and passes its notes to a sink on the way.
final class EvernoteFile: XmlHandler {
  /// Evernote itself allows no longer notes and no larger files.
  static let longestText = 64 << 20
  static let longestFile = 512 << 20
  private static let longestHead = 1024
  /// The start of a file for a reader that begins at a note.
  private static let head = Array("<!DOCTYPE en-export SYSTEM \"\"><en-export>".utf8)

  private let path: String
  private let folder: [String]
  private let sink: any ImportSink
  /// The error that the sink threw.
  private(set) var failure: ImportFailure?

  private var reader: XmlReader?
  /// The offset and line in the file where the reader started.
  private var base = (offset: 0, line: 0)
  /// The number of bytes of the file that were read.
  private var count = 0
  /// Whether the next note is searched for, after damage.
  private var isLost = false
  private var matched = 0

  /// The open elements.
  private var open: [String] = []
  private var note: EvernoteNote?
  private var resource: EvernoteResource?
  private var task: EvernoteTask?
  private var text: [UInt8] = []
  private var isTooLong = false
  /// The number of notes that were created in the same second.
  private var seen: [String: Int] = [:]

  /// `folder`: the notebook's folder with its parents.
  init(_ path: String, folder: [String], _ sink: any ImportSink) {
    self.path = path
    self.folder = folder
    self.sink = sink
    reader = XmlReader(self)
  }

  // MARK: Bytes

  func add(_ chunk: [UInt8]) throws(ImportFailure) {
    var start = 0
    while start < chunk.count {
      if isLost {
        guard let next = behindNextNote(in: chunk, from: start) else { break }
        try begin(next)
        start = next
        continue
      }
      do throws(XmlReader.Problem) {
        try reader?.add(chunk[start...])
        start = chunk.count
      } catch {
        report(error)
        start = max(start, min(chunk.count, base.offset + error.offset - count))
      }
      if let failure { throw failure }
    }
    count += chunk.count
  }

  func finish() throws(ImportFailure) {
    if !isLost {
      do throws(XmlReader.Problem) { try reader?.finish() } catch { report(error) }
    }
    if let failure { throw failure }
  }

  /// Reports the problem, saves the damaged note if its text was read, and begins the search for
  /// the next note.
  private func report(_ problem: XmlReader.Problem) {
    base.line += problem.line - 1
    let location = "line \(base.line + 1), column \(problem.column): \(problem.reason)"
    if note?.hasContent == true {
      note?.losses.append("The file is damaged behind its text (\(location)).")
      resource = nil
      finishNote()
    } else if let title = note?.title, !title.isEmpty {
      sink.add(ImportNotice(of: "\(path): \(title)", "The file is damaged here, \(location)."))
    } else {
      sink.add(ImportNotice(of: path, "The file is damaged, \(location)."))
    }
    (note, resource, task, open, text) = (nil, nil, nil, [], [])
    isLost = true
    matched = 0
  }

  private func behindNextNote(in chunk: [UInt8], from start: Int) -> Int? {
    let mark = Array("<note>".utf8)
    for index in start..<chunk.count {
      let byte = chunk[index]
      if byte == Byte.lineFeed { base.line += 1 }
      matched = byte == mark[matched] ? matched + 1 : byte == mark[0] ? 1 : 0
      if matched == mark.count { return index + 1 }
    }
    return nil
  }

  /// Restarts after the `<note>` that ends at `index` of the chunk.
  private func begin(_ index: Int) throws(ImportFailure) {
    isLost = false
    let new = XmlReader(self)
    reader = new
    let head = Self.head + "<note>".utf8
    base.offset = count + index - head.count
    do throws(XmlReader.Problem) { try new.add(head[...]) } catch { report(error) }
    if let failure { throw failure }
  }

  // MARK: Elements

  func start(_ name: String, _ attributes: [XmlReader.Attribute]) {
    if isInContent {
      let said = attributes.map { " \($0.name)=\"\(HtmlText.escaped($0.value))\"" }.joined()
      take(Array("<\(name)\(said)>".utf8))
      open.append(name)
      return
    }
    text = []
    isTooLong = false
    switch (open.last, name) {
    case ("en-export", "note"): note = EvernoteNote()
    case ("note", "resource"): resource = EvernoteResource()
    case ("note", "task"): task = EvernoteTask()
    default: break
    }
    open.append(name)
  }

  func text(_ bytes: [UInt8]) {
    guard note != nil, let name = open.last else { return }
    if name == "data" {
      if open.count > 1, open[open.count - 2] == "resource" { resource?.add(bytes) }
    } else if name == "recognition" {
      // Only the start, which names the file, is needed from the recognition data.
      if text.count < Self.longestHead { text += bytes }
    } else {
      take(
        isInContent && name != "content"
          ? Array(HtmlText.escaped(String(decoding: bytes, as: UTF8.self)).utf8) : bytes)
    }
  }

  /// Whether a note's text is written as elements and not as CDATA, as a few programs do.
  private var isInContent: Bool { note != nil && open.count > 2 && open[2] == "content" }

  private func take(_ bytes: [UInt8]) {
    if isTooLong { return }
    isTooLong = text.count + bytes.count > Self.longestText
    if isTooLong { text = [] } else { text += bytes }
  }

  func end(_ name: String) {
    open.removeLast()
    guard note != nil else { return }
    if isInContent { return take(Array("</\(name)>".utf8)) }
    if isTooLong {
      note?.losses.append("Its \(name) is too long to be read.")
      isTooLong = false
    }
    switch (open.last, name) {
    case ("en-export", "note"): finishNote()
    case ("note", "content"):
      note?.content = text
      note?.hasContent = true
    case ("note", "resource"): finishResource()
    case ("note", "task"):
      if let task { note?.tasks.append(task) }
      task = nil
    case ("note", _), ("note-attributes", _):
      note?.set(name, to: String(decoding: text, as: UTF8.self))
    case ("resource", "recognition"): resource?.readRecognition(text)
    case ("resource", _), ("resource-attributes", _):
      resource?.set(name, to: String(decoding: text, as: UTF8.self))
    case ("task", _): task?.set(name, to: String(decoding: text, as: UTF8.self))
    default: break
    }
    text = []
  }

  // MARK: Results

  /// Returns an id from the time of creation, which stays the same in an export of more notes.
  private func id() -> String {
    if let id = note?.id { return id }
    let name = note?.createdText ?? note?.title ?? ""
    let number = (seen[name] ?? 0) + 1
    seen[name] = number
    let id = "\(path)#\(name)" + (number > 1 ? "#\(number)" : "")
    note?.id = id
    return id
  }

  private func finishResource() {
    guard let read = resource else { return }
    resource = nil
    let id = id()
    let name = read.name.isEmpty ? "without a name" : read.name
    if read.isTooLong {
      note?.losses.append("Its file \(name) is too large to be read.")
      return
    }
    if read.isDamaged { note?.losses.append("Its file \(name) is damaged.") }
    guard !read.bytes.isEmpty else { return }
    var file = EvernoteNote.File(
      hash: Md5.hexadecimal(read.bytes), mime: read.mime, name: read.name)
    file.formerHash = read.formerHash
    guard note?.add(file) == true else { return }
    give(file, read.bytes, of: id, modified: read.modified)
  }

  private func give(
    _ file: EvernoteNote.File, _ bytes: [UInt8], of note: String, modified: Timestamp?
  ) {
    let imported = ImportedFile(
      id: note + "/" + file.hash, name: file.fullName, note: note, modified: modified
    ) { () throws(ImportFailure) -> [UInt8] in bytes }
    attempt { () throws(ImportFailure) in try sink.add(imported) }
  }

  private func finishNote() {
    let id = id()
    guard let read = note else { return }
    note = nil
    let text = EvernoteText(read)
    for (file, bytes) in text.files { give(file, bytes, of: id, modified: read.changed) }
    let imported = text.note(id: id, folder: folder)
    attempt { () throws(ImportFailure) in try sink.add(imported) }
  }

  private func attempt(_ body: () throws(ImportFailure) -> Void) {
    guard failure == nil else { return }
    do throws(ImportFailure) { try body() } catch {
      failure = error
      reader?.stop()
    }
  }
}
