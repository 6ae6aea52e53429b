package import Entities
package import Services

/// Notes in which each line `name: value` is a property, and `[a, b]` a list. Names that are said twice
/// lock the note, and `!` locks a value.
package struct LineTexts: NoteTexts {
  package init() {}

  package func text(_ text: [UInt8], titled title: String) -> [UInt8]? { nil }
  package func name(ofDraft start: [UInt8]) -> String? { nil }
  package func retagging(
    _ text: [UInt8], adding: [String], removing: [String]
  ) throws(NoteTextProblem) -> Retagging { Retagging() }

  private func lines(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  package func properties(in text: [UInt8]) throws(NoteTextProblem) -> [NoteProperty] {
    lines(text).compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard parts.count > 1 || line.hasSuffix(":") else { return nil }
      let value = parts.count > 1 ? String(parts[1]) : ""
      let name = String(parts[0])
      if value.hasPrefix("[") {
        let items = value.dropFirst().dropLast().split(separator: ",").map {
          String($0.drop { $0 == " " })
        }
        return NoteProperty(name: name, values: items, value: .list(items.map { .text($0) }))
      }
      return NoteProperty(
        name: name, values: value.isEmpty ? [] : [value], value: PropertyValue(plain: value))
    }
  }

  package func sheet(in text: [UInt8]) -> PropertySheet {
    let all = (try? properties(in: text)) ?? []
    let names = all.map { $0.name.lowercased() }
    return PropertySheet(
      rows: all.map {
        PropertySheet.Row($0, obstacle: $0.values.contains("!") ? "Left alone." : nil)
      }, problem: Set(names).count < names.count ? "Lines 1 and 2: twice." : nil)
  }

  package func text(
    _ text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [UInt8] {
    var all = lines(text)
    let place = all.firstIndex { $0.lowercased().hasPrefix("\(property.name.lowercased()):") }
    switch property {
    case .set(let name, let values, let type):
      let list = "[\(values.joined(separator: ", "))]"
      let value = type.isList ? list : values.first ?? ""
      let line = "\(name):\(value.isEmpty ? "" : " \(value)")"
      if let place { all[place] = line } else { all.append(line) }
    case .unset: if let place { all.remove(at: place) }
    case .rename(_, let new):
      if all.contains(where: { $0.hasPrefix("\(new):") }) {
        throw NoteTextProblem("It has “\(new)” already.")
      }
      if let place { all[place] = new + all[place].drop { $0 != ":" } }
    }
    return Array(all.map { $0 + "\n" }.joined().utf8)
  }

  package func pieces(
    of text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [NoteChange.Piece] {
    let new = try self.text(text, changing: property)
    if new == text { return [] }
    return [
      NoteChange.Piece(
        range: text.indices, old: text, new: new, line: 1, context: "", contextRange: 0..<0)
    ]
  }
}
