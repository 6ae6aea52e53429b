@testable import TextEngine

/// A text with what is selected written in it: `|` is a cursor, `«abc»` is selected from left to right
/// and `»abc«` from right to left. Where `‸` stands, it is the cursor and `|` is text, as in tables.
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
    var open: (place: ByteOffset, isBackwards: Bool)?
    let cursor: Unicode.Scalar = marked.unicodeScalars.contains("‸") ? "‸" : "|"
    for scalar in marked.unicodeScalars {
      let place = ByteOffset(bytes.count)
      if scalar == cursor {
        all.append(Selection(at: place))
      } else if scalar == "«" || scalar == "»" {
        if let begun = open {
          all.append(
            begun.isBackwards
              ? Selection(anchor: place, head: begun.place)
              : Selection(anchor: begun.place, head: place))
          open = nil
        } else {
          open = (place, scalar == "»")
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
    var marks: [(place: Int, mark: String)] = []
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
    var place = 0
    for mark in marks {
      written += Array(bytes[place..<mark.place]) + Array(mark.mark.utf8)
      place = mark.place
    }
    return String(decoding: written + bytes[place...], as: UTF8.self)
  }
}
