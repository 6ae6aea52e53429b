import Bytes
import MarkdownLines
import NoteSyntax

/// What the program's own reading of a note says.
struct ScanFacts {
  private(set) var facts: Facts = []
  /// The first line, from 0 on, that is read otherwise than CommonMark has it, and on purpose.
  private(set) var firstDeviation: Int?

  /// Tags that go on with a paragraph without all its signs: the whole line with them, by its number.
  private var lazyTags: [Int: String] = [:]
  private var paragraph: [(words: [String], place: [String])] = []

  init(_ text: String) {
    let bytes = Array(text.utf8)
    readBlocks(bytes.span)
    read(NoteScanner.scan(bytes.span), bytes)
  }

  private mutating func readBlocks(_ bytes: Span<UInt8>) {
    var blocks = OpenBlocks()
    var above: Range<Int>?
    var start = 0
    var number = 0
    while start <= bytes.count {
      let end = Byte.find(Byte.lineFeed, in: bytes, from: start, to: bytes.count) ?? bytes.count
      let stop = Byte.droppingBlanks(in: bytes, from: start, to: end)
      let line = blocks.read(bytes, start, stop, above: above)
      if line.isDeepItem, firstDeviation == nil { firstDeviation = number }
      let text = bytes.text(line.text..<stop)
      if line.isLazyTag {
        lazyTags[number] =
          String(decoding: blocks.containers.flatMap(\.signs), as: UTF8.self) + text
      }
      let words = Words.all(in: text)
      add(line, words, blocks.containers.map(Self.name))
      above = line.kind == .text ? line.text..<stop : nil
      start = end + 1
      number += 1
    }
    endParagraph("text")
  }

  /// The text for cmark's tree, with the signs that lazy tags lack.
  func withSigns(_ text: String) -> String {
    if lazyTags.isEmpty { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { lazyTags[$0] ?? String($1) }.joined(separator: "\n")
  }

  private static func name(_ container: OpenBlocks.Container) -> String {
    switch container {
    case .quote: "quote"
    case .item: "item"
    case .footnote: "footnote"
    }
  }

  private mutating func add(_ line: OpenBlocks.Line, _ words: [String], _ containers: [String]) {
    switch line.kind {
    case .text:
      if !line.continues { endParagraph("text") }
      paragraph.append((words, containers))
      return
    case .underline(let level):
      endParagraph("h\(level)")
      return
    case .tableRule:
      let head = paragraph.popLast()
      endParagraph("text")
      if let head { paragraph = [head] }
      endParagraph("table")
      return
    default:
      if !line.continues { endParagraph("text") }
    }
    let kind: String
    switch line.kind {
    case .heading(let level): kind = "h\(level)"
    case .code, .fenceText: kind = "code"
    case .html: kind = "html"
    case .tableRow: kind = "table"
    default: return
    }
    insert(words, containers + [kind])
  }

  private mutating func endParagraph(_ kind: String) {
    for line in paragraph { insert(line.words, line.place + [kind]) }
    paragraph = []
  }

  private mutating func insert(_ words: [String], _ place: [String]) {
    // The tree has footnotes after everything else.
    let outer = place.lastIndex(of: "footnote") ?? 0
    for word in words { facts.insert(([word] + place[outer...]).joined(separator: " ")) }
  }

  private mutating func read(_ scan: NoteScan, _ bytes: [UInt8]) {
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    for heading in scan.headings {
      for word in Words.all(in: text(heading.text)) {
        facts.insert("heading \(heading.level) \(word)")
      }
    }
    for tag in scan.tags { facts.insert("tag \(tag.name)") }
    for task in scan.tasks where !task.text.isEmpty {
      facts.insert("task \(task.status) \(Words.all(in: text(task.text)).first ?? "")")
    }
    for link in scan.links where !link.isExternal {
      switch link.kind {
      case .wiki where Words.isNumbered(text(link.target), "v"):
        facts.insert("wiki \(text(link.target))")
      case .markdown where Words.isTarget(text(link.target)):
        facts.insert("link \(text(link.target))")
      default: break
      }
    }
  }
}
