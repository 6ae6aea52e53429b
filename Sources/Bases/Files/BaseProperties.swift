package import Entities
import Yaml

extension BaseObject {
  /// The properties of a note: the lines of its front matter, without those of `---`. What is no YAML
  /// has none.
  package init(frontMatter: [UInt8], of file: Int, wall: (Timestamp) -> CivilTime) {
    guard let root = try? Yaml.read(frontMatter) else {
      self.init([])
      return
    }
    self.init(
      root.pairs.compactMap { pair in
        guard let name = pair.key.text else { return nil }
        return (BaseName(name), BaseValue(pair.value, of: file, wall))
      })
  }
}

extension BaseValue {
  init(_ node: YamlNode, of file: Int, _ wall: (Timestamp) -> CivilTime) {
    switch node.value {
    case .scalar(let text, let isPlain):
      self = node.isNull ? .null : BaseValue(text, isPlain: isPlain, of: file, wall)
    case .sequence(let nodes):
      // `[[Note]]` without quotes is a list in a list to YAML, and a link to a person.
      if nodes.count == 1, node.isFlow, nodes[0].isFlow, nodes[0].items.count == 1,
        let name = nodes[0].items[0].text
      {
        self = .link(BaseLink(name, source: file))
      } else {
        self = .list(BaseList(nodes.map { BaseValue($0, of: file, wall) }))
      }
    case .mapping(let pairs):
      self = .object(
        BaseObject(
          pairs.compactMap { pair in
            pair.key.text.map { (BaseName($0), BaseValue(pair.value, of: file, wall)) }
          }))
    }
  }

  /// What a text is taken as: a link and a date also between quotes.
  private init(
    _ text: String, isPlain: Bool, of file: Int, _ wall: (Timestamp) -> CivilTime
  ) {
    if isPlain {
      switch text {
      case "true", "True", "TRUE":
        self = .boolean(true)
        return
      case "false", "False", "FALSE":
        self = .boolean(false)
        return
      default: break
      }
      if let first = text.utf8.first, first < 0x3a, text.utf8.last != UInt8(ascii: "."),
        let number = BaseNumber.read(text)
      {
        self = .number(number)
        return
      }
    }
    if let link = BaseLink(written: text, source: file) {
      self = .link(link)
    } else if text.utf8.count >= 10, text.utf8.dropFirst(4).first == UInt8(ascii: "-"),
      let date = BaseDate(text, wall: wall)
    {
      self = .date(date)
    } else {
      self = .string(text)
    }
  }
}
