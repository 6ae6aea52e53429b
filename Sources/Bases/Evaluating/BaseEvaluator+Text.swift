import Entities
package import Expressions

extension BaseEvaluator {
  /// Lists that hold one long text many times are shown as far as this.
  private static let longestShown = 64 << 10

  /// A value as text without a budget, for what is shown; a list or an object is cut where it is very
  /// long.
  package func shownPlainly(_ value: Value) -> String {
    var out = ""
    Self.brackets.write(value, to: &out, atMost: Self.longestShown) { plain($0) }
    return out
  }

  /// The same as cells show it, but for what the eye does without.
  package func words(for value: Value) -> String {
    switch value {
    case .date(let date) where date.hasTime: "\(Day(date.civil).text)T\(date.clock)"
    case .link(let link): link.text
    case .shown(let shown) where shown.kind == .image: "![](\(shown.text))"
    default: plain(value)
    }
  }

  /// A value that is no list and no object.
  private func plain(_ value: Value) -> String {
    switch value {
    case .null, .list, .object: ""
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .number(let number): NumberText.text(number)
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
