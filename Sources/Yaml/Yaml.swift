import CYaml

/// Reads YAML with libyaml, event by event, within limits. An alias is replaced by the value that
/// it names and counts as much as if it were written out, so that aliases cannot multiply.
package struct Yaml {
  package struct Limits: Sendable {
    /// The deepest nesting of lists and mappings in the outermost one.
    var depth = 32
    /// The number of scalars, lists and mappings, with aliases written out.
    package var nodes = 20_000
    /// The size of all scalars together, with aliases written out.
    package var bytes = 131_072

    package init() {}
  }

  package static var library: String { "libyaml \(String(cString: yaml_get_version_string()))" }

  /// Returns the single document in UTF-8 bytes; nil if there are only comments.
  ///
  ///     let root = try Yaml.read(bytes)
  ///     root?["views"]?.items.first?["name"]?.text
  package static func read(
    _ bytes: [UInt8], within limits: Limits = Limits()
  ) throws(YamlProblem) -> YamlNode? {
    // The parser stores its own address, so it must not move.
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) != 0 else {
      throw YamlProblem(line: 1, column: 1, reason: "there is no memory to read it")
    }
    defer { yaml_parser_delete(parser) }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    var reader = Yaml(parser: parser, marks: YamlMarks(bytes), limits: limits)
    // libyaml reads from this buffer with each event, so the buffer must stay valid.
    return try bytes.withUnsafeBufferPointer { text throws(YamlProblem) in
      yaml_parser_set_input_string(parser, text.baseAddress, text.count)
      return try reader.document()
    }
  }

  /// An event, copied out of libyaml's memory.
  private struct Event {
    var type: yaml_event_type_t
    var node: YamlNode
    var anchor: String?
  }

  private struct Anchor {
    var value: YamlNode.Value
    var isFlow: Bool
    var height: Int
    var nodes: Int
    var bytes: Int
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var marks: YamlMarks
  private let limits: Limits
  /// The nodes and bytes so far, with aliases written out.
  private var nodes = 0
  private var bytes = 0
  private var anchors: [String: Anchor] = [:]

  private init(parser: UnsafeMutablePointer<yaml_parser_t>, marks: YamlMarks, limits: Limits) {
    self.parser = parser
    self.marks = marks
    self.limits = limits
  }

  private mutating func document() throws(YamlProblem) -> YamlNode? {
    var root: YamlNode?
    while case let event = try next(), event.type != YAML_STREAM_END_EVENT {
      switch event.type {
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      case YAML_SCALAR_EVENT where event.node.text == "": continue
      default:
        if root != nil { throw problem("there is more than one document", event.node) }
        root = try node(event, depth: 0)
      }
    }
    return root
  }

  private mutating func node(_ event: Event, depth: Int) throws(YamlProblem) -> YamlNode {
    var node = event.node
    let (nodesBefore, bytesBefore) = (nodes, bytes)
    switch event.type {
    case YAML_SCALAR_EVENT: try count(1, node.text?.utf8.count ?? 0, node)
    case YAML_ALIAS_EVENT:
      guard let anchor = event.anchor.flatMap({ anchors[$0] }) else { break }
      try checkDepth(depth + anchor.height - 1, node)
      try count(anchor.nodes, anchor.bytes, node)
      node.value = anchor.value
      node.isFlow = anchor.isFlow
    case YAML_SEQUENCE_START_EVENT:
      try checkDepth(depth, node)
      try count(1, 0, node)
      var items: [YamlNode] = []
      while true {
        let item = try next()
        if item.type == YAML_SEQUENCE_END_EVENT {
          node.end(at: item.node, last: items.last)
          break
        }
        items.append(try self.node(item, depth: depth + 1))
      }
      node.value = .sequence(items)
    case YAML_MAPPING_START_EVENT:
      try checkDepth(depth, node)
      try count(1, 0, node)
      var pairs: [YamlPair] = []
      while true {
        let key = try next()
        if key.type == YAML_MAPPING_END_EVENT {
          node.end(at: key.node, last: pairs.last?.value)
          break
        }
        let name = try self.node(key, depth: depth + 1)
        pairs.append(YamlPair(key: name, value: try self.node(try next(), depth: depth + 1)))
      }
      node.value = .mapping(pairs)
    default: throw problem("a value is expected here", node)
    }
    if let anchor = event.anchor, !node.isAlias {
      anchors[anchor] = Anchor(
        value: node.value, isFlow: node.isFlow, height: node.height, nodes: nodes - nodesBefore,
        bytes: bytes - bytesBefore)
    }
    return node
  }

  private mutating func next() throws(YamlProblem) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) != 0 else {
      let reason = parser.pointee.problem.map { String(cString: $0) } ?? "this is not YAML"
      let (problem, context) = (parser.pointee.problem_mark, parser.pointee.context_mark)
      let mark = problem.line > 0 || problem.column > 0 ? problem : context
      throw YamlProblem(line: Int(mark.line) + 1, column: Int(mark.column) + 1, reason: reason)
    }
    defer { yaml_event_delete(&event) }
    let (start, end) = (event.start_mark, event.end_mark)
    let first = marks.offset(ofCharacter: Int(start.index))
    var copy = Event(
      type: event.type,
      node: YamlNode(
        value: .scalar("", isPlain: true), line: Int(start.line) + 1,
        column: Int(start.column) + 1,
        range: first..<max(first, marks.offset(ofCharacter: Int(end.index)))))
    var anchor: UnsafeMutablePointer<UInt8>?
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      copy.node.value = .scalar(
        String(decoding: text, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
      anchor = scalar.anchor
      copy.node.isMarked = anchor != nil || scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.data.sequence_start
      anchor = sequence.anchor
      copy.node.isFlow = sequence.style == YAML_FLOW_SEQUENCE_STYLE
      copy.node.isMarked = anchor != nil || sequence.tag != nil
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      anchor = mapping.anchor
      copy.node.isFlow = mapping.style == YAML_FLOW_MAPPING_STYLE
      copy.node.isMarked = anchor != nil || mapping.tag != nil
    case YAML_ALIAS_EVENT:
      anchor = event.data.alias.anchor
      copy.node.isAlias = true
    default: break
    }
    copy.anchor = anchor.map { String(cString: $0) }
    return copy
  }

  private mutating func count(_ more: Int, _ size: Int, _ node: YamlNode) throws(YamlProblem) {
    nodes += more
    bytes += size
    guard nodes <= limits.nodes, bytes <= limits.bytes else {
      throw problem("the values are too many or too large", node)
    }
  }

  private func checkDepth(_ depth: Int, _ node: YamlNode) throws(YamlProblem) {
    if depth > limits.depth {
      throw problem("values are nested more than \(limits.depth) deep", node)
    }
  }

  private func problem(_ reason: String, _ node: YamlNode) -> YamlProblem {
    YamlProblem(line: node.line, column: node.column, reason: reason)
  }
}

extension YamlNode {
  /// Sets the node's end. In flow style it is the end of the brackets; in block style libyaml would
  /// give the next token's start, so the last child's end is used.
  fileprivate mutating func end(at end: YamlNode, last: YamlNode?) {
    let upper = isFlow ? end.range.upperBound : last?.range.upperBound ?? range.upperBound
    range = range.lowerBound..<max(range.lowerBound, upper)
  }
}

/// Converts libyaml's character offsets to byte offsets. Positions are almost in order, so that
/// each is close to the last one.
private struct YamlMarks {
  private let bytes: [UInt8]
  private let isASCII: Bool
  private var character = 0
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  mutating func offset(ofCharacter index: Int) -> Int {
    if isASCII { return min(index, bytes.count) }
    while character < index, offset < bytes.count {
      offset += 1
      while offset < bytes.count, isContinuation(offset) { offset += 1 }
      character += 1
    }
    while character > index {
      offset -= 1
      while isContinuation(offset) { offset -= 1 }
      character -= 1
    }
    return offset
  }

  private func isContinuation(_ index: Int) -> Bool { bytes[index] & 0xc0 == 0x80 }
}
