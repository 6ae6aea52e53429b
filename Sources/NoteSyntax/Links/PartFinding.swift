import Bytes
import Folding

/// Finds the start of the part of a note that a link names after its `#`.
///
/// A heading is named by its words, within other headings as `One#Two`, or by its slug, as in
/// Markdown links; a repeated slug is `slug-1`. A block is named as `^id`.
package enum PartFinding {
  /// Returns the part's line, counted from 1; nil if the note has no such part.
  package static func line(
    ofPart part: [UInt8], in bytes: Span<UInt8>
  ) -> Int? {
    line(ofPart: part, in: bytes, NoteScanner.scan(bytes))
  }

  /// Returns the part's line in a note that was scanned.
  package static func line(
    ofPart part: [UInt8], in bytes: Span<UInt8>, _ scan: NoteScan
  ) -> Int? {
    if part.first == UInt8(ascii: "^") { return block(part, in: bytes, scan)?.line }
    let steps = part.split(separator: UInt8(ascii: "#")).map { PartRewriting.key(Array($0)) }
    let keys = scan.headings.map { PartRewriting.key(NoteScanner.words(of: $0.text, in: bytes)) }
    return heading(at: steps, scan.headings, keys) ?? heading(withSlug: part, scan.headings, bytes)
  }

  /// Returns the block named `^id`.
  package static func block(
    _ part: [UInt8], in bytes: Span<UInt8>, _ scan: NoteScan
  ) -> NoteScan.Block? {
    let wanted = Folding.name(part.dropFirst())
    return scan.blocks.first { Folding.name(bytes.copy($0.id)) == wanted }
  }

  /// Returns the first heading of that name within the headings of the other steps; failing that,
  /// the first of that name.
  static func heading(
    at steps: [[UInt8]], _ headings: [NoteScan.Heading], _ keys: [[UInt8]]
  ) -> Int? {
    guard let wanted = steps.last, !wanted.isEmpty else { return nil }
    let fitting = headings.indices.filter { keys[$0] == wanted }
    let best = fitting.first { index in
      var level = headings[index].level
      var rest = steps.dropLast()
      for above in headings.indices[..<index].reversed() where headings[above].level < level {
        level = headings[above].level
        if keys[above] == rest.last { rest.removeLast() }
      }
      return rest.isEmpty
    }
    return (best ?? fitting.first).map { headings[$0].line }
  }

  private static func heading(
    withSlug part: [UInt8], _ headings: [NoteScan.Heading], _ bytes: Span<UInt8>
  ) -> Int? {
    let wanted = Array(String(decoding: part, as: UTF8.self).lowercased().utf8)
    var counts: [[UInt8]: Int] = [:]
    for heading in headings {
      let words = NoteScanner.words(of: heading.text, in: bytes)
      var slug = PartRewriting.slug(String(decoding: words, as: UTF8.self))
      let count = counts[slug, default: 0]
      counts[slug] = count + 1
      if count > 0 { slug += Array("-\(count)".utf8) }
      if slug == wanted, !slug.isEmpty { return heading.line }
    }
    return nil
  }
}
