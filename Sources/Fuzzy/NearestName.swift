/// Finds the name that a misspelled one may mean.
package enum NearestName {
  /// Returns the nearest of `names`, unless even that one is too far away.
  package static func of(_ written: String, among names: [String]) -> String? {
    let wanted = Array(written.lowercased().utf8.prefix(64))
    guard wanted.count > 1 else { return nil }
    let begun = names.filter { wanted.count > 2 && $0.lowercased().utf8.starts(with: wanted) }
    if begun.count == 1 { return begun[0] }
    let furthest = wanted.count < 4 ? 1 : wanted.count < 8 ? 2 : 3
    let scored = names.map { name in
      (name: name, distance: distance(wanted, Array(name.lowercased().utf8.prefix(64))))
    }
    guard let best = scored.min(by: { $0.distance < $1.distance }), best.distance <= furthest
    else { return begun.first }
    return best.name
  }

  /// Returns the number of letters to insert, remove, change or swap with a neighbor.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var before: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      row.reserveCapacity(right.count + 1)
      for j in right.indices {
        let change = last[j] + (left[i] == right[j] ? 0 : 1)
        var least = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last[right.count]
  }
}
