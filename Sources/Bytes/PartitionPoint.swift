extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element meets a condition, or the end if none does. The elements
  /// that meet it must all come after those that do not.
  @inlinable package func partitionPoint(where meetsCondition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if meetsCondition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
