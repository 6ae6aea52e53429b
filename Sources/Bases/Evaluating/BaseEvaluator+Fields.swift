import Entities
import Expressions

/// The fields of `file.`.
package enum BaseFileField: String, CaseIterable, Sendable {
  case name, basename, fullname, path, folder, ext, size, ctime, mtime, tags, links, backlinks,
    embeds
  case properties, file

  init?(_ name: FieldName) {
    self.init(rawValue: String(decoding: name.key, as: UTF8.self))
  }

  /// The field's title in Obsidian.
  var title: String {
    switch self {
    case .basename: "file base name"
    case .fullname: "file full name"
    case .ext: "file extension"
    case .ctime: "created time"
    case .mtime: "modified time"
    case .folder, .properties, .file: rawValue
    default: "file \(rawValue)"
    }
  }
}

extension BaseEvaluator {
  func field(_ field: BaseFileField, of file: Int) -> Value {
    switch field {
    case .name: return .string(files.path(of: file).shortName)
    case .fullname: return .string(files.path(of: file).name.text)
    case .basename: return .string(files.path(of: file).stem.text)
    case .path: return .string(files.path(of: file).text)
    case .folder:
      let folder = files.path(of: file).folder.text
      return .string(folder.isEmpty ? "/" : folder)
    case .ext: return .string(files.path(of: file).ending)
    case .size: return .number(Double(files.size(of: file)))
    case .ctime: return .date(files.created(of: file))
    case .mtime: return .date(files.modified(of: file))
    case .tags: return .list(ListValue(files.tags(of: file).map { .string("#" + $0) }))
    case .links: return .list(ListValue(files.links(of: file).map { .link($0) }))
    case .embeds: return .list(ListValue(files.embeds(of: file).map { .link($0) }))
    case .backlinks:
      return .list(
        ListValue(
          files.backlinks(of: file).map {
            .link(link(to: $0, display: files.path(of: $0).shortName))
          }))
    case .properties: return .object(files.properties(of: file))
    case .file: return .file(file)
    }
  }

  func link(to file: Int, display: String?) -> LinkValue {
    var link = LinkValue(files.path(of: file).text, display: display)
    link.known = file
    return link
  }

  func field(
    _ name: FieldName, of value: Value, at offset: Int
  ) throws(ExpressionFault) -> Value {
    let word = name.text
    switch value {
    case .null: return .null
    case .object(let object): return object[name] ?? .null
    case .file(let file):
      if let field = BaseFileField(name) { return self.field(field, of: file) }
      return files.property(name, of: file) ?? .null
    case .string(let text):
      if word == "length" { return .number(Double(text.utf16.count)) }
      // The text is a date.
      if let date = date(text), let part = date.part(word) { return .number(part) }
    case .list(let list):
      if word == "length" { return .number(Double(list.items.count)) }
    case .date(let date):
      if let part = date.part(word) { return .number(part) }
    case .duration(let duration):
      if let whole = duration.whole(word) { return .number(whole) }
    case .number(let number):
      // The number is a difference of dates that was calculated with.
      if let whole = DurationValue(milliseconds: number).whole(word) { return .number(whole) }
    // A link has the fields of its file.
    case .link:
      if let file = file(of: value) { return try field(name, of: .file(file), at: offset) }
    case .boolean, .pattern, .shown: break
    }
    let isMethod = Self.methods[word] != nil
    throw ExpressionFault(
      isMethod
        ? "\(word) is a function; write \(word)()" : "a \(value.typeName) has no “\(word)”",
      at: offset)
  }

  func date(_ text: String) -> DateValue? {
    WrittenMoment(text).map { DateValue($0, wall: moment.wall) }
  }
}
