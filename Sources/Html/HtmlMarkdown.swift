import Bytes

/// HTML as Markdown.
///
/// Any bytes give some text: anything that is not HTML is words. Scripts and styles are left out,
/// and a link that would run something is its words.
///
///     HtmlMarkdown.answer(of: Array("<h1>Tea</h1><p>is <b>hot</b>".utf8)).text  // # Tea … is **hot**
package enum HtmlMarkdown {
  package struct Answer: Equatable, Sendable {
    /// Ends with a line feed, unless it is empty.
    package var text: [UInt8] = []
    /// What the page's title says.
    package var title: String?
    /// It has one that says nothing.
    package var hasEmptyTitle = false
    /// What the headings say that links name by an id.
    package var anchors: [String: String] = [:]
    /// What the first heading of the first level says.
    package var heading: String?
    package var metas: [Meta] = []
    /// Where relative links begin.
    package var base: String?
  }

  package struct Meta: Equatable, Sendable {
    /// In lower case: of `name`, `property`, `itemprop` or `http-equiv`.
    package var name: String
    package var content: String
  }

  /// How one source's HTML is read.
  package struct Rules {
    /// `<x/>` is an element without content, for any x, as in XML.
    package var isXml = false
    /// A `div` is a line, not a paragraph.
    package var hasLines = false
    /// Lists one behind the other are one.
    package var joinsLists = false
    /// A quote that begins with `[!tip]` is a callout: who wrote it means it so.
    package var hasCallouts = false
    /// What an element is; nil for what it commonly is.
    package var meaning: (Element) -> Meaning? = { _ in nil }
    /// Where the picture of a `data:` address is stored, by its type and its bytes. Without one it
    /// is left out.
    package var picture: (String, [UInt8]) -> String? = { _, _ in nil }

    package init() {}
  }

  /// What a rule can make of an element.
  package enum Meaning {
    case picture(destination: String, words: String)
    case link(destination: String, words: String)
    /// The box of a task before the text behind it.
    case box(isDone: Bool)
    case words(String)
    /// Lines of Markdown, as they are.
    case block([UInt8])
    /// Its content is code.
    case code(language: String)
    /// A quote, below a line of its own.
    case callout(head: [UInt8])
    case nothing
  }

  /// An element, as rules see it.
  package struct Element {
    let tree: HtmlTree
    let node: Int

    package var name: String { tree.nodes[node].name }
    package func attribute(_ name: String) -> String? { tree.attribute(name, of: node) }
    /// A property of its own style, in lower case and without blanks around it.
    package func style(_ property: String) -> String? { tree.style(property, of: node) }
    package var parent: Element? {
      let parent = tree.nodes[node].parent
      return parent > 0 ? Element(tree: tree, node: parent) : nil
    }
    /// Nothing but words is before it in its parent.
    package var isFirst: Bool {
      let siblings = tree.children(of: max(tree.nodes[node].parent, 0))
      return siblings.first { !tree.nodes[$0].name.isEmpty } == node
    }
    /// The elements in it, and in them.
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
    /// The words in it.
    package var text: String { String(decoding: tree.words(of: node), as: UTF8.self) }
  }

  /// Words before and behind such an element are apart from those in it.
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

  /// What the heading says that this is, or is in, or holds at its start.
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
