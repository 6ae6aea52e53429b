/// A keymap as data: modes of rows. The meaning of keys is defined here alone; the interpreter only
/// knows the kinds of meanings.
///
/// Keys are written by name (`C-w`, `M-Up`, `x`), and sequences with blanks in between.
///
/// ```swift
/// .init(["d"], .operator(.delete, pending: "pending"))
/// .init(["w"], .motion(.wordForward))
/// .init(["g g", "C-Home"], .motion(.textStart))
/// ```
package struct KeyRules: Sendable {
  package struct ModeID: Hashable, Sendable, ExpressibleByStringLiteral {
    package let name: String
    package init(stringLiteral name: String) { self.name = name }
  }

  package enum Meaning: Hashable, Sendable {
    case command(CommandID)
    /// Moves the cursor, or is the target of a pending operator.
    case motion(CommandID)
    /// Moves the cursor and selects.
    case selecting(CommandID)
    /// Selects an object, or is the target of a pending operator.
    case object(CommandID)
    /// Waits for its target in the mode `pending`; where motions select, it works on the selection.
    /// Pressed twice, it works on lines.
    case `operator`(CommandID, pending: ModeID)
    /// The next key names a register.
    case register
    /// The shape of a pending operator's target.
    case shape(Invocation.Shape)
    /// Only changes the mode, or starts over.
    case nothing
    /// Begins commands that this keymap lacks: the next key is dropped too, unless a row has both.
    case unavailable
  }

  package struct Row: Sendable {
    package var keys: [String]
    package var meaning: Meaning
    /// Whether the next key belongs to the command, as the character to find or to replace with.
    package var takesKey: Bool
    /// The mode afterwards.
    package var then: ModeID?
    /// More keys that make this pending operator work on lines, as in `g~~`.
    package var lineKeys: [String]
    /// The label in the footer, for keys that always matter.
    package var hint: String?

    package init(
      _ keys: [String], _ meaning: Meaning, takesKey: Bool = false, then: ModeID? = nil,
      lineKeys: [String] = [], hint: String? = nil
    ) {
      self.keys = keys
      self.meaning = meaning
      self.takesKey = takesKey
      self.then = then
      self.lineKeys = lineKeys
      self.hint = hint
    }
  }

  package struct Mode: Sendable {
    package var id: ModeID
    /// The mode's name on the screen; empty for none.
    package var title: String
    package var rows: [Row]
    /// The mode that handles keys without a row here.
    package var base: ModeID?
    /// The command for a character without a row; nil for none.
    package var typing: CommandID?
    /// Whether digits are counts.
    package var takesCounts: Bool
    /// Whether motions select.
    package var extends: Bool

    package init(
      _ id: ModeID, title: String = "", base: ModeID? = nil, typing: CommandID? = nil,
      takesCounts: Bool = false, extends: Bool = false, rows: [Row]
    ) {
      self.id = id
      self.title = title
      self.rows = rows
      self.base = base
      self.typing = typing
      self.takesCounts = takesCounts
      self.extends = extends
    }
  }

  package let modes: [Mode]
  /// The mode in which an editor begins, and to which it returns after an operator.
  package let first: ModeID
  private let tables: [ModeID: Table]

  private struct Table: Sendable {
    var mode: Mode
    var rows: [[String]: Row] = [:]
    var beginnings: Set<[String]> = []
  }

  /// Traps if a key is bound twice in a mode, or if a mode does not exist.
  package init(first: ModeID, _ modes: [Mode]) {
    self.modes = modes
    self.first = first
    var tables: [ModeID: Table] = [:]
    for mode in modes {
      precondition(tables[mode.id] == nil, "the mode \(mode.id.name) is there twice")
      tables[mode.id] = Self.table(of: mode)
    }
    self.tables = tables
    precondition(tables[first] != nil, "there is no mode \(first.name)")
    for mode in modes {
      for next in mode.rows.compactMap(\.nextMode) + [mode.base].compactMap({ $0 }) {
        precondition(tables[next] != nil, "there is no mode \(next.name)")
      }
    }
  }

  private static func table(of mode: Mode) -> Table {
    var table = Table(mode: mode)
    table.rows.reserveCapacity(mode.rows.reduce(0) { $0 + $1.keys.count })
    for row in mode.rows {
      for keys in row.keys {
        let sequence =
          keys.utf8.contains(UInt8(ascii: " "))
          ? keys.split(separator: " ").map(String.init) : keys.isEmpty ? [] : [keys]
        precondition(table.rows[sequence] == nil, "\(keys) is bound twice")
        table.rows[sequence] = row
        for length in 1..<max(1, sequence.count) {
          table.beginnings.insert(Array(sequence.prefix(length)))
        }
      }
    }
    return table
  }

  package enum Match: Sendable {
    case row(Row)
    /// The keys begin a longer sequence.
    case begun
    case none
  }

  /// Finds the meaning of keys in a mode or in its bases.
  package func match(_ keys: [String], in mode: ModeID) -> Match {
    var next: ModeID? = mode
    var isBegun = false
    // Bounds the chain of bases by the number of modes.
    for _ in modes {
      guard let id = next, let table = tables[id] else { break }
      if let row = table.rows[keys] { return .row(row) }
      if table.beginnings.contains(keys) { isBegun = true }
      next = table.mode.base
    }
    return isBegun ? .begun : .none
  }

  package func mode(_ id: ModeID) -> Mode? { tables[id]?.mode }

  /// Returns the rows of a mode, then those of its bases.
  package func rows(of mode: ModeID) -> [Row] {
    var rows: [Row] = []
    var next: ModeID? = mode
    for _ in modes {
      guard let id = next, let table = tables[id] else { break }
      rows += table.mode.rows
      next = table.mode.base
    }
    return rows
  }
}

extension KeyRules.Row {
  fileprivate var nextMode: KeyRules.ModeID? {
    if case .operator(_, let pending) = meaning { return pending }
    return then
  }

  /// The command, motion, object or operator of the row.
  package var command: CommandID? {
    switch meaning {
    case .command(let id), .motion(let id), .selecting(let id), .object(let id),
      .operator(let id, _):
      id
    case .register, .shape, .nothing, .unavailable: nil
    }
  }
}
