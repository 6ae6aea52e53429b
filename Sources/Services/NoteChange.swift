import Bytes
package import Comparing
package import Entities
package import NoteQueries

/// A planned change of one note: shown before it is made, and checked when it is made.
package struct NoteChange: Equatable, Sendable {
  package struct Piece: Equatable, Sendable {
    /// Bytes of the note's text as it was read.
    package var range: Range<Int>
    package var old: [UInt8]
    package var new: [UInt8]
    /// Counted from 1.
    package var line: Int
    /// The line's text around the piece, and the piece's range in its UTF-8 bytes.
    package var context: String
    package var contextRange: Range<Int>

    package init(
      range: Range<Int>, old: [UInt8], new: [UInt8], line: Int, context: String,
      contextRange: Range<Int>
    ) {
      self.range = range
      self.old = old
      self.new = new
      self.line = line
      self.context = context
      self.contextRange = contextRange
    }
  }

  package var note: NoteID
  package var title: String
  /// In the order of the text, without overlaps.
  package var pieces: [Piece]
  /// The file's new name; nil if it does not change.
  package var newName: NoteID?
  /// The whole text that the pieces were made for, if they fit no other. The bytes around an
  /// insertion do not say where it belongs, and neither does a property's value.
  private(set) var wholeText: LineMark?

  package init(note: NoteID, title: String, pieces: [Piece], newName: NoteID? = nil) {
    self.note = note
    self.title = title
    self.pieces = pieces
    self.newName = newName
  }

  /// Makes a change that fits only this text.
  package init(note: NoteID, title: String, pieces: [Piece], of text: [UInt8]) {
    self.init(note: note, title: title, pieces: pieces)
    text.withUnsafeBytes { keep($0) }
  }

  /// Limits the change to this text.
  package mutating func keep(_ text: UnsafeRawBufferPointer) {
    var digest = RunningDigest()
    digest.add(text)
    wholeText = LineMark(digest: digest.value, byteCount: text.count)
  }

  /// The same change without the limit to one text, for carrying it out or undoing it.
  package var fittingAny: NoteChange {
    var change = self
    change.wholeText = nil
    return change
  }

  package func isFor(_ text: [UInt8]) -> Bool {
    wholeText.map { $0.byteCount == text.count && $0.digest == RunningDigest.of(text) } ?? true
  }

  package var move: NoteMove? { newName.map { NoteMove(from: note, to: $0) } }
}

/// Finds the changes that notes would need; changes nothing. Stops if its task is cancelled.
package protocol NoteChanges: Sendable {
  /// Replaces words or an expression in the notes that a query finds. `looked` gets the number of
  /// notes that were searched.
  func replacing(
    _ wanted: NoteReplacement, looked: @escaping @Sendable (_ notes: Int, _ of: Int) -> Void
  ) async throws(NoteIndexError) -> [NoteChange]

  /// Renames a tag and those below it, in texts, in front matter and as a keyword of Denote's file
  /// names. If a note has the other name already, the two become one.
  func renaming(tag: String, to name: String) async throws(NoteIndexError) -> [NoteChange]

  /// Turns mentions, as `NoteLinks.mentions` found them, into links to the note.
  func linking(
    _ mentions: [LinkRecord], to note: NoteID
  ) async throws(NoteIndexError) -> [NoteChange]

  /// Changes a property of the notes that a query finds. Notes that need no change are left out.
  func changing(
    _ property: PropertyChange, in query: NoteQuery
  ) async throws(NoteIndexError) -> PropertyChanges

  /// Rewords a heading or renames a block (`^id`) of a note: its own line, and every link to that
  /// part.
  func renaming(
    part: String, of note: NoteID, to words: String
  ) async throws(NoteIndexError) -> [NoteChange]

  /// Appends the texts of notes to the target's, in order, and redirects all links to them.
  func joining(
    _ notes: [NoteID], into target: NoteID
  ) async throws(NoteIndexError) -> JoinedNotes
}

/// The planned changes of a property in many notes.
package struct PropertyChanges: Equatable, Sendable {
  package struct Found: Equatable, Sendable {
    package var change: NoteChange
    /// The current property; nil if the note lacks it.
    package var old: NoteProperty?

    package init(change: NoteChange, old: NoteProperty?) {
      self.change = change
      self.old = old
    }
  }

  /// A note that is not changed, and why.
  package struct Left: Equatable, Sendable {
    package var note: NoteID
    package var reason: String

    package init(note: NoteID, reason: String) {
      self.note = note
      self.reason = reason
    }
  }

  package var found: [Found]
  package var left: [Left]
  /// The number of notes that were checked, with those that need no change.
  package var matched: Int

  package init(found: [Found] = [], left: [Left] = [], matched: Int = 0) {
    self.found = found
    self.left = left
    self.matched = matched
  }
}

package struct NoteReplacement: Equatable, Sendable {
  /// The text or expression to find. Without capitals it matches any case, as in the editor.
  package var wanted: String
  /// With `isExpression`, `$1` and `${name}` are groups and `$$` is a dollar sign.
  package var new: String
  package var isExpression = false
  package var isWholeWord = false
  /// The notes to search; nil for all.
  package var scope: NoteQuery?

  package init(_ wanted: String, by new: String) {
    self.wanted = wanted
    self.new = new
  }
}

/// Changes the texts of several notes in one step.
package protocol NoteRewriting: Sendable {
  /// Makes all changes or none. A note whose text has other bytes than a piece expects stops them
  /// all before anything is changed; after a crash the next start finishes or undoes them. Links to
  /// renamed notes follow, as in a move.
  func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt

  /// Undoes the changes in one step. In a note that was edited since, either only the rewritten
  /// pieces are undone, or nothing is changed and the error names the note.
  func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt

  /// Throws what `undo` would throw now, and changes nothing.
  func check(undoing receipt: RewriteReceipt) async throws(NoteStoreError)

  /// Returns what `undo` needs for a change that the store saved and that resulted in this text.
  func receipt(of change: NoteChange, leaving text: [UInt8]) -> RewriteReceipt
}

extension NoteRewriting {
  /// Throws nothing: this rewriter cannot check in advance.
  package func check(undoing receipt: RewriteReceipt) async throws(NoteStoreError) {}

  package func receipt(of change: NoteChange, leaving text: [UInt8]) -> RewriteReceipt {
    RewriteReceipt(changes: [change])
  }
}

/// What was rewritten, and what undoing it needs.
package struct RewriteReceipt: Equatable, Sendable {
  package var changes: [NoteChange]
  /// For each change, the note's lines after it. They locate the rewritten pieces after other lines
  /// were edited. Without them, a piece is undone only at its old offset.
  package var lines: [[LineMark]]
  /// Other notes in which only links to the renamed ones were rewritten.
  package var linking: [NoteID]
  /// The texts in which these links were rewritten, if they are small.
  package var texts: [RewrittenText] = []

  package init(
    changes: [NoteChange], lines: [[LineMark]] = [], linking: [NoteID] = []
  ) {
    self.changes = changes
    self.lines = lines
    self.linking = linking
  }

  /// The changed notes under their current names.
  package var notes: [NoteID] { changes.map { $0.newName ?? $0.note } }
  package var moves: [NoteMove] { changes.compactMap(\.move) }
  /// Every path whose content changed.
  package var touched: [NoteID] { notes + moves.map(\.from) + linking }
}

extension NoteChange {
  /// Returns the text with all pieces replaced; nil if it has other bytes than a piece expects.
  package func applied(to text: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var done = 0
    for piece in pieces {
      let range = piece.range
      guard range.lowerBound >= done, range.upperBound <= text.count,
        text[range].elementsEqual(piece.old)
      else { return nil }
      result += text[done..<range.lowerBound]
      result += piece.new
      done = range.upperBound
    }
    return result + text[done...]
  }

  /// The change that undoes this one in an otherwise unchanged text.
  package var reversed: NoteChange {
    var back = self
    if let newName { (back.note, back.newName) = (newName, note) }
    // How far the earlier pieces moved this one, in bytes and in lines.
    var (shift, lines) = (0, 0)
    for (index, piece) in pieces.enumerated() {
      let start = piece.range.lowerBound + shift
      back.pieces[index] = Piece(
        range: start..<(start + piece.new.count), old: piece.new, new: piece.old,
        line: piece.line + lines, context: piece.contextAfter, contextRange: piece.contextRangeAfter
      )
      shift += piece.new.count - piece.old.count
      lines += Self.lineEnds(in: piece.new) - Self.lineEnds(in: piece.old)
    }
    return back
  }

  private static func lineEnds(in bytes: [UInt8]) -> Int {
    bytes.count { $0 == UInt8(ascii: "\n") }
  }
}

extension NoteChange.Piece {
  private var shown: (text: String, range: Range<Int>) {
    let bytes = Array(context.utf8)
    guard contextRange.upperBound <= bytes.count else { return (context, contextRange) }
    // Bytes that are not UTF-8 have another length as text.
    let text = String(decoding: new, as: UTF8.self)
    let after =
      String(decoding: bytes[..<contextRange.lowerBound], as: UTF8.self) + text
      + String(decoding: bytes[contextRange.upperBound...], as: UTF8.self)
    return (after, contextRange.lowerBound..<(contextRange.lowerBound + text.utf8.count))
  }

  /// The line with the piece replaced.
  var contextAfter: String { shown.text }

  /// The piece's range in that line.
  var contextRangeAfter: Range<Int> { shown.range }
}
