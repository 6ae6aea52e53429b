/// A keymap as data: modes of rows. What keys do is written here alone; the interpreter knows only what
/// the meanings are.
///
/// Keys are written as their names (`C-w`, `M-Up`, `x`), and a sequence with blanks between them.
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
    /// Goes somewhere; with an operator waiting, says what it works on.
    case motion(CommandID)
    /// The same, selecting what it goes over.
    case selecting(CommandID)
    /// Selects, or says what the waiting operator works on.
    case object(CommandID)
    /// Waits in the mode `pending` for what it works on; where motions select, it works on what is
    /// selected. Pressed twice it works on lines.
    case `operator`(CommandID, pending: ModeID)
    /// The next key names a register.
    case register
    /// What the waiting operator takes its target for.
    case shape(Invocation.Shape)
    /// Only changes the mode, or begins again.
    case nothing
    /// Begins commands that this keymap does not have: the next key is swallowed and nothing is done,
    /// unless a row has both.
    case unavailable
  }

  package struct Row: Sendable {
    package var keys: [String]
    package var meaning: Meaning
    /// Whether the next key belongs to it: the character to find, to replace with.
    package var takesKey: Bool
    /// The mode afterwards.
    package var then: ModeID?
    /// While this operator waits, these keys say as well that it works on lines, as `g~~` does.
    package var lineKeys: [String]
    /// The word in the footer, for keys that matter always.
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
    /// What the screen says of it; empty for nothing.
    package var title: String
    package var rows: [Row]
    /// Where to look for what has no row here.
    package var base: ModeID?
    /// What a character does that no row names; nil for nothing.
    package var typing: CommandID?
    /// Whether digits say how often.
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
  /// The mode in which an editor begins, and to which an operator comes back.
  package let first: ModeID
  private let tables: [ModeID: Table]

  private struct Table: Sendable {
    var mode: Mode
    var rows: [[String]: Row] = [:]
    var beginnings: Set<[String]> = []
  }

  /// A key that is bound twice in a mode, or a mode that does not exist, is a broken promise.
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
    /// The keys so far begin a longer sequence.
    case begun
    case none
  }

  /// What keys mean in a mode or in those that it is based on.
  package func match(_ keys: [String], in mode: ModeID) -> Match {
    var next: ModeID? = mode
    var isBegun = false
    // No chain is longer than there are modes.
    for _ in modes {
      guard let id = next, let table = tables[id] else { break }
      if let row = table.rows[keys] { return .row(row) }
      if table.beginnings.contains(keys) { isBegun = true }
      next = table.mode.base
    }
    return isBegun ? .begun : .none
  }

  package func mode(_ id: ModeID) -> Mode? { tables[id]?.mode }
}

extension KeyRules.Row {
  fileprivate var nextMode: KeyRules.ModeID? {
    if case .operator(_, let pending) = meaning { return pending }
    return then
  }

  /// The command, motion, object or operator that it names.
  package var command: CommandID? {
    switch meaning {
    case .command(let id), .motion(let id), .selecting(let id), .object(let id),
      .operator(let id, _):
      id
    case .register, .shape, .nothing, .unavailable: nil
    }
  }
}
