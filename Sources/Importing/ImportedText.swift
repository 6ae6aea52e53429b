import Bytes
import Entities
import NoteSyntax
import Services

/// Makes the final text of a note, with front matter and rewritten links.
struct ImportedText {
  let links: ImportLinks
  let request: ImportRequest
  let clock: any WallClock
  let target: (ImportLink, ImportedNote) -> ImportTarget?

  func text(of note: ImportedNote, at path: NotePath) -> (bytes: [UInt8], problems: [String]) {
    var (bytes, problems) = links.linked(note.text, at: path) { target($0, note) }
    // A `---` at the top of another program's text must not begin front matter.
    if !note.hasFrontMatter, bytes.starts(with: "---".utf8) { bytes.insert(Byte.lineFeed, at: 0) }
    for var property in properties(of: note, at: path) {
      if PropertyEdit.property(property.name, in: bytes) != nil { continue }
      property.values = property.values.map { value in
        guard value.contains("[["), property.name != "title" else { return value }
        let linked = links.linked(Array(value.utf8), at: path) { target($0, note) }
        problems += linked.problems
        return String(decoding: linked.bytes, as: UTF8.self)
      }
      let change = PropertyChange.set(
        name: property.name, values: property.values, type: property.type)
      do throws(PropertyProblem) {
        bytes = ByteEdit.apply(try PropertyEdit.edits(change, in: bytes), to: bytes)
      } catch {
        problems.append("Its \(property.name) is not in the front matter: \(error.message)")
        break
      }
    }
    return (bytes, problems)
  }

  private func properties(of note: ImportedNote, at path: NotePath) -> [ImportedNote.Property] {
    var all: [ImportedNote.Property] = []
    if !note.title.isEmpty, note.title != path.stem.text || Self.hidesTitle(of: note) {
      all.append(.init("title", [note.title]))
    }
    if !note.aliases.isEmpty { all.append(.init("aliases", note.aliases, as: .aliases)) }
    let tags = note.tags.compactMap(Self.tag)
    if !tags.isEmpty { all.append(.init("tags", tags.withoutDoubles, as: .tags)) }
    let created = note.created.flatMap { $0.seconds == 0 ? nil : clock.civil($0) }
    if let created = note.localCreated ?? created {
      all.append(.init("created", [created.written], as: .datetime))
    }
    if let source = note.source { all.append(.init("source", [source])) }
    all += note.properties
    if request.keepsAllFields { all += note.extras }
    if request.keepsIDs { all.append(.init("import-id", [note.id])) }
    return all
  }

  /// Whether the note needs a title property, since the heading at its top is a different title.
  private static func hidesTitle(of note: ImportedNote) -> Bool {
    // A file with front matter is a note already, and its name is not its title.
    if note.hasFrontMatter { return false }
    let shown = NoteHead(note.text.span, isWhole: true).title
    func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }
    return shown.map { letters($0) != letters(note.title) } ?? false
  }

  /// Returns the name as a tag, with dashes for blanks; nil if no character can be in a tag.
  static func tag(_ name: String) -> String? {
    var result = ""
    var isApart = false
    for character in name where character != "'" && character != "’" {
      guard isOfTag(character) else {
        isApart = true
        continue
      }
      let joins = "-/".contains(character) || result.last.map { "-/".contains($0) } ?? true
      if isApart, !joins { result.append("-") }
      result.append(character)
      isApart = false
    }
    let tag = result.split(separator: "/").joined(separator: "/")
    if tag.isEmpty { return nil }
    // Digits alone are not a tag.
    return tag.allSatisfy({ $0.isNumber }) ? "_\(tag)" : tag
  }

  private static func isOfTag(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_/".contains(character)
      || character.unicodeScalars.allSatisfy { $0.properties.isEmoji && !$0.isASCII }
  }
}

extension [String] {
  fileprivate var withoutDoubles: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
