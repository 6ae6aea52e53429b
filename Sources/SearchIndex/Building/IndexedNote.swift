import Entities
import Folding
import Services

/// All that the index keeps of one note, as a worker read it and before it has an id.
struct IndexedNote: Sendable, Equatable {
  struct Link: Sendable, Equatable {
    var line: Int
    var kind: Schema.LinkKind
    var isEmbed: Bool
    var key: [UInt8]
    var target: [UInt8]
    var part: String?
    var words: String?
    var inObsidian: String?
    var whole: Range<Int>
  }

  struct Name: Sendable, Hashable {
    var kind: Schema.NameKind
    var key: [UInt8]
  }

  struct Tag: Sendable, Equatable {
    var key: [UInt8]
    var name: String
    /// It is in the line of a task.
    var isOfTask = false
  }

  struct Task: Sendable, Equatable {
    var line: Int
    var facts: TaskFacts

    /// As 20260302.
    var due: Int64? {
      facts.due.map { day in
        let time = day.time
        return Int64(time.year * 10_000 + time.month * 100 + time.day)
      }
    }
  }

  struct Property: Sendable, Equatable {
    var key: [UInt8]
    var name: String
    var value: String?
    var type: PropertyType?
    /// The value of the whole property, in its first row, where the rows do not tell it.
    var whole: String?

    var number: Double? { value.flatMap(PropertyValue.number) }
    var moment: Int64? { value.flatMap(WrittenMoment.init(property:))?.onWall.seconds }

    /// Whether this is in the value, folded; an empty one asks for no value, and a number for all of one.
    func has(_ wanted: [UInt8]) -> Bool {
      guard !wanted.isEmpty else { return value == nil && (type == nil || whole == "n") }
      if let number, let other = PropertyValue.number(in: String(decoding: wanted, as: UTF8.self)) {
        return number == other
      }
      return Folding.name((value ?? "").utf8).withUnsafeBytes {
        RawFinder.firstOffset(of: wanted, in: $0) != nil
      }
    }
  }

  struct Field: Sendable, Equatable {
    var line: Int
    var key: [UInt8]
    var name: String
    var value: String
  }

  struct Heading: Sendable, Equatable {
    var line: Int
    var level: Int
    var text: String
  }

  struct Block: Sendable, Equatable {
    var id: String
    var line: Int
  }

  var path: NotePath
  var fact: FileFact
  var title: String
  var snippet = ""
  var created: Int64?
  var obstacle: NoteObstacle?
  /// The number of words, with repetitions.
  var words = 0
  var features: Int64 = 0
  var openTasks = 0
  var problem: String?
  var digest: UInt64 = 0
  /// Its different words, as the tokenizer takes them.
  var wordParts: [[UInt8]] = []
  var links: [Link] = []
  var names: [Name] = []
  var tags: [Tag] = []
  var tasks: [Task] = []
  var properties: [Property] = []
  var fields: [Field] = []
  var headings: [Heading] = []
  var blocks: [Block] = []

  init(path: NotePath, fact: FileFact, isLogseqs: Bool = false) {
    self.path = path
    self.fact = fact
    title = path.ownTitle(inLogseq: isLogseqs)
    obstacle = fact.obstacle
  }

  /// False where opening it failed though nothing was known against it.
  var isRead: Bool { obstacle == fact.obstacle }

  /// The sort key of the note's age: newer ones first, those of one moment by their paths.
  var age: NoteAge { NoteAge(modified: fact.modified.wholeNanoseconds, path: path) }
}

/// A note's position among the others: `<` is newer.
struct NoteAge: Comparable {
  var modified: Int64
  var path: NotePath

  static func < (left: NoteAge, right: NoteAge) -> Bool {
    left.modified != right.modified ? left.modified > right.modified : left.path < right.path
  }
}
