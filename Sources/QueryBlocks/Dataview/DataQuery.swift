import Expressions

extension FieldName {
  /// Whether a key is this name. `due-date` is also the name of `Due Date`.
  func means(_ key: [UInt8]) -> Bool {
    key == self.key || key.count == self.key.count && key == spaced
  }

  /// The key with spaces instead of dashes.
  private var spaced: [UInt8] { key.map { $0 == UInt8(ascii: "-") ? 0x20 : $0 } }

  var keys: [[UInt8]] { key == spaced ? [key] : [key, spaced] }
}

/// A query of Dataview.
struct DataQuery: Sendable {
  enum Kind: String { case list, table, task, calendar }

  struct Column: Sendable {
    var name: String
    var node: ExpressionNode
  }

  struct Order: Sendable {
    var node: ExpressionNode
    var isDescending: Bool
  }

  enum Step: Sendable {
    case filter(ExpressionNode)
    case sort([Order])
    case group(Column)
    case flatten(Column)
    case limit(ExpressionNode)

    var nodes: [ExpressionNode] {
      switch self {
      case .filter(let node), .limit(let node): [node]
      case .sort(let orders): orders.map(\.node)
      case .group(let column), .flatten(let column): [column.node]
      }
    }

    var word: String {
      switch self {
      case .filter: "WHERE"
      case .sort: "SORT"
      case .group: "GROUP BY"
      case .flatten: "FLATTEN"
      case .limit: "LIMIT"
      }
    }
  }

  /// The block's text, without its comments.
  var text = ""
  var kind = Kind.list
  var hasID = true
  var columns: [Column] = []
  var source: DataSource?
  var steps: [Step] = []

  var nodes: [ExpressionNode] { columns.map(\.node) + steps.flatMap(\.nodes) }

  func problem(_ fault: ExpressionFault) -> BlockProblem { BlockProblem(fault, in: text) }

  /// Throws the faults of an expression as problems of the block.
  func located<Answer>(
    _ answer: () throws(ExpressionFault) -> Answer
  ) throws(BlockProblem) -> Answer {
    do throws(ExpressionFault) { return try answer() } catch { throw problem(error) }
  }
}

/// The notes that FROM chooses.
indirect enum DataSource: Sendable {
  case tag(String)
  /// A folder or a note.
  case path(String)
  /// The notes with a link to this note. An empty name is that of the note with the block.
  case incoming(String)
  /// The notes that this note links to.
  case outgoing(String, at: Int)
  /// The rows of a CSV file. It cannot be combined with other sources.
  case csv(String, at: Int)
  case not(DataSource)
  case all(DataSource, DataSource)
  case any(DataSource, DataSource)

  /// Whether links must be looked up before notes are read.
  var hasLinks: Bool {
    contains {
      switch $0 {
      case .incoming, .outgoing: true
      default: false
      }
    }
  }

  /// Whether the tags of notes are needed.
  var hasTags: Bool { contains { if case .tag = $0 { true } else { false } } }

  private func contains(_ isMeant: (DataSource) -> Bool) -> Bool {
    switch self {
    case .not(let inner): inner.contains(isMeant)
    case .all(let one, let other), .any(let one, let other):
      one.contains(isMeant) || other.contains(isMeant)
    case .tag, .path, .incoming, .outgoing, .csv: isMeant(self)
    }
  }
}
