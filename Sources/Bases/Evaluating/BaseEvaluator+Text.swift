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
      let text = shownPlainly(value)
      try spend(1 + text.utf8.count / 64, bytes: text.utf8.count, at: offset)
      out += text
    }
  }

  /// The same without a budget, for what is shown; cut where it is very long.
  package func shownPlainly(_ value: BaseValue) -> String {
    switch value {
    case .null: ""
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .number(let number): BaseNumber.text(number)
    case .string(let text): text
    case .date(let date): date.text
    case .duration(let duration): duration.text
    case .list(let list): list.items.lazy.map { self.shownPlainly($0) }.joined(separator: ", ")
    case .object(let object):
      "{"
        + object.pairs.map { "\($0.name.text): \(shownPlainly($0.value))" }.joined(separator: ", ")
        + "}"
    case .link(let link): link.text
    case .file(let file): files.path(of: file).text
    case .pattern(let pattern): pattern.text
    case .shown(let shown): shown.text
    }
  }
}
