import Bytes
import CCmark
import MarkdownLines

/// `[ ]` at the beginning of an item.
struct FoundTask {
  let status: Unicode.Scalar
  /// How many bytes of the text stand for it.
  let length: Int
  let task: RenderedTask

  init?(_ item: cmark_tree, _ lines: LineTable, _ source: UnsafeBufferPointer<UInt8>) {
    guard let paragraph = cmark_tree_child(item), paragraph.kind == CMARK_KIND_PARAGRAPH,
      let text = cmark_tree_child(paragraph), text.kind == CMARK_KIND_TEXT
    else { return nil }
    let box = text.withText { bytes in
      TaskBox(bytes, 0, bytes.count).map { box in
        (box, Byte.skippingBlanks(in: bytes, from: box.end, to: bytes.count))
      }
    }
    guard let (box, length) = box, box.status.value >= 0x20 else { return nil }
    status = box.status
    self.length = length
    let line = lines.range(of: paragraph.line)
    let (index, _) = LineSigns.behindMarks(source, line.lowerBound, line.upperBound)
    let found = index < line.upperBound ? TaskBox(source, index, line.upperBound) : nil
    task = RenderedTask(
      byte: found?.status == box.status && box.status.isASCII ? index + 1 : nil,
      isDone: box.isDone)
  }
}

extension Callout {
  /// How many bytes stand for it.
  var length: Int { sign.count }

  init?(_ quote: cmark_tree) {
    guard let callout = quote.firstWords({ Callout($0, line: $1) }) else { return nil }
    self = callout
  }
}

extension MaskedText {
  /// The embed that is all of a paragraph.
  func soleEmbed(of paragraph: cmark_tree) -> WikiMask? {
    guard let child = cmark_tree_child(paragraph), child.kind == CMARK_KIND_TEXT,
      cmark_tree_next(child) == nil
    else { return nil }
    let number = child.withText { bytes -> Int? in
      guard bytes.first == MaskedText.opening, let mask = MaskedText.number(in: bytes, at: 0),
        mask.end == bytes.count, mask.number < masks.count
      else { return nil }
      return mask.number
    }
    guard let number, case .wiki(let wiki) = masks[number], wiki.isEmbed else { return nil }
    return wiki
  }
}
