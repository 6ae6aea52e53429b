import Entities
import Folding

/// The index's data of one note, as a worker read it and before it has an id.
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
    /// Whether it is in the line of a task.
    var isOfTask = false
  }

  struct Task: Sendable, Equatable {
    var line: Int
    var facts: TaskFacts

    /// In the form 20260302.
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
    /// In the first row, the value of the whole property if the rows do not determine it.
    var whole: String?

    var number: Double? { value.flatMap(PropertyValue.number) }
    var moment: Int64? { value.flatMap(WrittenMoment.init(property:))?.onWall.seconds }

    /// Whether the folded value contains this text or equals this number. Empty: has no value.
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
  /// Its different words, as the tokenizer expects them.
  var wordParts: [[UInt8]] = []
  var links: [Link] = []
  var names: [Name] = []
  var tags: [Tag] = []
  var tasks: [Task] = []
  var properties: [Property] = []
  var fields: [Field] = []
  var headings: [Heading] = []
  var blocks: [Block] = []

  init(path: NotePath, fact: FileFact, isLogseqVault: Bool = false) {
    self.path = path
    self.fact = fact
    title = path.ownTitle(inLogseq: isLogseqVault)
    obstacle = fact.obstacle
  }

  /// False if opening it failed although its facts show no obstacle.
  var isRead: Bool { obstacle == fact.obstacle }

  /// The sort key of the note's age: newer notes first, those of the same time by path.
  var age: NoteAge { NoteAge(modified: fact.modified.wholeNanoseconds, path: path) }
}

/// A note's age: `<` is newer.
struct NoteAge: Comparable {
  var modified: Int64
  var path: NotePath

  static func < (left: NoteAge, right: NoteAge) -> Bool {
    left.modified != right.modified ? left.modified > right.modified : left.path < right.path
  }
}
