import Archives
import Bytes
import Services

/// Reads one format of notes.
///
/// The notes are read twice: first to know all of them, so that links find their targets, and then
/// to write them. Both readings must give the same notes and files in the same order.
protocol ImportReader: Sendable {
  /// Gives each note and each file of the source to `sink`. An item that cannot be read is reported
  /// as a problem, and reading continues; only an error of the sink ends it.
  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure)

  /// Returns the target of a link in a note; nil if the link stays as it is written.
  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget?
}

extension ImportReader {
  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? { nil }
}

/// A link in the text of an imported note.
struct ImportLink: Equatable, Sendable {
  /// The destination as it is written, with percent signs; without the part of a wiki link.
  var destination: String
  /// The part after the `#` of a wiki link.
  var part: String?
  var isWiki: Bool
  /// The link's words; empty if they are the destination.
  var words: String

  init(_ destination: String, part: String? = nil, isWiki: Bool = false, words: String = "") {
    self.destination = destination
    self.part = part
    self.isWiki = isWiki
    self.words = words
  }
}

/// Receives the items that a reader finds.
protocol ImportSink: AnyObject {
  func add(_ note: ImportedNote) throws(ImportFailure)
  func add(_ file: ImportedFile) throws(ImportFailure)
  func add(_ problem: ImportNotice)
}

extension ImportSink {
  /// Reads one file of the source. Reports a failure as a problem and returns nil.
  @discardableResult
  func reading<Value>(
    _ name: String, _ read: () throws(ImportFailure) -> Value
  ) throws(ImportFailure) -> Value? {
    do throws(ImportFailure) {
      return try read()
    } catch .stopped {
      throw .stopped
    } catch {
      add(ImportNotice(of: name, error.message))
      return nil
    }
  }
}

/// The reason why an import, or one file of it, ended.
typealias ImportFailure = SourceFailure

/// A link from one item of a source to another, which readers write in place of links in the
/// source's own form.
enum InternalLink {
  private static let scheme = "imported:"

  static func destination(_ id: String, part: String? = nil) -> String {
    func encoded(_ text: String) -> String {
      Percent.text(of: text.utf8) {
        Byte.isName($0) || [Byte.slash, Byte.dot, Byte.underscore].contains($0)
      }
    }
    return scheme + encoded(id) + (part.map { "#" + encoded($0) } ?? "")
  }

  /// Returns nil for other links.
  static func target(of link: ImportLink) -> ImportTarget? {
    guard link.destination.hasPrefix(scheme), !link.isWiki else { return nil }
    let parts = link.destination.dropFirst(scheme.count).split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let part = link.part ?? parts.dropFirst().first.map(String.init)
    return .note(
      Percent.decodedAsWritten(String(parts.first ?? "")), part: part.map(Percent.decodedAsWritten))
  }
}

extension ImportLink {
  /// Returns the link's path, relative to the folder of its note; nil if it leaves the source.
  func path(from folder: [String]) -> String? {
    var parts = path.hasPrefix("/") ? [] : folder
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        if parts.isEmpty { return nil }
        parts.removeLast()
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}
