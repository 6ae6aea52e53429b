/// Looks for a part in texts, in a time that grows with their lengths and no faster, whatever they are.
package struct PartFinder {
  package let part: [UInt8]
  /// For each beginning of the part: the longest shorter one that it ends with.
  private let back: [Int]

  package init(_ part: String) {
    let part = Array(part.utf8)
    var back = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
      while length > 0, part[index] != part[length] { length = back[length - 1] }
      if part[index] == part[length] { length += 1 }
      back[index] = length
    }
    (self.part, self.back) = (part, back)
  }

  /// Nothing is nowhere.
  package func first(in text: [UInt8], from start: Int = 0) -> Int? {
    guard !part.isEmpty else { return nil }
    var length = 0
    for index in text.indices.dropFirst(start) {
      while length > 0, text[index] != part[length] { length = back[length - 1] }
      if text[index] == part[length] { length += 1 }
      if length == part.count { return index + 1 - length }
    }
    return nil
  }
}
