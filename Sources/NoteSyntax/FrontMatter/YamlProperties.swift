import CYaml
import Entities

/// Front matter read by libyaml, event by event: no tree is built and no reference followed but to
/// values that were read already, so that neither depth nor references cost more than their text.
struct YamlProperties {
  private var content = FrontMatterContent()
  private var depth = 0
  /// What was made so far, references included.
  private var values = 0
  private var size = 0
  private var anchors: [String: [String]] = [:]

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> FrontMatterContent {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) != 0 else {
      var content = FrontMatterContent()
      content.problem = "line 2: there is no memory to read the front matter"
      return content
    }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
    var reader = YamlProperties()
    do throws(Problem) {
      try reader.readStream(&parser)
    } catch {
      reader.content = FrontMatterContent()
      reader.content.problem = "line \(error.line): \(error.reason)"
    }
    return reader.content
  }

  private struct Problem: Error {
    var line: Int
    var reason: String
  }

  /// What an event says, copied out of libyaml's memory.
  private struct Event {
    var type: yaml_event_type_t
    var line: Int
    var text = ""
    var anchor: String?
    var isPlain = false
    var isFlow = false
  }

  private func next(_ parser: inout yaml_parser_t) throws(Problem) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(&parser, &event) != 0 else {
      let reason = parser.problem.map { String(cString: $0) } ?? "this is no YAML"
      let place = parser.problem_mark.line + parser.context_mark.line
      let mark = parser.problem_mark.line > 0 ? parser.problem_mark.line : place
      throw Problem(line: Int(mark) + 2, reason: reason)
    }
    defer { yaml_event_delete(&event) }
    var copy = Event(type: event.type, line: Int(event.start_mark.line) + 2)
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      copy.text = Self.string(scalar.value, scalar.length)
      copy.anchor = scalar.anchor.map { Self.string($0) }
      copy.isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    case YAML_SEQUENCE_START_EVENT:
      copy.anchor = event.data.sequence_start.anchor.map { Self.string($0) }
    case YAML_MAPPING_START_EVENT:
      copy.anchor = event.data.mapping_start.anchor.map { Self.string($0) }
      copy.isFlow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    case YAML_ALIAS_EVENT: copy.anchor = event.data.alias.anchor.map { Self.string($0) }
    default: break
    }
    return copy
  }

  private static func string(_ start: UnsafeMutablePointer<UInt8>, _ count: Int? = nil) -> String {
    if let count {
      return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
    return String(cString: start)
  }

  private mutating func readStream(_ parser: inout yaml_parser_t) throws(Problem) {
    while true {
      let event = try next(&parser)
      switch event.type {
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      case YAML_STREAM_END_EVENT: return
      case YAML_MAPPING_START_EVENT where content.properties.isEmpty:
        content.isFlow = event.isFlow
        try readProperties(&parser)
      case YAML_SCALAR_EVENT where event.text.isEmpty: continue
      default: throw Problem(line: event.line, reason: "“name: value” is expected here")
      }
    }
  }

  private mutating func readProperties(_ parser: inout yaml_parser_t) throws(Problem) {
    while true {
      let key = try next(&parser)
      if key.type == YAML_MAPPING_END_EVENT { return }
      guard key.type == YAML_SCALAR_EVENT else {
        throw Problem(line: key.line, reason: "a property's name must be plain text")
      }
      guard content.properties.count < FrontMatterReader.mostKeys else {
        throw Problem(
          line: key.line, reason: "there are more than \(FrontMatterReader.mostKeys) properties")
      }
      var values: [String] = []
      var lines: [Int] = []
      try readValue(try next(&parser), &parser, &values, &lines)
      content.keyLines.append(key.line)
      content.properties.append(NoteProperty(name: key.text, values: values))
      content.lines.append(lines)
    }
  }

  private mutating func readValue(
    _ event: Event, _ parser: inout yaml_parser_t, _ values: inout [String], _ lines: inout [Int]
  ) throws(Problem) {
    let before = values.count
    switch event.type {
    case YAML_SCALAR_EVENT:
      if !(event.isPlain && FrontMatterReader.isNull(event.text)) { values.append(event.text) }
    case YAML_ALIAS_EVENT: values += anchors[event.anchor ?? ""] ?? []
    case YAML_SEQUENCE_START_EVENT:
      try enter(event)
      while case let item = try next(&parser), item.type != YAML_SEQUENCE_END_EVENT {
        try readValue(item, &parser, &values, &lines)
      }
      depth -= 1
    case YAML_MAPPING_START_EVENT:
      try enter(event)
      try readMapping(&parser, &values, &lines)
      depth -= 1
    default: throw Problem(line: event.line, reason: "a value is expected here")
    }
    // Nested values have their own lines already.
    while lines.count < values.count {
      try count(values[lines.count], event.line)
      lines.append(event.line)
    }
    if let anchor = event.anchor, event.type != YAML_ALIAS_EVENT {
      anchors[anchor] = Array(values[before...])
    }
  }

  /// Of a mapping within a value each pair is one text: `name: value`.
  private mutating func readMapping(
    _ parser: inout yaml_parser_t, _ values: inout [String], _ lines: inout [Int]
  ) throws(Problem) {
    while case let key = try next(&parser), key.type != YAML_MAPPING_END_EVENT {
      var names: [String] = []
      var ignored: [Int] = []
      try readValue(key, &parser, &names, &ignored)
      var texts: [String] = []
      var textLines: [Int] = []
      try readValue(try next(&parser), &parser, &texts, &textLines)
      values.append("\(names.joined(separator: ", ")): \(texts.joined(separator: ", "))")
      lines.append(key.line)
      try count(values[values.count - 1], key.line)
    }
  }

  /// References cost nothing to write and could multiply without end.
  private mutating func count(_ text: String, _ line: Int) throws(Problem) {
    values += 1
    size += text.utf8.count
    guard values <= FrontMatterReader.mostValues, size <= 2 * FrontMatterReader.mostBytes else {
      throw Problem(line: line, reason: "the values are too many or too large")
    }
  }

  private mutating func enter(_ event: Event) throws(Problem) {
    depth += 1
    if depth > FrontMatterReader.deepest {
      throw Problem(
        line: event.line,
        reason: "values are nested more than \(FrontMatterReader.deepest) deep")
    }
  }
}
