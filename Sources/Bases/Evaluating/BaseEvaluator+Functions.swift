import Bytes
import Entities

extension BaseEvaluator {
  func function(
    _ name: String, _ nodes: [BaseNode], at offset: Int
  ) throws(BaseFault) -> BaseValue {
    if name == "if" {
      if try value(nodes[0]).isTruthy { return try value(nodes[1]) }
      return nodes.count > 2 ? try value(nodes[2]) : .null
    }
    let arguments = try values(nodes)
    let first = arguments.first ?? .null
    switch name {
    case "date": return try makeDate(first, at: offset)
    case "duration": return try makeDuration(first, at: offset)
    case "escapeHTML": return try text(HtmlText.escaped(shownText(first, at: offset)), at: offset)
    case "file": return file(of: first).map(BaseValue.file) ?? .null
    case "html":
      return .shown(BaseShown(kind: .html, text: try shownText(first, at: offset)))
    case "icon":
      return .shown(BaseShown(kind: .icon, text: try shownText(first, at: offset)))
    case "image":
      return .shown(BaseShown(kind: .image, text: try pictureAddress(first, at: offset)))
    case "link": return try makeLink(first, arguments.dropFirst().first, at: offset)
    case "list":
      if case .list = first { return first }
      return try list(first.isNull ? [] : [first], at: offset)
    case "max": return try extreme(arguments, isMost: true, at: offset)
    case "min": return try extreme(arguments, isMost: false, at: offset)
    case "now": return .date(moment.now)
    case "today": return .date(moment.now.day)
    case "number": return try makeNumber(first, at: offset)
    case "random": return .number(Double.random(in: 0..<1))
    default: throw BaseFault(offset: offset, reason: "there is no function \(name)()")
    }
  }

  private func makeDate(_ value: BaseValue, at offset: Int) throws(BaseFault) -> BaseValue {
    switch value {
    case .null, .date: return value
    case .string(let text):
      if text.isEmpty { return .null }
      // A daily note that is linked is its day.
      if let date = date(text) { return .date(date) }
      throw BaseFault(offset: offset, reason: "“\(text.prefix(40))” is no date")
    case .number(let number):
      if let date = BaseDate(milliseconds: number, hasTime: true) {
        return .date(moment.date(date.milliseconds))
      }
      throw BaseFault(offset: offset, reason: "no calendar reaches that far")
    case .link(let link):
      if let date = date(link.file) { return .date(date) }
      throw BaseFault(offset: offset, reason: "the link names no day")
    default:
      throw BaseFault(offset: offset, reason: "a \(value.typeName) is no date")
    }
  }

  private func makeDuration(_ value: BaseValue, at offset: Int) throws(BaseFault) -> BaseValue {
    switch value {
    case .null, .duration: return value
    case .number(let number): return .duration(BaseDuration(milliseconds: number))
    case .string(let text):
      if let duration = BaseDuration(text), duration.isFinite { return .duration(duration) }
      throw BaseFault(
        offset: offset, reason: "“\(text.prefix(40))” is no duration, as 1d or 2 weeks is")
    default: throw BaseFault(offset: offset, reason: "a \(value.typeName) is no duration")
    }
  }

  private func makeNumber(_ value: BaseValue, at offset: Int) throws(BaseFault) -> BaseValue {
    if value.isNull { return .null }
    if case .string(let text) = value, text.utf8.allSatisfy({ $0 == 0x20 }) { return .null }
    return .number(try number(value, for: "number()", at: offset))
  }

  private func makeLink(
    _ value: BaseValue, _ display: BaseValue?, at offset: Int
  ) throws(BaseFault) -> BaseValue {
    let words = try words(display, at: offset)
    switch value {
    case .null: return .null
    case .link(var link):
      if let words { link.display = words }
      return .link(link)
    case .file(let file):
      return .link(self.link(to: file, display: words))
    case .string(let text):
      if var link = BaseLink(written: text, source: row) {
        link.display = words ?? link.display
        return .link(link)
      }
      return text.isEmpty ? .null : .link(BaseLink(text, display: words, source: row))
    default: throw BaseFault(offset: offset, reason: "a \(value.typeName) is no link's target")
    }
  }

  /// What a link says instead of its target; nil where there is nothing to say.
  func words(_ display: BaseValue?, at offset: Int) throws(BaseFault) -> String? {
    guard let display, !display.isNothing else { return nil }
    return try shownText(display, at: offset)
  }

  private func pictureAddress(_ value: BaseValue, at offset: Int) throws(BaseFault) -> String {
    switch value {
    case .link(let link): link.target
    case .string(let text): BaseLink(written: text, source: row)?.target ?? text
    default: try shownText(value, at: offset)
    }
  }

  /// Lists among the arguments are what is in them. Dates are compared as dates.
  private func extreme(
    _ arguments: [BaseValue], isMost: Bool, at offset: Int
  ) throws(BaseFault) -> BaseValue {
    var items: [BaseValue] = []
    for argument in arguments {
      if case .list(let list) = argument { items += list.items } else { items.append(argument) }
    }
    try spend(items.count, at: offset)
    items.removeAll(where: \.isNull)
    let dates = items.compactMap { if case .date(let date) = $0 { date } else { nil } }
    if !dates.isEmpty, dates.count == items.count {
      return (isMost ? dates.max() : dates.min()).map(BaseValue.date) ?? .null
    }
    var best: Double?
    for item in items {
      let number = try number(item, for: isMost ? "max()" : "min()", at: offset)
      best = best.map { isMost ? max($0, number) : min($0, number) } ?? number
    }
    return best.map(BaseValue.number) ?? .null
  }
}
