import Bytes
import CCmark
import Glibc
import NoteSyntax

/// A note as HTML, by CommonMark and GitHub's extensions. Raw HTML is left out.
///
/// What the preview shows as it is written is code here: the same limits hold for both.
package enum NoteHTML {
  /// Without front matter, and with embeds and what query blocks come to in their place; nil without
  /// memory.
  package static func html(of note: [UInt8], embeds: Embeds = Embeds()) -> [UInt8]? {
    let body = filled(note, embeds)
    return made(of: withRawPartsAsCode(body)) ?? made(of: asCode(body))
  }

  /// Its lines, with what is shown in them.
  static func filled(_ note: [UInt8], _ embeds: Embeds) -> [UInt8] {
    lines(
      of: QueryFences.answered(
        InlineQueries.answered(EmbedLines.filled(note, embeds), embeds), embeds.answers))
  }

  /// What stands behind the front matter. A carriage return ends a line of CommonMark, too.
  private static func lines(of note: [UInt8]) -> [UInt8] {
    note.withUnsafeBufferPointer { bytes in
      var text = HeadText(bytes, end: bytes.count)
      text.skipByteOrderMark()
      let front = FrontMatter(bytes, from: text.position, end: bytes.count, isWhole: true)
      let start = front?.whole.upperBound ?? text.position
      var lines: [UInt8] = []
      lines.reserveCapacity(bytes.count - start)
      for index in start..<bytes.count {
        let byte = bytes[index]
        if byte == Byte.lineFeed, index > start, bytes[index - 1] == carriageReturn { continue }
        lines.append(byte == carriageReturn ? Byte.lineFeed : byte)
      }
      return lines
    }
  }

  private static let carriageReturn = UInt8(ascii: "\r")

  private static func withRawPartsAsCode(_ body: [UInt8]) -> [UInt8] {
    body.withUnsafeBufferPointer { bytes in
      var splitter = NoteSplitter(bytes, from: 0, line: 0, least: RenderedNote.partLength)
      splitter.run()
      guard splitter.parts.contains(where: \.isRaw) else { return body }
      return splitter.parts.reduce(into: []) { text, part in
        let own = Array(bytes[part.range])
        text += part.isRaw ? asCode(own) : own
      }
    }
  }

  /// Between fences that are longer than any run of their sign in the text.
  private static func asCode(_ text: [UInt8]) -> [UInt8] {
    var (run, longest) = (0, 2)
    for byte in text {
      run = byte == Byte.tilde ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = [UInt8](repeating: Byte.tilde, count: longest + 1) + [Byte.lineFeed]
    let end = text.last == Byte.lineFeed ? [] : [Byte.lineFeed]
    return fence + text + end + fence
  }

  private static func made(of text: [UInt8]) -> [UInt8]? {
    let html = text.withUnsafeBytes { text in
      cmark_tree_html(text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count)
    }
    guard let html else { return nil }
    defer { free(html) }
    return Array(UnsafeRawBufferPointer(start: html, count: strlen(html)))
  }
}
