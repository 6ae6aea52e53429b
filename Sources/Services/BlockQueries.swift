package import Entities
import VaultSettings

/// Answers the query blocks of notes, all from one place: for the preview, for HTML and for commands.
package protocol BlockQueries: Sendable {
  /// `note`: the one that has the block; nil where it has no file yet.
  func answer(_ block: QueryBlock, in note: NoteID?) async -> BlockAnswer

  /// What code within a line begins with that is an expression of Dataview's.
  var inlineSign: String { get }
}

extension BlockQueries {
  package var inlineSign: String { DataviewSettings().inlineSign }
}

/// What takes the place of a block: Markdown, line by line.
package struct BlockAnswer: Equatable, Sendable {
  package struct Line: Equatable, Sendable {
    package var markdown: String
    package var origin: RowOrigin?
    /// The task that the line shows.
    package var task: TaskRecord?

    package init(_ markdown: String, origin: RowOrigin? = nil, task: TaskRecord? = nil) {
      self.markdown = markdown
      self.origin = origin
      self.task = task
    }
  }

  package var lines: [Line]
  /// The block's own text stays above it: it cannot be answered, or not all of it.
  package var showsSource: Bool
  /// What it took to work it out, in steps: all blocks of a page together may take so much.
  package var work = 0

  package init(_ lines: [Line], showsSource: Bool = false) {
    self.lines = lines
    self.showsSource = showsSource
  }

  package var markdown: [UInt8] {
    Array(lines.map(\.markdown).joined(separator: "\n").utf8)
  }
}
