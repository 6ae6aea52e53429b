import Bases

/// A part of an expression of Dataview's.
struct DataNode: Sendable {
  indirect enum Kind: Sendable {
    case literal(BaseValue)
    case list([DataNode])
    case object([(name: String, value: DataNode)])
    case name(DataName)
    case member(DataNode, DataName)
    case item(DataNode, DataNode)
    case call(String, [DataNode])
    /// A function that is written in place, called there.
    case applied(DataNode, [DataNode])
    case lambda([String], DataNode)
    case not(DataNode)
    case binary(DataOperator, DataNode, DataNode)
  }

  var kind: Kind
  /// Where it begins in the block; of an operator, where that is.
  var place: BlockProblem.Place
  /// How deep parts are nested in it.
  private let height: Int

  private static let highest = 150

  init(_ kind: Kind, at place: BlockProblem.Place) throws(BlockProblem) {
    self.kind = kind
    self.place = place
    height = kind.parts.reduce(0) { max($0, $1.height) } + 1
    if height > Self.highest { throw BlockProblem("The expression is nested too deep", at: place) }
  }

  var parts: [DataNode] { kind.parts }
}

extension DataNode.Kind {

  fileprivate var parts: [DataNode] {
    switch self {
    case .literal, .name: []
    case .list(let nodes), .call(_, let nodes): nodes
    case .applied(let function, let nodes): [function] + nodes
    case .object(let pairs): pairs.map(\.value)
    case .member(let inner, _), .not(let inner), .lambda(_, let inner): [inner]
    case .item(let left, let right), .binary(_, let left, let right): [left, right]
    }
  }
}

enum DataOperator: String, Sendable {
  case and = "&"
  case or = "|"
  case equal = "="
  case different = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case over = "/"
  case remainder = "%"

  var strength: Int {
    switch self {
    case .and, .or: 1
    case .equal, .different, .less, .greater, .lessOrEqual, .greaterOrEqual: 2
    case .plus, .minus: 3
    case .times, .over, .remainder: 4
    }
  }
}

/// A name of a field. `due-date` means `Due Date` too.
struct DataName: Sendable {
  let text: String
  let key: [UInt8]
  /// With blanks for dashes.
  let spaced: [UInt8]?
  /// It is written in the query, and what it names was asked for with the rows.
  let isWritten: Bool

  init(_ text: String, isWritten: Bool = false) {
    self.text = text
    self.isWritten = isWritten
    key = BaseName(text).key
    let spaced = String(text.map { $0 == "-" ? " " : $0 })
    self.spaced = spaced == text ? nil : BaseName(spaced).key
  }

  func means(_ key: [UInt8]) -> Bool { key == self.key || key == spaced }
  var keys: [[UInt8]] { [key] + (spaced.map { [$0] } ?? []) }
}

/// What a block asks for.
struct DataQuery: Sendable {
  enum Kind: String { case list, table, task, calendar }

  struct Column: Sendable {
    var name: String
    var node: DataNode
  }

  struct Order: Sendable {
    var node: DataNode
    var isDescending: Bool
  }

  enum Step: Sendable {
    case filter(DataNode)
    case sort([Order])
    case group(Column)
    case flatten(Column)
    case limit(DataNode)

    var nodes: [DataNode] {
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

  var kind = Kind.list
  var hasID = true
  var columns: [Column] = []
  var source: DataSource?
  var steps: [Step] = []

  var nodes: [DataNode] { columns.map(\.node) + steps.flatMap(\.nodes) }
}

/// Which notes a block is about.
indirect enum DataSource: Sendable {
  case tag(String)
  /// A folder, or one note.
  case path(String)
  /// The notes with a link to this one; an empty name is the note that has the block.
  case incoming(String)
  /// The notes that it links to.
  case outgoing(String, BlockProblem.Place)
  /// The rows of a CSV file. Nothing else can be beside it.
  case csv(String, BlockProblem.Place)
  case not(DataSource)
  case all(DataSource, DataSource)
  case any(DataSource, DataSource)

  /// The index is asked for links before notes are read.
  var hasLinks: Bool {
    switch self {
    case .tag, .path, .csv: false
    case .incoming, .outgoing: true
    case .not(let inner): inner.hasLinks
    case .all(let one, let other), .any(let one, let other): one.hasLinks || other.hasLinks
    }
  }

  /// Tags must be known.
  var hasTags: Bool {
    switch self {
    case .tag: true
    case .path, .incoming, .outgoing, .csv: false
    case .not(let inner): inner.hasTags
    case .all(let one, let other), .any(let one, let other): one.hasTags || other.hasTags
    }
  }
}
