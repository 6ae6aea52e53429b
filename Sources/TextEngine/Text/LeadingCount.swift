extension RandomAccessCollection where Index == Int {
  /// How many elements fit, where all that fit come before all others.
  func leadingCount(where fits: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}
