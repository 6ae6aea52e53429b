/// Converts HTML to Markdown.
///
/// Any bytes give some text: bytes that are not HTML are plain words. Scripts and styles are left
/// out, and a link that would run code becomes its words.
///
///     HtmlMarkdown.answer(of: Array("<h1>Tea</h1><p>is <b>hot</b>".utf8)).text  // # Tea … is **hot**
package enum HtmlMarkdown {
  package struct Answer: Equatable, Sendable {
    /// The text, which ends with a line feed unless it is empty.
    package var text: [UInt8] = []
    package var title: String?
    package var hasEmptyTitle = false
    /// The text of headings, by the ids that links use for them.
    package var anchors: [String: String] = [:]
    /// The text of the first heading of level 1.
    package var heading: String?
    package var metas: [Meta] = []
    /// The base address of relative links.
    package var base: String?
  }

  package struct Meta: Equatable, Sendable {
    /// The lowercase value of `name`, `property`, `itemprop` or `http-equiv`.
    package var name: String
    package var content: String
  }

  /// The rules for reading the HTML of one source.
  package struct Rules {
    /// Whether `<x/>` is an element without content, for any x, as in XML.
    package var isXml = false
    /// Whether a `div` is a line and not a paragraph.
    package var hasLines = false
    /// Whether adjacent lists are one list.
    package var joinsLists = false
    /// Whether a quote that begins with `[!tip]` is meant as a callout.
    package var hasCallouts = false
    /// Returns a special meaning of an element; nil for its usual meaning.
    package var meaning: (Element) -> Meaning? = { _ in nil }
    /// Stores the picture of a `data:` address, given its type and bytes, and returns its new
    /// address. Nil leaves the picture out.
    package var picture: (String, [UInt8]) -> String? = { _, _ in nil }

    package init() {}
  }

  /// The meaning that a rule gives an element.
  package enum Meaning {
    case picture(destination: String, words: String)
    case link(destination: String, words: String)
    /// The box of a task, before its text.
    case box(isDone: Bool)
    case words(String)
    /// Lines of Markdown that are copied.
    case block([UInt8])
    /// A code block with the element's content.
    case code(language: String)
    /// A quote with this first line.
    case callout(head: [UInt8])
    case nothing
  }

  /// An element, for use by rules.
  package struct Element {
    let tree: HtmlTree
    let node: Int

    package var name: String { tree.nodes[node].name }
    package func attribute(_ name: String) -> String? { tree.attribute(name, of: node) }
    /// Returns a property of the element's own style, in lowercase and trimmed.
    package func style(_ property: String) -> String? { tree.style(property, of: node) }
    package var parent: Element? {
      let parent = tree.nodes[node].parent
      return parent > 0 ? Element(tree: tree, node: parent) : nil
    }
    /// Whether only words precede the element in its parent.
    package var isFirst: Bool {
      let siblings = tree.children(of: max(tree.nodes[node].parent, 0))
      return siblings.first { !tree.nodes[$0].name.isEmpty } == node
    }
    /// All elements within this one, at any depth.
    package var descendants: [Element] {
      var all: [Element] = []
      var child = tree.nodes[node].firstChild
      while child >= 0 {
        if !tree.nodes[child].name.isEmpty { all.append(Element(tree: tree, node: child)) }
        child = tree.following(child, in: node)
      }
      return all
    }
    package var classes: [Substring] { tree.classes(of: node) }
    /// The words within the element.
    package var text: String { String(decoding: tree.words(of: node), as: UTF8.self) }
  }

  /// Whether the element separates its words from those around it.
  package static func isBlock(_ name: String) -> Bool { HtmlNames.blocks.contains(name) }

  package static func answer(of html: [UInt8], rules: Rules = Rules()) -> Answer {
    let tree = HtmlTree(HtmlSource.prepared(HtmlSource.decoded(html), isXml: rules.isXml))
    var answer = Answer()
    var walker = HtmlWalker(tree, rules)
    answer.text = walker.markdown()
    readHead(of: tree, into: &answer)
    return answer
  }

  private static func readHead(of tree: HtmlTree, into answer: inout Answer) {
    for (index, node) in tree.nodes.enumerated() {
      switch node.name {
      case "title" where answer.title == nil && !node.isForeign:
        answer.title = nonEmpty(tree.words(of: index))
        answer.hasEmptyTitle = answer.title == nil
      case "h1" where answer.heading == nil: answer.heading = nonEmpty(tree.words(of: index))
      case "base" where answer.base == nil: answer.base = tree.attribute("href", of: index)
      case "meta":
        let name = tree.attribute(["name", "property", "itemprop", "http-equiv"], of: index)
        if let name, let content = tree.attribute("content", of: index) {
          answer.metas.append(Meta(name: name.lowercased(), content: content))
        }
      default: break
      }
      if let id = tree.attribute(["id", "name"], of: index), let heading = heading(at: index, tree)
      {
        answer.anchors[id] = heading
      }
    }
  }

  /// Returns the text of the heading that the node is, is in, or begins with.
  private static func heading(at node: Int, _ tree: HtmlTree) -> String? {
    func isHeading(_ node: Int) -> Bool {
      let name = tree.nodes[node].name
      return name.count == 2 && name.hasPrefix("h") && name.last?.isNumber == true
    }
    var found = node
    if ["section", "div", "article"].contains(tree.nodes[node].name) {
      found = tree.children(of: node).first { !tree.nodes[$0].name.isEmpty } ?? node
    }
    for _ in 0..<4 where found > 0 && !isHeading(found) { found = tree.nodes[found].parent }
    return found > 0 && isHeading(found) ? nonEmpty(tree.words(of: found)) : nil
  }

  private static func nonEmpty(_ words: [UInt8]) -> String? {
    words.isEmpty ? nil : String(decoding: words, as: UTF8.self)
  }
}
