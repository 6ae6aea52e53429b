import Bytes
import Entities

extension NotionReader {
  /// A property's value in words; `kind` is what HTML says of it.
  static func set(
    _ name: String, _ value: String, _ kind: Substring, in note: inout ImportedNote
  ) {
    let date = value.contains("→") ? nil : WordedDate.read(value)
    switch name.lowercased() {
    case "tags": note.tags = value.split(separator: ",").map { $0.trimmingBlanks }
    case "created" where date != nil, "created time" where date != nil,
      "date created" where date != nil, _ where kind == "created_time" && date != nil:
      note.localCreated = date
    case "last edited time" where date != nil, _ where kind == "last_edited_time" && date != nil:
      note.changed = date.map(CivilCalendar.moment)
    case "url" where value.hasPrefix("http"): note.source = value
    case _ where kind == "date" && date != nil:
      let written = date?.written ?? value
      let isDay = written.hasSuffix("T00:00:00")
      note.properties.append(
        .init(name, [isDay ? String(written.prefix(10)) : written], as: isDay ? .date : .datetime))
    default:
      let links = value.split(separator: ", ").map(Self.linked)
      if links.contains(nil) {
        note.properties.append(.init(name, [value]))
      } else {
        note.properties.append(.init(name, links.compactMap(\.self), as: .multitext))
      }
    }
  }

  /// Properties that name files of the export lead to them.
  static func linkFiles(_ files: Set<String>, in note: inout ImportedNote) {
    for (index, property) in note.properties.enumerated() {
      guard property.values.count == 1, property.values[0].contains("/") else { continue }
      let paths = property.values[0].split(separator: ", ").map {
        Percent.decodedAsWritten(String($0))
      }
      guard paths.allSatisfy({ files.contains(path($0, from: note)) }) else { continue }
      note.properties[index] = .init(
        property.name,
        paths.map { "[[\($0)|\($0.split(separator: "/").last ?? "")]]" }, as: .multitext)
    }
  }

  /// `Name (path%20id.md)` as a link.
  private static func linked(_ value: Substring) -> String? {
    guard value.hasSuffix(")"), let open = value.firstRange(of: " (") else { return nil }
    let path = String(value[open.upperBound...].dropLast())
    return isLink(path) ? link(String(value[..<open.lowerBound]), path) : nil
  }

  static func link(_ words: String, _ address: String) -> String {
    isLink(address) ? "[[\(Percent.decodedAsWritten(address))|\(words)]]" : words
  }

  /// To a page of the export, by its id.
  static func isLink(_ address: String) -> Bool {
    guard let dot = address.lastIndex(of: "."), !address.contains("://") else { return false }
    return ["md", "html", "csv"].contains(address[dot...].dropFirst())
      && split(Percent.decodedAsWritten(String(address[..<dot]))).id != nil
  }
}
