package import Archives
import Bytes
import Entities
import Html
import NoteSyntax
import Services

/// Reads Evernote's `.enex`: each file is a notebook, of the file's name.
///
/// One note's text and one file of it are in memory at a time. Where a file is damaged, the note there is
/// lost, and reading goes on with the next one.
package struct EvernoteReader: ImportReader {
  /// How the texts of notes name their files.
  static let filePrefix = "evernote-file:"

  package init() {}

  package func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure) {
    for entry in source.entries where entry.ending == "enex" {
      // Of one notebook alone all comes into a folder of its name already.
      let isAlone = source.entries.count == 1
      let folder = isAlone ? [] : entry.folder + [entry.stem]
      let file = EvernoteFile(entry.path, folder: folder, sink)
      do throws(SourceFailure) {
        try source.forEachPart(of: entry) { part throws(SourceFailure) in try file.add(part) }
        try file.finish()
      } catch {
        // What the sink throws ends the import; what is wrong with this file ends only it.
        if file.failure != nil || error == .stopped { throw error }
        sink.add(ImportNotice(of: entry.path, error.message))
      }
    }
  }

  package func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? {
    guard !link.isWiki else { return nil }
    let address = link.destination
    if address.hasPrefix(Self.filePrefix) {
      return .file(note.id + "/" + address.dropFirst(Self.filePrefix.count))
    }
    // The address names no note of the file: only the words can find it.
    guard Self.isNoteLink(address), !link.words.isEmpty else { return nil }
    // What looks like a mark may be the title's own.
    let unescaped = PlainText.unescaped(Array(link.words.utf8))
    let (written, plain) = (String(decoding: unescaped, as: UTF8.self), Self.plain(link.words))
    return written == plain ? .titled(plain) : .first([.titled(written), .titled(plain)])
  }

  /// Without the signs of Markdown: a title has none.
  private static func plain(_ words: String) -> String {
    let written = Byte.onOneLine(words)
    var (plain, words) = (PlainWords(), [UInt8]())
    var text = HeadText(written.span, end: written.count)
    while let line = text.nextLine() { plain.append(line, to: &words) }
    return String(decoding: words, as: UTF8.self)
  }

  /// `evernote:///view/…`, or the same on the web.
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
