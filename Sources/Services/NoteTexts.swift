package import Entities

/// Changes the title or a property in a note's text, and no other byte.
package protocol NoteTexts: Sendable {
  /// Returns the text with another title; nil if it has none, or cannot have this one.
  func text(_ text: [UInt8], titled title: String) -> [UInt8]?

  /// Returns the title that lists show, from the start of a text; nil if the file's name is used.
  func title(of start: [UInt8]) -> String?

  /// Returns a name for a text that has no file yet, from its start: its title, else its first
  /// words; nil if it is empty.
  func name(ofDraft start: [UInt8]) -> String?

  /// Returns the pieces that add and remove tags in the front matter. Tags are compared without
  /// case; one that the text has anywhere is not added.
  func retagging(
    _ text: [UInt8], adding: [String], removing: [String]
  ) throws(NoteTextProblem) -> Retagging

  /// Returns the properties of the front matter, in order.
  func properties(in text: [UInt8]) throws(NoteTextProblem) -> [NoteProperty]

  /// Returns the properties with what can be changed, and why the rest cannot. Never fails.
  func sheet(in text: [UInt8]) -> PropertySheet

  /// Returns the text with a property changed, and no other byte.
  func text(
    _ text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [UInt8]

  /// Returns the text with another one at its end, or at the start of its body. The properties of the
  /// other one are added to those of the text, which keep their values.
  func text(
    _ text: [UInt8], adding other: [UInt8], atStart: Bool
  ) throws(NoteTextProblem) -> [UInt8]

  /// Returns the pieces of that change; none if the text needs none.
  func pieces(
    of text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [NoteChange.Piece]
}

/// Texts without front matter.
extension NoteTexts {
  package func title(of start: [UInt8]) -> String? { nil }

  package func properties(in text: [UInt8]) throws(NoteTextProblem) -> [NoteProperty] { [] }

  package func sheet(in text: [UInt8]) -> PropertySheet {
    PropertySheet(problem: Self.none.message)
  }

  package func text(
    _ text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [UInt8] {
    throw Self.none
  }

  package func pieces(
    of text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [NoteChange.Piece] {
    throw Self.none
  }

  package func text(
    _ text: [UInt8], adding other: [UInt8], atStart: Bool
  ) throws(NoteTextProblem) -> [UInt8] {
    atStart ? other.endingLine + text : text.endingLine + other.endingLine
  }

  private static var none: NoteTextProblem { NoteTextProblem("These notes have no properties.") }
}

extension [UInt8] {
  fileprivate var endingLine: [UInt8] { isEmpty || last == 0x0a ? self : self + [0x0a] }
}

/// The properties of a text, for changing them one by one.
package struct PropertySheet: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var property: NoteProperty
    /// Why its value cannot be changed; nil if it can.
    package var obstacle: String?

    package init(_ property: NoteProperty, obstacle: String? = nil) {
      self.property = property
      self.obstacle = obstacle
    }
  }

  package var rows: [Row]
  /// Why none can be changed, with the line; nil if they can.
  package var problem: String?

  package init(rows: [Row] = [], problem: String? = nil) {
    self.rows = rows
    self.problem = problem
  }
}

/// The pieces that change the tags of one text.
package struct Retagging: Equatable, Sendable {
  package var pieces: [NoteChange.Piece]
  /// Tags that should be removed but are among the words, where only the user can remove them.
  package var staying: [String]

  package init(pieces: [NoteChange.Piece] = [], staying: [String] = []) {
    self.pieces = pieces
    self.staying = staying
  }
}

/// Why a text cannot be changed: a sentence for the user.
package struct NoteTextProblem: ExplainedError, Equatable, Sendable {
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// Texts that have neither titles nor properties.
package struct PlainTexts: NoteTexts {
  package init() {}

  package func text(_ text: [UInt8], titled title: String) -> [UInt8]? { nil }

  package func name(ofDraft start: [UInt8]) -> String? {
    let lines = start.split(separator: UInt8(ascii: "\n")).lazy
      .map { String(decoding: $0.prefix(480), as: UTF8.self).drop { $0 == "#" || $0.isWhitespace } }
    return lines.first { !$0.isEmpty }.map { String($0.prefix(120)) }
  }

  package func retagging(
    _ text: [UInt8], adding: [String], removing: [String]
  ) throws(NoteTextProblem) -> Retagging {
    if adding.isEmpty { return Retagging() }
    throw NoteTextProblem("These notes have no tags.")
  }
}
