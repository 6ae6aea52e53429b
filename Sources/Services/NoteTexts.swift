package import Entities

/// What a list changes in a note's text: a title or a property, and no other byte.
package protocol NoteTexts: Sendable {
  /// The text under another title; nil where it has none, or cannot have this one.
  func text(_ text: [UInt8], titled title: String) -> [UInt8]?

  /// What a text that has no file yet is called, by its start: its title, else its first words; nil
  /// where it says nothing.
  func name(ofDraft start: [UInt8]) -> String?

  /// What gives the front matter these tags and takes those away. Tags are compared without case; one
  /// that the text has anywhere is not added.
  func retagging(
    _ text: [UInt8], adding: [String], removing: [String]
  ) throws(NoteTextProblem) -> Retagging

  /// The properties of the front matter, in their order.
  func properties(in text: [UInt8]) throws(NoteTextProblem) -> [NoteProperty]

  /// The same with what can be changed of them, and why not the rest. Never fails.
  func sheet(in text: [UInt8]) -> PropertySheet

  /// The text with a property changed, and no other byte.
  func text(
    _ text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [UInt8]

  /// The same as what has to be changed in it; nothing where the text is so already.
  func pieces(
    of text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [NoteChange.Piece]
}

/// Texts without front matter.
extension NoteTexts {
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

  private static var none: NoteTextProblem { NoteTextProblem("These notes have no properties.") }
}

/// The properties of a text, to be changed one by one.
package struct PropertySheet: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var property: NoteProperty
    /// Why its value is left alone; nil where it can be changed.
    package var obstacle: String?

    package init(_ property: NoteProperty, obstacle: String? = nil) {
      self.property = property
      self.obstacle = obstacle
    }
  }

  package var rows: [Row]
  /// Why nothing of it can be changed, with the line; nil where it can.
  package var problem: String?

  package init(rows: [Row] = [], problem: String? = nil) {
    self.rows = rows
    self.problem = problem
  }
}

/// What changes the tags of one text.
package struct Retagging: Equatable, Sendable {
  package var pieces: [NoteChange.Piece]
  /// Tags that were to be removed but are among the words, where only a person can take them out.
  package var staying: [String]

  package init(pieces: [NoteChange.Piece] = [], staying: [String] = []) {
    self.pieces = pieces
    self.staying = staying
  }
}

/// Why a text cannot be changed so: a sentence for a person.
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
