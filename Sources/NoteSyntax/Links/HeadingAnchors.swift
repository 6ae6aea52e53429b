import Bytes

/// The anchors of a note's headings in web addresses, and the headings that links mean.
package enum HeadingAnchors {
  /// Returns the slugs of headings in their order. A repeated slug gets a number, `slug-1`, so that
  /// all are different.
  package static func all(of headings: [String]) -> [String] {
    var counts: [String: Int] = [:]
    var known: Set<String> = []
    return headings.map { heading in
      let slug = String(decoding: PartRewriting.slug(heading), as: UTF8.self)
      var anchor = slug
      repeat {
        let count = counts[slug, default: 0]
        counts[slug] = count + 1
        anchor = count > 0 ? "\(slug)-\(count)" : slug
      } while anchor.isEmpty || !known.insert(anchor).inserted
      return anchor
    }
  }

  /// Returns the index of the heading that a link names after its `#`, as `PartFinding` finds it;
  /// nil if there is none.
  package static func position(
    ofPart part: String, in headings: [(level: Int, text: String)]
  ) -> Int? {
    let titles = headings.indices.map { index in
      NoteScan.Heading(level: headings[index].level, text: 0..<0, line: index)
    }
    let keys = headings.map { PartRewriting.key(Array($0.text.utf8)) }
    let steps = part.utf8.split(separator: Byte.hash).map { PartRewriting.key(Array($0)) }
    return PartFinding.heading(at: steps, titles, keys)
      ?? all(of: headings.map(\.text)).firstIndex(of: part.lowercased())
  }
}
