import Bytes
import Entities
import JsonRpc
import NoteSyntax
import TextEngine

/// The text of a note at one moment, with what a scan finds in it.
struct LspPage: Sendable {
  let note: NoteID
  /// The address by which the client knows it.
  let uri: String
  /// Nil for a note that is not open in the editor.
  let version: Int?
  let text: LspText
  let bytes: [UInt8]
  let scan: NoteScan

  init(_ note: NoteID, _ uri: String, version: Int? = nil, _ text: LspText) {
    (self.note, self.uri, self.version, self.text) = (note, uri, version, text)
    let bytes = text.rope.bytes
    self.bytes = bytes
    scan = NoteScanner.scan(bytes.span)
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// Returns the start of a line, counted from 1.
  func start(ofLine line: Int) -> Int { range(ofLine: line).lowerBound }

  /// Returns a line without its ending.
  func range(ofLine line: Int) -> Range<Int> {
    let content = text.rope.content(of: .init(max(0, line - 1)))
    return content.lowerBound.value..<content.upperBound.value
  }

  /// The note's title, or its file's name.
  var title: String { scan.title(in: bytes.span) ?? note.path.stem.text }
}

/// The texts that the editor has open. They are the editor's: a change that does not fit leaves the
/// document out of step until it is opened again.
@MainActor
final class LspDocuments {
  private struct Document {
    var uri: String
    var version: Int
    var text: LspText
    /// Why its text is not known any more.
    var problem: String?
    var page: LspPage?
  }

  private var open: [NoteID: Document] = [:]

  var notes: [NoteID] { open.keys.sorted { $0.path < $1.path } }

  func uri(of note: NoteID) -> String? { open[note]?.uri }

  func open(_ note: NoteID, _ uri: String, _ version: Int, _ text: LspText) {
    open[note] = Document(uri: uri, version: version, text: text)
  }

  func close(_ note: NoteID) { open[note] = nil }

  /// Applies the changes of a new version, one after the other.
  func change(
    _ note: NoteID, to version: Int, _ changes: [JSONReader.Value]
  ) throws(RpcError) {
    guard var document = open.removeValue(forKey: note) else {
      throw RpcError(.invalidParams, "\(note.path.text) is not open")
    }
    defer { open[note] = document }
    document.page = nil
    do throws(RpcError) {
      guard version > document.version else {
        throw RpcError(
          .contentModified,
          "version \(version) of \(note.path.text) is not newer than \(document.version)")
      }
      document.version = version
      for change in changes {
        guard let text = change.at("text")?.text else {
          throw RpcError(.invalidParams, "a change needs “text”")
        }
        let range = try change.at("range").map { (range) throws(RpcError) in
          try document.text.range(range)
        }
        // A whole text brings a document back into step.
        if range == nil { document.problem = nil }
        document.text.replace(range, with: text)
      }
    } catch {
      document.problem = error.message
      throw error
    }
  }

  /// Returns the current text of an open note; nil if it is not open.
  func page(of note: NoteID) throws(RpcError) -> LspPage? {
    guard let document = open[note] else { return nil }
    if let problem = document.problem {
      throw RpcError(
        .contentModified,
        "the text of \(note.path.text) is not known any more (\(problem)); open it again")
    }
    if let page = document.page { return page }
    let page = LspPage(note, document.uri, version: document.version, document.text)
    open[note]?.page = page
    return page
  }
}
