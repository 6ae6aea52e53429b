import Entities

extension BaseEvaluator {
  /// What `toString()` says, paid for.
  func shownText(_ value: BaseValue, at offset: Int) throws(BaseFault) -> String {
    if case .string(let text) = value { return text }
    var out = ""
    try write(value, to: &out, at: offset)
    return out
  }

  private func write(
    _ value: BaseValue, to out: inout String, at offset: Int
  ) throws(BaseFault) {
    try spend(at: offset)
    switch value {
    case .list(let list):
      for (index, item) in list.items.enumerated() {
        if index > 0 { out += ", " }
        try write(item, to: &out, at: offset)
      }
    case .object(let object):
      out += "{"
      for (index, pair) in object.pairs.enumerated() {
        if index > 0 { out += ", " }
        out += pair.name.text + ": "
        try write(pair.value, to: &out, at: offset)
      }
      out += "}"
    default:
      let text = written(value)
      try spend(text.utf8.count / 64, bytes: text.utf8.count, at: offset)
      out += text
    }
  }

  /// Lists that hold one long text many times are shown as far as this.
  private static let longestShown = 64 << 10

  /// The same without a budget, for what is shown; a list or an object is cut where it is very long.
  package func shownPlainly(_ value: BaseValue) -> String {
    var out = ""
    write(value, to: &out)
    return out
  }

  private func write(_ value: BaseValue, to out: inout String) {
    switch value {
    case .list(let list):
      for (index, item) in list.items.enumerated() {
        if index > 0 { out += ", " }
        if out.utf8.count > Self.longestShown { return out += "…" }
        write(item, to: &out)
      }
    case .object(let object):
      out += "{"
      for (index, pair) in object.pairs.enumerated() {
        if index > 0 { out += ", " }
        if out.utf8.count > Self.longestShown { return out += "…" }
        out += pair.name.text + ": "
        write(pair.value, to: &out)
      }
      out += "}"
    default: out += plain(value)
    }
  }

  /// The same as cells show it, but for what the eye does without.
  private func written(_ value: BaseValue) -> String {
    switch value {
    case .date(let date) where date.hasTime: "\(Day(date.civil).text)T\(date.clock)"
    case .link(let link): link.text
    case .shown(let shown) where shown.kind == .image: "![](\(shown.text))"
    default: plain(value)
    }
  }

  /// A value that is no list and no object.
  private func plain(_ value: BaseValue) -> String {
    switch value {
    case .null, .list, .object: ""
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .number(let number): BaseNumber.text(number)
    case .string(let text): text
    case .date(let date): date.text
    case .duration(let duration): duration.text
    case .link(let link) where link.display == link.target && !link.isExternal:
      "[[\(link.target)]]"
    case .link(let link): link.text
    case .file(let file): files.path(of: file).text
    case .pattern(let pattern): pattern.text
    case .shown(let shown): shown.text
    }
  }
}
