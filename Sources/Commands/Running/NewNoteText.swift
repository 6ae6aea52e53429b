import Entities
import Services

/// The first text of a note that `new` makes: tags, a heading, and what was given.
struct NewNoteText: Sendable {
  var title: String?
  var tags: [String]
  var body: [UInt8]
  /// What it begins with, already filled.
  var template: [UInt8]?

  /// What the file is called, where not after the title.
  var fileName: String?

  /// What the file is named after.
  func name(by texts: any NoteTexts) -> String {
    if let fileName { return fileName }
    if let title, !title.isEmpty { return title }
    return texts.name(ofDraft: (template ?? []) + body) ?? ""
  }

  /// With the tags in front, or in the front matter that the template has.
  func text(with texts: any NoteTexts) throws(NoteStoreError) -> [UInt8] {
    guard let template else { return bytes }
    var text = template
    if !body.isEmpty {
      if let last = text.last, last != 10 { text.append(10) }
      text += body
      if body.last != 10 { text.append(10) }
    }
    do throws(NoteTextProblem) {
      let pieces = try texts.retagging(text, adding: tags, removing: []).pieces
      for piece in pieces.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        text.replaceSubrange(piece.range, with: piece.new)
      }
      return text
    } catch {
      throw .refused(NotePath(name(by: texts)), reason: error.message)
    }
  }

  private var bytes: [UInt8] {
    var text = ""
    if !tags.isEmpty {
      text += "---\ntags: [\(tags.joined(separator: ", "))]\n---\n"
    }
    if let title, !title.isEmpty {
      text += "# \(Self.oneLine(title))\n"
      if !body.isEmpty { text += "\n" }
    }
    let ending: [UInt8] = body.isEmpty || body.last == 10 ? [] : [10]
    return Array(text.utf8) + body + ending
  }

  /// A tag as notes write it; throws where it is none.
  static func tag(_ written: String) throws(CommandFailure) -> String {
    let tag = written.hasPrefix("#") ? String(written.dropFirst()) : written
    let isTag = tag.unicodeScalars.allSatisfy { scalar in
      scalar == "_" || scalar == "-" || scalar == "/" || scalar.properties.isAlphabetic
        || scalar.properties.generalCategory == .decimalNumber || scalar.properties.isEmoji
        || scalar.properties.generalCategory == .nonspacingMark
        || scalar.properties.generalCategory == .spacingMark
        || scalar == "\u{200d}" || scalar == "\u{fe0f}"
    }
    let isNumber = tag.allSatisfy(\.isNumber)
    guard isTag, !isNumber, !tag.hasPrefix("-"), !tag.contains("#"), !tag.contains("*") else {
      throw CommandFailure(
        "“\(PlainLine.of(Array(written.utf8)))” is not a valid tag. A tag has letters, digits, _, - and /, "
          + "and not digits alone.",
        code: .usage)
    }
    return tag
  }

  private static func oneLine(_ title: String) -> String {
    if !title.contains(where: \.isNewline) { return title }
    return title.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
