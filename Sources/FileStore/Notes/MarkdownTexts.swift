import Bytes
package import Entities
import NoteSyntax
package import Services

/// Titles and tags as Markdown and its front matter have them.
package struct MarkdownTexts: NoteTexts {
  package init() {}

  package func text(_ text: [UInt8], titled title: String) -> [UInt8]? {
    TitleEdit.text(of: text, titled: title)
  }

  package func name(ofDraft start: [UInt8]) -> String? { DraftName.of(start) }

  package func retagging(
    _ text: [UInt8], adding: [String], removing: [String]
  ) throws(NoteTextProblem) -> Retagging {
    do throws(PropertyProblem) {
      let edits = try TagEdit.edits(in: text, adding: adding, removing: removing)
      let after = ByteEdit.apply(edits, to: text)
      return Retagging(
        pieces: edits.map { piece($0, in: text) },
        staying: TagEdit.tags(removing, in: after))
    } catch {
      throw NoteTextProblem(error.message)
    }
  }

  package func properties(in text: [UInt8]) throws(NoteTextProblem) -> [NoteProperty] {
    do throws(PropertyProblem) {
      return try PropertyEdit.properties(in: text)
    } catch {
      throw NoteTextProblem(error.message)
    }
  }

  package func sheet(in text: [UInt8]) -> PropertySheet {
    let content = PropertyEdit.changeable(in: text)
    return PropertySheet(
      rows: content.properties.map {
        PropertySheet.Row($0.property, obstacle: $0.problem?.message)
      }, problem: content.problem)
  }

  package func text(
    _ text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [UInt8] {
    ByteEdit.apply(try edits(of: text, changing: property), to: text)
  }

  package func pieces(
    of text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [NoteChange.Piece] {
    try edits(of: text, changing: property).map { piece($0, in: text) }
  }

  private func edits(
    of text: [UInt8], changing property: PropertyChange
  ) throws(NoteTextProblem) -> [ByteEdit] {
    do throws(PropertyProblem) {
      return try PropertyEdit.edits(property, in: text)
    } catch {
      throw NoteTextProblem(error.message)
    }
  }

  private func piece(_ edit: ByteEdit, in text: [UInt8]) -> NoteChange.Piece {
    let feed = UInt8(ascii: "\n")
    let start = (text[..<edit.range.lowerBound].lastIndex(of: feed) ?? -1) + 1
    let end = text[edit.range.lowerBound...].firstIndex(of: feed) ?? text.count
    let line = text[..<start].reduce(1) { $0 + ($1 == feed ? 1 : 0) }
    return NoteChange.Piece(
      range: edit.range, old: Array(text[edit.range]), new: edit.bytes, line: line,
      context: String(decoding: text[start..<end], as: UTF8.self),
      place: (edit.range.lowerBound - start)..<(max(
        edit.range.lowerBound, min(edit.range.upperBound, end)) - start))
  }
}
