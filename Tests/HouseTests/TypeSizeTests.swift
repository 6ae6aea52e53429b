import Testing

/// A role is small: what it holds, and what it asks of others, can be kept in mind.
@Suite("The size of a type")
struct TypeSizeTests {
  private static let sources = Result { try SourceOutline.ofSources() }

  @Test("C2 No type holds more than 20 stored properties")
  func properties() throws {
    let outline = try Self.sources.get()
    #expect(outline.stored.count > 1000)
    #expect(outline.stored.filter { $0.value > 20 } == [:])
  }

  @Test("C1 A contract of more than 25 requirements says why")
  func requirements() throws {
    let outline = try Self.sources.get()
    #expect(outline.contracts.count > 100)
    #expect(
      outline.contracts.filter { $0.requirements > 25 && !$0.doc.contains("because") }.map(\.name)
        == [])
  }

  @Test("Stored properties are counted without computed ones, also of types in extensions")
  func outline() {
    var outline = SourceOutline()
    outline.read(
      """
      @MainActor
      package final class Box: Holder {
        package private(set) lazy var first = make()
        weak var second: (any Holder)?
        let third, fourth: Int
        var (fifth, sixth) = (1, 2)
        static let none = 0
        var count: Int { 7 }
        var seventh = 0 { didSet { show() } }
        var eighth: Int {
          didSet { show() }
        }
        var sum: Int {
          let part = 1
          return part
        }
        struct Part {
          var only = 0
        }
        let text = \"""
          var none = 0
        \"""
      }

      extension Box.Part {
        enum Kind { case one }
        struct Piece {
          private let x: Int
        }
      }

      /// Small, because it is an example.
      @MainActor
      protocol Holder: AnyObject {
        var count: Int { get }
        func show()
      }
      """, of: "House")
    #expect(outline.stored == ["House Box": 9, "House Box.Part": 1, "House Box.Part.Piece": 1])
    #expect(outline.contracts.map(\.name) == ["House Holder"])
    #expect(outline.contracts.map(\.requirements) == [2])
    #expect(outline.contracts.map(\.doc) == ["Small, because it is an example."])
  }
}

/// The types in sources and what they hold, read by the one format that all sources have: two blanks for
/// each level, and one declaration a line.
struct SourceOutline {
  struct Contract {
    var name: String
    var doc: String
    var requirements = 0
  }

  /// How many stored properties a type has, by its part of the house and its name.
  private(set) var stored: [String: Int] = [:]
  private(set) var contracts: [Contract] = []

  static func ofSources() throws -> SourceOutline {
    var outline = SourceOutline()
    for path in try House.files(below: "Sources") {
      let folders = path.split(separator: "/")
      outline.read(try House.text(path), of: String(folders[folders[1] == "Modules" ? 2 : 1]))
    }
    return outline
  }

  mutating func read(_ text: String, of part: String) {
    let blank = UInt8(ascii: " ")
    let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
    /// The types that a line is in, the outermost first.
    var types: [(name: String, isContract: Bool, indent: Int)] = []
    var doc: [Substring] = []
    var isInText = false
    for (line, next) in zip(lines, lines.dropFirst() + [""]) {
      let indent = line.utf8.prefix { $0 == blank }.count
      let statement = Substring(line.utf8.dropFirst(indent))
      if isInText {
        isInText = !statement.hasPrefix("\"\"\"")
        continue
      }
      isInText = line.hasSuffix("\"\"\"")
      if statement.hasPrefix("//") {
        doc.append(statement.drop { $0 == "/" || $0 == " " })
        continue
      }
      while let type = types.last, indent <= type.indent { types.removeLast() }
      guard indent == (types.last?.indent ?? -2) + 2 else { continue }
      let words = statement.split(separator: " ")
      guard let index = words.firstIndex(where: { !Self.isModifier($0) }) else { continue }
      let (keyword, rest) = (words[index], words[(index + 1)...])
      let name = types.last?.name ?? part
      if Self.types.contains(keyword), let own = rest.first {
        let full = "\(name)\(types.isEmpty ? " " : ".")\(own.prefix { !":<(".contains($0) })"
        if keyword == "protocol" {
          contracts.append(Contract(name: full, doc: doc.joined(separator: " ")))
        }
        if !line.hasSuffix("}") { types.append((full, keyword == "protocol", indent)) }
      } else if types.last?.isContract == true {
        let isRequirement =
          ["var", "func"].contains(keyword) || keyword.hasPrefix("init(")
          || keyword.hasPrefix("subscript(")
        if isRequirement { contracts[contracts.count - 1].requirements += 1 }
      } else if !types.isEmpty, ["let", "var"].contains(keyword), !words.contains("static"),
        Self.isStored(line, before: next)
      {
        // One name ends with a colon or is followed by a value: more have commas before that.
        let names = rest.prefix { $0 != "=" }
        let last = names.firstIndex { $0.hasSuffix(":") } ?? names.endIndex - 1
        stored[name, default: 0] += max(1, last - names.startIndex + 1)
      }
      doc = []
    }
  }

  private static let types: Set<Substring> = [
    "class", "struct", "actor", "enum", "extension", "protocol",
  ]

  private static func isModifier(_ word: Substring) -> Bool {
    word.hasPrefix("@")
      || [
        "package", "public", "internal", "private", "fileprivate", "final", "indirect", "lazy",
        "weak", "unowned", "nonisolated", "static", "mutating", "override",
      ].contains(word.prefix { $0 != "(" })
  }

  /// What has braces without a value before them is worked out, unless it is only watched.
  private static func isStored(_ line: Substring, before next: Substring) -> Bool {
    guard let brace = line.firstIndex(of: "{") else { return true }
    let isWatched = [line[brace...], next].contains {
      let body = $0.drop { "{ ".contains($0) }
      return body.hasPrefix("didSet") || body.hasPrefix("willSet")
    }
    return isWatched || line[..<brace].contains("=")
  }
}
