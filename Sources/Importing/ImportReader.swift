package import Archives
package import Services

/// Reads one format of notes.
///
/// The notes are read twice: once to know all of them, so that links find each other, and once more to
/// write them. Both times the same notes and files have to come in the same order.
package protocol ImportReader: Sendable {
  /// Gives each note and each file of the source to `sink`. What cannot be read is a problem of its
  /// own, and the rest goes on; only what the sink throws ends it.
  func read(_ source: SourceTree, into sink: any ImportSink) throws(ImportFailure)

  /// What a link's destination in a note means; nil for what stays as it is written.
  func target(of link: ImportLink, in note: ImportedNote) -> ImportTarget?
}

/// A link in the text of an imported note.
package struct ImportLink: Equatable, Sendable {
  /// As it is written: percent signs and all. Without the part of a wiki link.
  package var destination: String
  /// Behind the `#` of a wiki link.
  package var part: String?
  package var isWiki: Bool
  /// What it says; empty where that is its destination.
  package var words: String

  package init(_ destination: String, part: String? = nil, isWiki: Bool = false, words: String = "")
  {
    self.destination = destination
    self.part = part
    self.isWiki = isWiki
    self.words = words
  }
}

/// Takes what a reader finds.
package protocol ImportSink: AnyObject {
  func add(_ note: ImportedNote) throws(ImportFailure)
  func add(_ file: ImportedFile) throws(ImportFailure)
  func add(_ problem: ImportNotice)
}

/// Why an import, or one file of it, ended.
package typealias ImportFailure = SourceFailure
