import Entities
import Services

/// The first text of a note: tags, a heading, and what was given.
struct NewNoteText {
  private let new: NewNote
  /// What it begins with, already filled.
  private let template: [UInt8]?

  init(_ new: NewNote, template: [UInt8]?) { (self.new, self.template) = (new, template) }

  /// What the file is named after.
  func name(by texts: any NoteTexts) -> String {
    if let title { return title }
    return texts.name(ofDraft: (template ?? []) + new.body) ?? ""
  }

  private var title: String? { new.title.flatMap { $0.isEmpty ? nil : $0 } }

  /// With the tags in front, or in the front matter that the template has.
  func bytes(by texts: any NoteTexts, named name: String) throws(NoteStoreError) -> [UInt8] {
    guard let template else { return plain }
    var text = template
    if !new.body.isEmpty {
      if let last = text.last, last != 10 { text.append(10) }
      text += new.body
      if new.body.last != 10 { text.append(10) }
    }
    do throws(NoteTextProblem) {
      let pieces = try texts.retagging(text, adding: new.tags, removing: []).pieces
      for piece in pieces.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        text.replaceSubrange(piece.range, with: piece.new)
      }
      return text
    } catch {
      throw .refused(NotePath(name), reason: error.message)
    }
  }

  private var plain: [UInt8] {
    var text: [UInt8] = []
    if !new.tags.isEmpty {
      text += "---\ntags: [\(new.tags.joined(separator: ", "))]\n---\n".utf8
    }
    if let title {
      text += Self.heading(title)
      if !new.body.isEmpty { text.append(10) }
    }
    return text + new.body + (new.body.isEmpty || new.body.last == 10 ? [] : [10])
  }

  /// On one line.
  static func heading(_ title: String) -> [UInt8] {
    let line =
      title.contains(where: \.isNewline)
      ? title.split(whereSeparator: \.isNewline).joined(separator: " ") : title
    return Array("# \(line)\n".utf8)
  }
}
