import Entities

/// What is behind `file.`.
package enum BaseFileField: String, CaseIterable, Sendable {
  case name, basename, fullname, path, folder, ext, size, ctime, mtime, tags, links, backlinks,
    embeds
  case properties, file

  package init?(_ name: BaseName) {
    self.init(rawValue: String(decoding: name.key, as: UTF8.self))
  }

  /// As Obsidian names it.
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
  func field(_ field: BaseFileField, of file: Int) -> BaseValue {
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
    case .tags: return .list(BaseList(files.tags(of: file).map { .string("#" + $0) }))
    case .links: return .list(BaseList(files.links(of: file).map { .link($0) }))
    case .embeds: return .list(BaseList(files.embeds(of: file).map { .link($0) }))
    case .backlinks:
      return .list(
        BaseList(
          files.backlinks(of: file).map {
            .link(link(to: $0, display: files.path(of: $0).shortName))
          }))
    case .properties: return .object(files.properties(of: file))
    case .file: return .file(file)
    }
  }

  func link(to file: Int, display: String?) -> BaseLink {
    var link = BaseLink(files.path(of: file).text, display: display)
    link.known = file
    return link
  }

  func field(
    _ name: BaseName, of value: BaseValue, at offset: Int
  ) throws(BaseFault) -> BaseValue {
    let word = name.text
    switch value {
    case .null: return .null
    case .object(let object): return object[name] ?? .null
    case .file(let file):
      if let field = BaseFileField(name) { return self.field(field, of: file) }
      return files.property(name, of: file) ?? .null
    case .string(let text):
      if word == "length" { return .number(Double(text.utf16.count)) }
      // A date that is written as text.
      if let date = date(text), let part = Self.part(word, of: date) { return part }
    case .list(let list):
      if word == "length" { return .number(Double(list.items.count)) }
    case .date(let date):
      if let part = Self.part(word, of: date) { return part }
    case .duration(let duration):
      if let whole = duration.whole(word) { return .number(whole) }
    case .number(let number):
      // A difference that was rounded or added to.
      if let whole = BaseDuration(milliseconds: number).whole(word) { return .number(whole) }
    // What its file has.
    case .link:
      if let file = file(of: value) { return try field(name, of: .file(file), at: offset) }
    case .boolean, .pattern, .shown: break
    }
    let isMethod = BaseFunctions.methods[word] != nil
    throw BaseFault(
      offset: offset,
      reason: isMethod
        ? "\(word) is a function; write \(word)()" : "a \(value.typeName) has no “\(word)”")
  }

  private static func part(_ name: String, of date: BaseDate) -> BaseValue? {
    let time = date.civil
    switch name {
    case "year": return .number(Double(time.year))
    case "month": return .number(Double(time.month))
    case "day": return .number(Double(time.day))
    case "hour": return .number(Double(time.hour))
    case "minute": return .number(Double(time.minute))
    case "second": return .number(Double(time.second))
    case "millisecond": return .number(Double(date.millisecond))
    default: return nil
    }
  }

  func item(
    _ index: BaseValue, of value: BaseValue, at offset: Int
  ) throws(BaseFault) -> BaseValue {
    switch (value, index) {
    case (.null, _): return .null
    case (_, .string(let name)): return try field(BaseName(name), of: value, at: offset)
    case (.list(let list), .number(let number)):
      guard let index = Int(exactly: number), list.items.indices.contains(index) else {
        return .null
      }
      return list.items[index]
    case (.string(let text), .number(let number)):
      let characters = Array(text.utf16)
      try spend(characters.count / 64, at: offset)
      guard let index = Int(exactly: number), characters.indices.contains(index) else {
        return .null
      }
      return .string(String(decoding: [characters[index]], as: UTF16.self))
    default:
      throw BaseFault(
        offset: offset,
        reason: "a \(value.typeName) has no items by a \(index.typeName)")
    }
  }

  func date(_ text: String) -> BaseDate? {
    WrittenMoment(text).map { BaseDate($0, wall: moment.wall) }
  }
}

extension NotePath {
  fileprivate var ending: String {
    let name = name.text
    return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
  }

  /// A note goes by its name alone, any other file with its ending.
  var shortName: String { ending.lowercased() == "md" ? stem.text : name.text }
}
