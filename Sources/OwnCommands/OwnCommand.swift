/// A command that a person wrote in the file `commands`: a program that works on what is selected.
package struct OwnCommand: Equatable, Sendable {
  /// Where its key works.
  package enum Screen: String, CaseIterable, Sendable {
    case list, editor, preview, agenda, search, table, board, everywhere
  }

  /// What the program reads from its standard input.
  package enum Input: String, CaseIterable, Sendable {
    case nothing
    case selection
    /// The marked notes, or the selected one, as a JSON array of rows.
    case notes
    /// The selected row as a JSON object.
    case row
    /// The whole text of the note.
    case text
  }

  /// What its standard output is.
  package enum Output: String, CaseIterable, Sendable {
    case nothing
    case message
    /// The text that replaces the selection.
    case selection
    /// The text of a new note.
    case note
    /// Rows to choose from, each with an action.
    case rows
    case edits
  }

  /// What starts it instead of a key.
  package enum Event: String, CaseIterable, Sendable {
    case save, new, rename, done, sync, capture, open, conflict, remind

    /// Why nothing can start such a command yet; nil for the others.
    var refusal: String? {
      switch self {
      case .capture: "nothing is captured yet, so it would never run; “new” runs for each new note"
      default: nil
      }
    }
  }

  package var name: String
  package var says: String
  package var screen = Screen.everywhere
  package var keys: [String] = []
  package var run: [OwnWord] = []
  package var asks: [OwnQuestion] = []
  package var gets = Input.nothing
  package var gives = Output.nothing
  package var when: Event?
  /// Whether it may run in an encrypted vault, or on a locked note.
  package var worksEncrypted = false
  /// The lines of its fields in the file, counted from 1.
  package var lines: [String: Int] = [:]

  package init(name: String, says: String = "") { (self.name, self.says) = (name, says) }

  /// Whether the program reads files of notes, so that they must be saved before it starts.
  package var readsNotes: Bool {
    gets == .notes || gets == .row || gets == .text || gives == .edits
      || gives == .rows || run.contains { $0.names("path") || $0.names("paths") }
  }

  /// The first field of the note's text or name that is an argument, where no other program may see it.
  package var revealing: String? {
    let words =
      run
      + asks.flatMap { question in
        if case .lines(let words) = question.kind {
          words
        } else {
          question.standard.map { [$0] } ?? []
        }
      }
    return ["path", "paths", "title", "selection"].first { fact in words.contains { $0.names(fact) }
    }
  }
}

/// A question to the person before the program starts. Its answer fills `{name}`.
package struct OwnQuestion: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case line, note, tag, folder, file
    /// “No” ends the command.
    case yes
    case choice([String])
    /// One of the lines that a program prints.
    case lines([OwnWord])
  }

  package var name: String
  package var kind: Kind
  package var text: String
  package var standard: OwnWord?

  package init(name: String, kind: Kind, text: String, standard: OwnWord? = nil) {
    (self.name, self.kind, self.text, self.standard) = (name, kind, text, standard)
  }
}

/// What is known when a command runs. Each fact fills its name in braces.
package struct OwnFacts: Equatable, Sendable {
  /// By name: `path`, `title`, `line`, `selection`, `vault`, and the answers.
  package var values: [String: [UInt8]]
  /// The files of all marked notes.
  package var paths: [[UInt8]]

  package init(_ values: [String: [UInt8]] = [:], paths: [[UInt8]] = []) {
    (self.values, self.paths) = (values, paths)
  }

  package static let names = ["path", "paths", "title", "line", "selection", "vault", "home"]
}

/// A word of a command line. What fills a name stays in its word, whatever characters it has.
package struct OwnWord: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case text(String)
    case fact(String)
  }

  package var pieces: [Piece]

  package init(_ pieces: [Piece]) { self.pieces = pieces }
  package init(_ text: String) { pieces = [.text(text)] }

  package var facts: [String] {
    pieces.compactMap { if case .fact(let name) = $0 { name } else { nil } }
  }

  package func names(_ fact: String) -> Bool { facts.contains(fact) }

  /// The word if it is plain text.
  package var plain: String? {
    facts.isEmpty ? pieces.map { if case .text(let text) = $0 { text } else { "" } }.joined() : nil
  }
}

/// Why a word cannot be filled.
package struct OwnFactError: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case missing
    /// No argument of a program can have a zero byte.
    case hasZero
  }

  package var fact: String
  package var reason: Reason

  package init(fact: String, reason: Reason) { (self.fact, self.reason) = (fact, reason) }
}

extension [OwnWord] {
  /// Returns the arguments. `{paths}` becomes one for each note.
  package func filled(by facts: OwnFacts) throws(OwnFactError) -> [[UInt8]] {
    var arguments: [[UInt8]] = []
    for word in self {
      if word.pieces == [.fact("paths")] {
        if facts.paths.isEmpty { throw OwnFactError(fact: "paths", reason: .missing) }
        arguments += facts.paths
      } else {
        arguments.append(try word.filled(by: facts))
      }
    }
    return arguments
  }
}

extension OwnWord {
  package func filled(by facts: OwnFacts) throws(OwnFactError) -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += Array(text.utf8)
      case .fact(let name):
        guard let value = facts.values[name] else {
          throw OwnFactError(fact: name, reason: .missing)
        }
        if value.contains(0) { throw OwnFactError(fact: name, reason: .hasZero) }
        bytes += value
      }
    }
    return bytes
  }
}
