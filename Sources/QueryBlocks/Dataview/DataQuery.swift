import Expressions

extension FieldName {
  /// `due-date` means `Due Date` too.
  func means(_ key: [UInt8]) -> Bool {
    key == self.key || key.count == self.key.count && key == spaced
  }

  /// With blanks for dashes.
  private var spaced: [UInt8] { key.map { $0 == UInt8(ascii: "-") ? 0x20 : $0 } }

  var keys: [[UInt8]] { key == spaced ? [key] : [key, spaced] }
}

/// What a block asks for.
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

  /// What is wrong with a part of the block is a problem of the block.
  func located<Answer>(
    _ answer: () throws(ExpressionFault) -> Answer
  ) throws(BlockProblem) -> Answer {
    do throws(ExpressionFault) { return try answer() } catch { throw problem(error) }
  }
}

/// Which notes a block is about.
indirect enum DataSource: Sendable {
  case tag(String)
  /// A folder, or one note.
  case path(String)
  /// The notes with a link to this one; an empty name is the note that has the block.
  case incoming(String)
  /// The notes that it links to.
  case outgoing(String, at: Int)
  /// The rows of a CSV file. Nothing else can be combined with it.
  case csv(String, at: Int)
  case not(DataSource)
  case all(DataSource, DataSource)
  case any(DataSource, DataSource)

  /// The index is asked for links before notes are read.
  var hasLinks: Bool {
    contains {
      switch $0 {
      case .incoming, .outgoing: true
      default: false
      }
    }
  }

  /// Tags must be known.
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
