@testable import TextEngine

/// A text with what is selected written in it: `|` is a cursor, `«abc»` is selected from left to right
/// and `»abc«` from right to left. Where there is a `‸`, it is the cursor and `|` is text, as in tables.
struct MarkedSelections: Equatable {
  var text: Rope
  var selections: Selections

  init(text: Rope, selections: Selections) {
    self.text = text
    self.selections = selections
  }

  init(_ marked: String) {
    var bytes: [UInt8] = []
    var all: [Selection] = []
    var open: (offset: ByteOffset, isBackwards: Bool)?
    let cursor: Unicode.Scalar = marked.unicodeScalars.contains("‸") ? "‸" : "|"
    for scalar in marked.unicodeScalars {
      let offset = ByteOffset(bytes.count)
      if scalar == cursor {
        all.append(Selection(at: offset))
      } else if scalar == "«" || scalar == "»" {
        if let begun = open {
          all.append(
            begun.isBackwards
              ? Selection(anchor: offset, head: begun.offset)
              : Selection(anchor: begun.offset, head: offset))
          open = nil
        } else {
          open = (offset, scalar == "»")
        }
      } else {
        bytes += Array(String(scalar).utf8)
      }
    }
    text = Rope(bytes, limits: RopeTests.small)
    selections = Selections(all, main: all.count - 1) ?? Selections(Selection(at: .zero))
  }

  /// The text with its marks; the cursor's is `‸` where the text has bars.
  var marked: String {
    let bytes = text.bytes
    let cursor = bytes.contains(.bar) ? "‸" : "|"
    var marks: [(offset: Int, mark: String)] = []
    for selection in selections.all {
      let range = selection.range.values
      if selection.isEmpty {
        marks.append((range.lowerBound, cursor))
      } else {
        marks.append((range.lowerBound, selection.isBackwards ? "»" : "«"))
        marks.append((range.upperBound, selection.isBackwards ? "«" : "»"))
      }
    }
    var written: [UInt8] = []
    var offset = 0
    for mark in marks {
      written += Array(bytes[offset..<mark.offset]) + Array(mark.mark.utf8)
      offset = mark.offset
    }
    return String(decoding: written + bytes[offset...], as: UTF8.self)
  }
}
