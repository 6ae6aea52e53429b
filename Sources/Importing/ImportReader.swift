import Archives
import Bytes
import Services

/// Reads one format of notes.
///
/// The notes are read twice: once to know all of them, so that links find each other, and once more to
/// write them. Both times the same notes and files have to come in the same order.
protocol ImportReader: Sendable {
  /// Gives each note and each file of the source to `sink`. What cannot be read is a problem of its
  /// own, and the rest is read; only what the sink throws ends it.
  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure)

  /// What a link's destination in a note means; nil for what stays as it is written.
  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget?
}

extension ImportReader {
  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget? { nil }
}

/// A link in the text of an imported note.
struct ImportLink: Equatable, Sendable {
  /// As it is written: percent signs and all. Without the part of a wiki link.
  var destination: String
  /// Behind the `#` of a wiki link.
  var part: String?
  var isWiki: Bool
  /// What it says; empty where that is its destination.
  var words: String

  init(_ destination: String, part: String? = nil, isWiki: Bool = false, words: String = "") {
    self.destination = destination
    self.part = part
    self.isWiki = isWiki
    self.words = words
  }
}

/// Takes what a reader finds.
protocol ImportSink: AnyObject {
  func add(_ note: ImportedNote) throws(ImportFailure)
  func add(_ file: ImportedFile) throws(ImportFailure)
  func add(_ problem: ImportNotice)
}

extension ImportSink {
  /// Does this for one file of the source. What goes wrong there is a problem of its own, and the answer
  /// nil.
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

/// Why an import, or one file of it, ended.
typealias ImportFailure = SourceFailure

/// A link from one note of a source to another note or file of it, as readers write it into a text that
/// had it in a form of its own.
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

  /// Nil for other links.
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
  /// The path that it leads to, by the folder that its note is in; nil where it leaves the source.
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
