/// Long lines in parts. A part is made where somebody looks, and stays.
extension RowCache {
  /// A long line stays long until it is half as long: rows must not jump with each key at the border.
  func isLong(_ content: Range<Int>) -> Bool {
    guard layout.wraps else { return false }
    if content.count > limits.longestPart { return true }
    if content.count <= limits.longestPart / 2 || anchors.isEmpty { return false }
    let next = anchors.count(upTo: content.lowerBound)
    return next < anchors.count && anchors.place(at: next) < content.upperBound
  }

  /// The part of a long line that holds a place.
  func part(around place: Int, of content: Range<Int>, in text: Rope) -> Range<Int> {
    while true {
      let part = knownPart(around: place, of: content)
      if part.count <= limits.longestPart { return part }
      let steps = (place - part.lowerBound) / limits.part
      var isNew = false
      for step in [steps, steps + 1] where step > 0 {
        let aim = part.lowerBound + step * limits.part
        if aim + limits.part / 2 < part.upperBound {
          isNew = addAnchor(before: aim, in: part, of: text) || isNew
        }
      }
      // Near its end the line is parted once more, in the middle of what is left.
      if !isNew {
        let rest = knownPart(around: place, of: content)
        if rest.count <= limits.longestPart { return rest }
        if !addAnchor(before: (rest.lowerBound + rest.upperBound) / 2, in: rest, of: text) {
          return rest
        }
      }
    }
  }

  private func knownPart(around place: Int, of content: Range<Int>) -> Range<Int> {
    // One that came to stand at the line's end begins no part.
    let next = anchors.count(upTo: min(place, content.upperBound - 1))
    var part = content
    if next > 0 { part = max(part.lowerBound, anchors.place(at: next - 1))..<part.upperBound }
    if next < anchors.count {
      part = part.lowerBound..<min(part.upperBound, anchors.place(at: next))
    }
    return part
  }

  /// Whether there was none.
  func addAnchor(before aim: Int, in part: Range<Int>, of text: Rope) -> Bool {
    let place = SureBoundary.find(
      before: aim, in: part, of: text, lookBack: limits.lookBack, atWords: layout.wraps)
    readCount += limits.lookBack
    guard place > part.lowerBound, place < part.upperBound else { return false }
    let index = anchors.count(before: place)
    if index < anchors.count, anchors.place(at: index) == place { return false }
    anchors.insert(Anchor(place: place), at: index)
    if index > 0 { anchors[index - 1].width = nil }
    return true
  }
}
