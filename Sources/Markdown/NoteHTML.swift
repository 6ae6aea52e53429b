import Bytes
import CCmark
import Glibc
import NoteSyntax

/// A note as HTML, by CommonMark and GitHub's extensions. Raw HTML is left out.
package enum NoteHTML {
  /// Without front matter; nil without memory.
  package static func html(of note: [UInt8]) -> [UInt8]? {
    note.withUnsafeBufferPointer { bytes in
      var text = HeadText(bytes, end: bytes.count)
      text.skipByteOrderMark()
      let front = FrontMatter(bytes, from: text.position, end: bytes.count, isWhole: true)
      let start = front?.whole.upperBound ?? text.position
      let body = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start...]))
      guard
        let html = cmark_tree_html(
          body.baseAddress?.assumingMemoryBound(to: CChar.self), body.count)
      else { return nil }
      defer { free(html) }
      return Array(UnsafeRawBufferPointer(start: html, count: strlen(html)))
    }
  }
}
