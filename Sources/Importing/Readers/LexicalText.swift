import Bytes
import Html

/// The tree of an editor that many programs share, as Markdown.
struct LexicalText {
  /// What notes and files are called that others show, by their ids.
  let titles: [String: String]
  private(set) var bytes: [UInt8] = []
  private(set) var losses: [String] = []

  init(titles: [String: String]) { self.titles = titles }

  private static let deepest = 20
  private static let blocks = ["paragraph", "list", "heading", "quote", "code", "table"]

  mutating func add(_ blocks: [JSONReader.Value], depth: Int = 0) {
    for block in blocks { add(block, depth) }
  }

  private mutating func add(_ block: JSONReader.Value, _ depth: Int) {
    let children = block["children"]?.items ?? []
    let type = block["type"]?.text ?? ""
    switch type {
    case "heading":
      let level = block["tag"]?.text?.last?.wholeNumberValue ?? 1
      add(String(repeating: "#", count: min(6, max(1, level))) + " ", inline(children))
    case "quote":
      let lines = inline(children).split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
      add("> ", Array(lines.joined(separator: "\n> ".utf8)))
    case "code":
      let text = children.map { $0["type"]?.text == "linebreak" ? "\n" : $0["text"]?.text ?? "" }
      add("```\(block["language"]?.text ?? "")\n", Array("\(text.joined())\n```".utf8))
    case "horizontalrule": add("---", [])
    case "list":
      list(block, column: 0, depth: depth)
      bytes.append(Byte.lineFeed)
    case "table": table(children)
    case _
    where depth < Self.deepest
      && children.contains {
        let type = $0["type"]?.text ?? ""
        return Self.blocks.contains(type) || type.hasPrefix("collapsible")
      }:
      add(children, depth: depth + 1)
    default:
      let text = type == "paragraph" || !children.isEmpty ? inline(children) : inline([block])
      if !text.isEmpty { add("", PlainText.guarded(text)) }
    }
  }

  private mutating func add(_ start: String, _ words: [UInt8]) {
    bytes += Array(start.utf8) + words + Array("\n\n".utf8)
  }

  private mutating func list(_ block: JSONReader.Value, column: Int, depth: Int) {
    if depth > Self.deepest { return }
    var number = block["start"]?.number ?? 1
    var width = 2
    for item in block["children"]?.items ?? [] {
      let children = item["children"]?.items ?? []
      let words = children.filter { $0["type"]?.text != "list" }
      if !words.isEmpty {
        var mark = "- "
        switch block["listType"]?.text {
        case "number":
          mark = "\(number). "
          (number, width) = (number + 1, mark.utf8.count)
        case "check": mark = item["checked"]?.isTrue == true ? "- [x] " : "- [ ] "
        default: break
        }
        bytes += [UInt8](repeating: Byte.space, count: column) + Array(mark.utf8)
        bytes += inline(words) + [Byte.lineFeed]
      }
      for child in children where child["type"]?.text == "list" {
        list(child, column: column + width, depth: depth + 1)
      }
    }
  }

  private mutating func table(_ rows: [JSONReader.Value]) {
    for (index, row) in rows.enumerated() {
      let cells = row["children"]?.items ?? []
      bytes.append(UInt8(ascii: "|"))
      for cell in cells {
        let parts = (cell["children"]?.items ?? []).map { inline($0["children"]?.items ?? [$0]) }
        let words = String(decoding: Array(parts.joined(separator: "<br>".utf8)), as: UTF8.self)
          .replacing("\n", with: "<br>").replacing("|", with: "\\|")
        bytes += Array(" \(words) |".utf8)
      }
      bytes.append(Byte.lineFeed)
      if index == 0 {
        bytes += Array("|\(String(repeating: " --- |", count: cells.count))\n".utf8)
      }
    }
    bytes.append(Byte.lineFeed)
  }

  private mutating func inline(_ children: [JSONReader.Value]) -> [UInt8] {
    var out: [UInt8] = []
    for child in children {
      switch child["type"]?.text {
      case "linebreak": out.append(Byte.lineFeed)
      case "link", "autolink":
        let words = inline(child["children"]?.items ?? [])
        out += Array("[".utf8) + words + Array("](<\(child["url"]?.text ?? "")>)".utf8)
      case "snbubble":
        let id = child["itemUuid"]?.text ?? ""
        out += Array("[".utf8) + PlainText.inline(titles[id] ?? id)
        out += Array("](\(InnerLink.destination(id)))".utf8)
      case "snfile", "inline-file":
        let name = child["fileName"]?.text ?? child["fileUuid"]?.text.flatMap { titles[$0] } ?? ""
        losses.append(
          name.isEmpty
            ? "A file of it did not come: the backup does not hold files."
            : "Its file “\(name)” did not come: the backup does not hold files.")
      case "unencrypted-image":
        out += Array("![".utf8) + PlainText.inline(child["alt"]?.text ?? "")
        out += Array("](<\(child["src"]?.text ?? "")>)".utf8)
      case "youtube":
        out += Array("https://www.youtube.com/watch?v=\(child["videoID"]?.text ?? "")".utf8)
      default:
        if let text = child["text"]?.text {
          out += Self.marked(text, child["format"]?.number ?? 0)
        } else {
          out += inline(child["children"]?.items ?? [])
        }
      }
    }
    return out
  }

  /// Bits say what a text is. Markdown has no signs for the last three.
  private static func marked(_ text: String, _ format: Int64) -> [UInt8] {
    let body = text.trimmingBlanks
    if body.isEmpty { return Array(text.utf8) }
    if format & 16 != 0 { return Array("`\(text)`".utf8) }
    var marks = ""
    for (bit, mark) in [(1, "**"), (2, "*"), (4, "~~"), (128, "==")] where format & Int64(bit) != 0
    {
      marks += mark
    }
    let before = text.prefix { $0.isWhitespace }
    let after = String(text.reversed().prefix { $0.isWhitespace }.reversed())
    let elements = [(8, "u"), (32, "sub"), (64, "sup")].filter { format & Int64($0.0) != 0 }
      .map(\.1)
    let start = before + marks + elements.map { "<\($0)>" }.joined()
    let end = elements.reversed().map { "</\($0)>" }.joined() + String(marks.reversed()) + after
    return Array(start.utf8) + PlainText.inline(body) + Array(end.utf8)
  }
}
