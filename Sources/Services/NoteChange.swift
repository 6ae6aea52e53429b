import Bytes
package import Comparing
package import Entities
package import NoteQueries

/// What would be changed in one note: shown before it is done, and checked when it is done.
package struct NoteChange: Equatable, Sendable {
  package struct Piece: Equatable, Sendable {
    /// Bytes of the note's text as it was read.
    package var range: Range<Int>
    package var old: [UInt8]
    package var new: [UInt8]
    /// Counted from 1.
    package var line: Int
    /// The line's text around it, and where in its UTF-8 bytes the piece is.
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
  /// In the order of the text; none overlaps another.
  package var pieces: [Piece]
  /// The name that its file gets; nil where it keeps the one that it has.
  package var newName: NoteID?
  /// The whole text that the pieces were made for, where they fit no other one: what is put between two
  /// bytes says nothing of where it belongs, and neither does a value of the property that has it.
  private(set) var wholeText: LineMark?

  package init(note: NoteID, title: String, pieces: [Piece], newName: NoteID? = nil) {
    self.note = note
    self.title = title
    self.pieces = pieces
    self.newName = newName
  }

  /// Pieces that fit this very text.
  package init(note: NoteID, title: String, pieces: [Piece], of text: [UInt8]) {
    self.init(note: note, title: title, pieces: pieces)
    text.withUnsafeBytes { keep($0) }
  }

  /// From now on it fits this very text.
  package mutating func keep(_ text: UnsafeRawBufferPointer) {
    var digest = RunningDigest()
    digest.add(text)
    wholeText = LineMark(digest: digest.value, byteCount: text.count)
  }

  /// The same change as it is done, or as it is taken back.
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

/// Finds what would have to be changed in the notes; changes nothing. Stops where its task is
/// cancelled.
package protocol NoteChanges: Sendable {
  /// Words or an expression, in the notes that a query finds. `found` gets the number of notes that
  /// were looked through.
  func replacing(
    _ wanted: NoteReplacement, looked: @escaping @Sendable (_ notes: Int, _ of: Int) -> Void
  ) async throws(NoteIndexError) -> [NoteChange]

  /// A tag and those below it, in texts, in front matter and as a keyword of Denote's file names, under
  /// another name. Where a note has the other name already, the two become one.
  func renaming(tag: String, to name: String) async throws(NoteIndexError) -> [NoteChange]

  /// Mentions, as `NoteLinks.mentions` found them, made links to the note.
  func linking(
    _ mentions: [LinkRecord], to note: NoteID
  ) async throws(NoteIndexError) -> [NoteChange]

  /// A property of the notes that a query finds. Notes that are so already are left out.
  func changing(
    _ property: PropertyChange, in query: NoteQuery
  ) async throws(NoteIndexError) -> PropertyChanges

  /// A heading or a block (`^id`) of a note under other words: the note's own line, and every link to
  /// that part.
  func renaming(
    part: String, of note: NoteID, to words: String
  ) async throws(NoteIndexError) -> [NoteChange]

  /// The texts of notes put below the target's, in their order, and all links to them led there.
  func joining(
    _ notes: [NoteID], into target: NoteID
  ) async throws(NoteIndexError) -> JoinedNotes
}

/// What would become of a property in many notes.
package struct PropertyChanges: Equatable, Sendable {
  package struct Found: Equatable, Sendable {
    package var change: NoteChange
    /// As it is; nil where the note has none.
    package var old: NoteProperty?

    package init(change: NoteChange, old: NoteProperty?) {
      self.change = change
      self.old = old
    }
  }

  /// A note that is left alone, and why.
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
  /// How many notes were looked at, those among them that are so already.
  package var matched: Int

  package init(found: [Found] = [], left: [Left] = [], matched: Int = 0) {
    self.found = found
    self.left = left
    self.matched = matched
  }
}

package struct NoteReplacement: Equatable, Sendable {
  package var wanted: String
  /// With `isExpression`, `$1` and `${name}` are its groups and `$$` is a dollar sign.
  package var new: String
  package var isExpression = false
  /// Lower case alone fits both, as in the editor.
  package var isWholeWord = false
  /// Only in the notes that this query finds; all without.
  package var scope: NoteQuery?

  package init(_ wanted: String, by new: String) {
    self.wanted = wanted
    self.new = new
  }
}

/// Changes the texts of several notes in one step.
package protocol NoteRewriting: Sendable {
  /// All or nothing: a note whose text has other bytes than a piece expects stops the
  /// whole before anything is changed, and after a crash the next start finishes it or takes it
  /// back. Links to notes that get other names go along, as in a move.
  func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt

  /// Takes it back in one step. Where a note was edited since, what was rewritten goes back and the
  /// edits stay, or nothing is changed and the error names the note.
  func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt

  /// Throws what `undo` would throw now, and changes nothing.
  func check(undoing receipt: RewriteReceipt) async throws(NoteStoreError)

  /// What `undo` needs of a change that the store saved and that left this text.
  func receipt(of change: NoteChange, leaving text: [UInt8]) -> RewriteReceipt
}

extension NoteRewriting {
  /// Nothing is known before.
  package func check(undoing receipt: RewriteReceipt) async throws(NoteStoreError) {}

  package func receipt(of change: NoteChange, leaving text: [UInt8]) -> RewriteReceipt {
    RewriteReceipt(changes: [change])
  }
}

/// What was rewritten, and what taking it back needs.
package struct RewriteReceipt: Equatable, Sendable {
  package var changes: [NoteChange]
  /// For each change the lines of the note as it left them: by these what was rewritten is found
  /// again where others were edited since. Without, it is taken back only where it was.
  package var lines: [[LineMark]]
  /// Other notes, in which only links to those with new names were rewritten.
  package var linking: [NoteID]
  /// What those links made of the texts, as far as these are small.
  package var texts: [RewrittenText] = []

  package init(
    changes: [NoteChange], lines: [[LineMark]] = [], linking: [NoteID] = []
  ) {
    self.changes = changes
    self.lines = lines
    self.linking = linking
  }

  /// Under the names that they have now.
  package var notes: [NoteID] { changes.map { $0.newName ?? $0.note } }
  package var moves: [NoteMove] { changes.compactMap(\.move) }
  /// Every path at which there is something else now.
  package var touched: [NoteID] { notes + moves.map(\.from) + linking }
}

extension NoteChange {
  /// The text with all pieces replaced; nil where it has other bytes than one expects.
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

  /// What takes it back, where the text is unchanged since.
  package var reversed: NoteChange {
    var back = self
    if let newName { (back.note, back.newName) = (newName, note) }
    // How far the pieces before moved this one, in bytes and in lines.
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
    // Bytes that are no UTF-8 take another room as text.
    let text = String(decoding: new, as: UTF8.self)
    let after =
      String(decoding: bytes[..<contextRange.lowerBound], as: UTF8.self) + text
      + String(decoding: bytes[contextRange.upperBound...], as: UTF8.self)
    return (after, contextRange.lowerBound..<(contextRange.lowerBound + text.utf8.count))
  }

  /// The line with the piece replaced.
  var contextAfter: String { shown.text }

  /// The piece's range in it then.
  var contextRangeAfter: Range<Int> { shown.range }
}
