package import Entities
package import Services

/// What is meant by the words for the values of one property.
package struct PropertyTyping: Sendable {
  package let name: String
  /// What a person or Obsidian says that it is.
  let declared: PropertyType?
  /// What it is in most notes.
  let known: PropertyType?
  let words: PropertyWords
  /// Why what Obsidian says of types could not be read.
  package let problems: [String]

  /// Each text is a value. `own` is the property as a note has it.
  package func change(
    _ written: [String], of own: NoteProperty?
  ) throws(PropertyFailure) -> PropertyChange {
    let type = PropertyWords.type(
      of: name, declared: declared, own: own, known: known, written: written)
    if written.count > 1, !type.isList { throw .oneValue(name: name, type) }
    do throws(NoteTextProblem) {
      var values: [String] = []
      for text in written { values.append(try words.value(text, of: name, as: type)) }
      return .set(name: own?.name ?? name, values: values, type: type)
    } catch {
      throw .words(error.message)
    }
  }

  /// Words that are typed into a cell; nil where there is nothing to take away.
  package func change(
    typed: String, of own: NoteProperty?
  ) throws(PropertyFailure) -> PropertyChange? {
    let type = PropertyWords.type(
      of: name, declared: declared, own: own, known: known, written: [typed])
    do throws(NoteTextProblem) {
      let change = try words.change(typed, of: own?.name ?? name, as: type)
      if case .unset = change, own == nil { return nil }
      return change
    } catch {
      throw .words(error.message)
    }
  }
}

extension PropertyWords {
  /// What is changed by words that are typed into a cell: commas part the items of a list, and no words
  /// take the property away.
  package func change(
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
