import Entities
import Services

extension PropertyWords {
  /// What is changed by words that are typed into a cell: commas part the items of a list, and no words
  /// take the property away.
  func change(
    _ words: String, of name: String, as type: PropertyType
  ) throws(NoteTextProblem) -> PropertyChange {
    let text = Self.trimmed(words)
    if text.isEmpty { return .unset(name: name) }
    let items =
      type.isList
      ? text.split(separator: ",").map { Self.trimmed(String($0)) }.filter { !$0.isEmpty } : [text]
    var values: [String] = []
    for item in items { values.append(try value(item, of: name, as: type)) }
    return .set(name: name, values: values, type: type)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
