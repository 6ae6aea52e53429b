extension RandomAccessCollection where Index == Int {
  /// The first index whose element, like all after it, meets a condition; the end where none does. The
  /// elements must be in an order in which those that meet it come last.
  package func partitionPoint(where meetsCondition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if meetsCondition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
