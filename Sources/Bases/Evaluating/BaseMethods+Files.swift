import Bytes
import Entities
import Expressions
import Folding

extension BaseMethod {
  static let ofFiles: [BaseMethod] = [
    .init(
      name: "asFile", ofText: { evaluator, text, _ in evaluator.asFile(.string(text)) },
      ofLink: { evaluator, link, _ in evaluator.asFile(.link(link)) },
      ofFile: { _, file, _ in .file(file) }),
    .init(
      name: "asLink", counts: 0...1, ofLink: { _, link, _ in .link(link) },
      ofFile: { .link($0.link(to: $1, display: try $0.words($2.first, at: $2.offset))) }),
    .init(name: "linksTo", counts: 1...1, ofFile: { try $0.hasLink($1, $2) }),
    .init(
      name: "hasLink", counts: 1...1, ofNull: .boolean(false), ofFile: { try $0.hasLink($1, $2) }),
    .init(
      name: "hasProperty", counts: 1...1, ofNull: .boolean(false),
      ofFile: { evaluator, file, call in
        let name = FieldName(try evaluator.shownText(call.first, at: call.offset))
        return .boolean(evaluator.files.property(name, of: file) != nil)
      }),
    .init(
      name: "hasTag", counts: 1...Int.max, ofNull: .boolean(false),
      ofFile: { .boolean(try $0.hasTag($1, $2)) }),
    .init(
      name: "inFolder", counts: 1...1,
      ofFile: { .boolean($0.isIn(try $0.shownText($2.first, at: $2.offset), $1)) }),
  ]
}

extension BaseEvaluator {
  fileprivate func asFile(_ value: Value) -> Value {
    file(of: value).map(Value.file) ?? .null
  }

  fileprivate func hasLink(_ file: Int, _ call: ExpressionCall) throws(ExpressionFault) -> Value {
    .boolean(try hasLink(file, to: call.first, at: call.offset))
  }

  fileprivate func hasLink(
    _ file: Int, to value: Value, at offset: Int
  ) throws(ExpressionFault) -> Bool {
    var value = value
    // The part after `#` is a position in the file.
    if case .string(let text) = value, self.file(of: value) == nil {
      value = .link(LinkValue(written: text, source: row) ?? LinkValue(text, source: row))
    }
    guard let target = self.file(of: value) else {
      // A link to a note that does not exist yet.
      guard case .link(let link) = value else { return false }
      let wanted = Folding.name(link.file.utf8)
      let links = files.links(of: file)
      try spend(links.count, at: offset)
      return links.contains { Folding.name($0.file.utf8) == wanted }
    }
    let sources = files.backlinks(of: target)
    try spend(1 + sources.count / 64, at: offset)
    let index = sources.partitionPoint { $0 >= file }
    return index < sources.count && sources[index] == file
  }

  fileprivate func hasTag(_ file: Int, _ call: ExpressionCall) throws(ExpressionFault) -> Bool {
    let tags = files.tags(of: file)
    if tags.isEmpty { return false }
    var wanted: [[UInt8]] = []
    for name in try spread(call.values, at: call.offset) {
      let text = try shownText(name, at: call.offset)
      wanted.append(Folding.name((text.hasPrefix("#") ? text.dropFirst() : text[...]).utf8))
    }
    try spend(tags.count * wanted.count, at: call.offset)
    for tag in tags {
      let key = Folding.name(tag.utf8)
      for name in wanted where key.starts(with: name) {
        if key.count == name.count || key[name.count] == UInt8(ascii: "/") { return true }
      }
    }
    return false
  }

  /// Whether the file is in the folder or in one below it.
  fileprivate func isIn(_ folder: String, _ file: Int) -> Bool {
    let parts = folder.split(separator: "/")
    let wanted = Folding.name(parts.joined(separator: "/").utf8)
    let folder = Folding.name(files.path(of: file).folder.bytes)
    guard folder.starts(with: wanted) else { return false }
    return wanted.isEmpty || folder.count == wanted.count
      || folder[wanted.count] == UInt8(ascii: "/")
  }
}
