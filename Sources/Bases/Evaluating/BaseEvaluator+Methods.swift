import Entities
import Folding

extension BaseEvaluator {
  func method(
    _ name: String, of value: BaseValue, _ nodes: [BaseNode], at offset: Int
  ) throws(BaseFault) -> BaseValue {
    switch name {
    case "isTruthy": return .boolean(value.isTruthy)
    case "isType": return .boolean(try argument(nodes, at: offset).lowercased() == value.typeName)
    case "toString": return try text(shownText(value, at: offset), at: offset)
    case "map", "filter", "reduce": return try each(name, of: value, nodes, at: offset)
    default: break
    }
    let arguments = try values(nodes)
    let call = BaseCall(name: name, arguments: arguments, offset: offset)
    switch value {
    // What is not there has nothing and is nothing.
    case .null:
      if name == "isEmpty" { return .boolean(true) }
      return name.hasPrefix("contains") || name.hasPrefix("has") || name.hasSuffix("With")
        ? .boolean(false) : .null
    case .string(let text): return try method(call, ofText: text)
    case .number(let number): return try method(call, ofNumber: number)
    case .date(let date): return try method(call, ofDate: date)
    case .duration(let duration): return try method(call, ofDuration: duration)
    case .list(let list): return try method(call, ofList: list.items)
    case .object(let object): return try method(call, ofObject: object)
    case .link(let link): return try method(call, ofLink: link)
    case .file(let file): return try method(call, ofFile: file)
    case .pattern(let pattern):
      guard name == "matches" else { break }
      return .boolean(
        try matches(pattern, in: shownText(arguments[0], at: offset), isOne: true, at: offset).first
          != nil)
    case .boolean, .shown:
      if name == "isEmpty" { return .boolean(false) }
    }
    throw missing(call, value)
  }

  func missing(_ call: BaseCall, _ value: BaseValue) -> BaseFault {
    BaseFault(offset: call.offset, reason: "a \(value.typeName) has no function \(call.name)()")
  }

  private func argument(_ nodes: [BaseNode], at offset: Int) throws(BaseFault) -> String {
    try shownText(try value(nodes[0]), at: offset)
  }

  // MARK: Numbers, dates, durations, objects

  private func method(_ call: BaseCall, ofNumber number: Double) throws(BaseFault) -> BaseValue {
    switch call.name {
    case "abs": return .number(abs(number))
    case "ceil": return .number(number.rounded(.up))
    case "floor": return .number(number.rounded(.down))
    case "isEmpty": return .boolean(false)
    case "round":
      return .number(BaseNumber.rounded(number, digits: try digits(call) ?? 0))
    case "toFixed": return .string(BaseNumber.fixed(number, digits: try digits(call) ?? 0))
    default: throw missing(call, .number(number))
    }
  }

  private func digits(_ call: BaseCall) throws(BaseFault) -> Int? {
    guard let argument = call.arguments.first else { return nil }
    let number = try number(argument, for: "\(call.name)()", at: call.offset)
    guard let digits = Int(exactly: number.rounded(.towardZero)), (0...100).contains(digits) else {
      throw BaseFault(offset: call.offset, reason: "\(call.name)() takes 0 to 100 digits")
    }
    return min(digits, 20)
  }

  private func method(
    _ call: BaseCall, ofDuration duration: BaseDuration
  ) throws(BaseFault) -> BaseValue {
    if call.name == "isEmpty" { return .boolean(duration.total == 0) }
    return try method(call, ofNumber: duration.total)
  }

  func method(_ call: BaseCall, ofDate date: BaseDate) throws(BaseFault) -> BaseValue {
    switch call.name {
    case "date": return .date(date.day)
    case "time": return .string(date.clock)
    case "isEmpty": return .boolean(false)
    case "relative": return .string(relative(date))
    case "format":
      let format = try shownText(call.arguments[0], at: call.offset)
      try spend(format.utf8.count, bytes: format.utf8.count * 16, at: call.offset)
      return try text(
        DateFormat(format).text(
          of: date.civil, offset: moment.offset, milliseconds: date.millisecond), at: call.offset)
    default: throw missing(call, .date(date))
    }
  }

  /// As Moment says it: `3 days ago`, `in an hour`.
  private func relative(_ date: BaseDate) -> String {
    let length = Double(date.milliseconds - moment.now.milliseconds)
    let words = BaseDuration(milliseconds: length).text
    return length > 0 ? "in \(words)" : "\(words) ago"
  }

  private func method(_ call: BaseCall, ofObject object: BaseObject) throws(BaseFault) -> BaseValue
  {
    switch call.name {
    case "isEmpty": return .boolean(object.pairs.isEmpty)
    case "keys": return try list(object.pairs.map { .string($0.name.text) }, at: call.offset)
    case "values": return try list(object.pairs.map(\.value), at: call.offset)
    default: throw missing(call, .object(object))
    }
  }

  // MARK: Links and files

  private func method(_ call: BaseCall, ofLink link: BaseLink) throws(BaseFault) -> BaseValue {
    let target = file(of: .link(link))
    switch call.name {
    case "asFile": return target.map(BaseValue.file) ?? .null
    case "isEmpty": return .boolean(link.target.isEmpty)
    case "linksTo":
      guard let target else { return .boolean(false) }
      return .boolean(try hasLink(target, to: call.arguments[0], at: call.offset))
    case "asLink": return .link(link)
    case "hasLink", "hasProperty", "hasTag", "inFolder":
      guard let target else { return .boolean(false) }
      return try method(call, ofFile: target)
    // What a text has, as far as it reads the link's words.
    case "contains", "containsAll", "containsAny", "startsWith", "endsWith", "lower", "replace",
      "split",
      "title", "slice", "trim":
      return try method(call, ofText: link.text)
    default: throw missing(call, .link(link))
    }
  }

  private func method(_ call: BaseCall, ofFile file: Int) throws(BaseFault) -> BaseValue {
    switch call.name {
    case "asLink":
      return .link(link(to: file, display: try words(call.arguments.first, at: call.offset)))
    case "asFile": return .file(file)
    case "isEmpty": return .boolean(false)
    case "hasLink", "linksTo":
      return .boolean(try hasLink(file, to: call.arguments[0], at: call.offset))
    case "hasProperty":
      let name = BaseName(try shownText(call.arguments[0], at: call.offset))
      return .boolean(files.property(name, of: file) != nil)
    case "hasTag":
      return .boolean(try hasTag(file, call))
    case "inFolder":
      let folder = try shownText(call.arguments[0], at: call.offset)
      return .boolean(isIn(folder, file))
    default: throw missing(call, .file(file))
    }
  }

  private func hasLink(
    _ file: Int, to value: BaseValue, at offset: Int
  ) throws(BaseFault) -> Bool {
    var value = value
    // What is behind `#` says where in the file.
    if case .string(let text) = value, self.file(of: value) == nil {
      value = .link(BaseLink(written: text, source: row) ?? BaseLink(text, source: row))
    }
    guard let target = self.file(of: value) else {
      // A link to a note that nobody has written yet.
      guard case .link(let link) = value else { return false }
      let wanted = Folding.name(link.file.utf8)
      let links = files.links(of: file)
      try spend(links.count, at: offset)
      return links.contains { Folding.name($0.file.utf8) == wanted }
    }
    let sources = files.backlinks(of: target)
    try spend(1 + sources.count / 64, at: offset)
    // They are in order.
    var (low, high) = (0, sources.count)
    while low < high {
      let middle = (low + high) / 2
      if sources[middle] < file { low = middle + 1 } else { high = middle }
    }
    return low < sources.count && sources[low] == file
  }

  private func hasTag(_ file: Int, _ call: BaseCall) throws(BaseFault) -> Bool {
    let tags = files.tags(of: file)
    if tags.isEmpty { return false }
    var wanted: [[UInt8]] = []
    for argument in call.arguments {
      let names: [BaseValue] = if case .list(let list) = argument { list.items } else { [argument] }
      for name in names {
        let text = try shownText(name, at: call.offset)
        wanted.append(Folding.name((text.hasPrefix("#") ? text.dropFirst() : text[...]).utf8))
      }
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

  /// In the folder or in one below it.
  private func isIn(_ folder: String, _ file: Int) -> Bool {
    let parts = folder.split(separator: "/")
    let wanted = Folding.name(parts.joined(separator: "/").utf8)
    let folder = Folding.name(files.path(of: file).folder.bytes)
    guard folder.starts(with: wanted) else { return false }
    return wanted.isEmpty || folder.count == wanted.count
      || folder[wanted.count] == UInt8(ascii: "/")
  }
}

/// A function of a value, as it is called.
struct BaseCall {
  var name: String
  var arguments: [BaseValue]
  var offset: Int
}
