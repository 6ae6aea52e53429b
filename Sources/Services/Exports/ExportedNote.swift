package import Entities

/// All that is known of a note that goes out, but its text.
package struct ExportedNote: Equatable, Sendable {
  package struct Heading: Equatable, Sendable {
    package var level: Int
    package var text: String
    /// Counted from 1, as everywhere here.
    package var line: Int
    /// What it is called in an address of the web: `three-laws`, of two the second `three-laws-1`.
    package var anchor: String

    package init(level: Int, text: String, line: Int, anchor: String) {
      (self.level, self.text, self.line, self.anchor) = (level, text, line, anchor)
    }
  }

  package struct Link: Equatable, Sendable {
    /// As it is written.
    package var written: String
    package var line: Int
    /// The note or file of the vault that it leads to; nil where it leads nowhere, or to a note that
    /// must not be shown.
    package var target: NotePath?
    package var isEmbed: Bool

    package init(written: String, line: Int, target: NotePath?, isEmbed: Bool) {
      (self.written, self.line) = (written, line)
      (self.target, self.isEmbed) = (target, isEmbed)
    }
  }

  /// A link from another note that goes out.
  package struct Backlink: Equatable, Sendable {
    package var source: NotePath
    package var line: Int

    package init(source: NotePath, line: Int) { (self.source, self.line) = (source, line) }
  }

  package var path: NotePath
  package var title: String
  package var created: Timestamp
  package var modified: Timestamp
  package var tags: [String] = []
  package var aliases: [String] = []
  package var properties: [NoteProperty] = []
  package var headings: [Heading] = []
  /// The names of blocks, without `^`.
  package var blocks: [String] = []
  package var links: [Link] = []
  package var backlinks: [Backlink] = []
  package var tasks: [TaskRecord] = []
  /// Of the text that was read.
  package var digest: UInt64 = 0

  package init(path: NotePath, title: String, created: Timestamp, modified: Timestamp) {
    (self.path, self.title) = (path, title)
    (self.created, self.modified) = (created, modified)
  }
}
