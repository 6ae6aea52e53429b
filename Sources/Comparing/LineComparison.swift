import Bytes

/// Finds which of the numbered lines of two texts are on one side only.
///
/// It uses Myers' algorithm in linear space: from both ends of a box, paths grow by one change at a
/// time until two of them meet, and the box is split there. If they do not meet soon, the box is
/// split at lines that occur once on each side; without such lines it counts as all changed.
struct LineComparison {
  /// A part of both texts.
  struct Box {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// The limit of steps: about a tenth of a second, even for hostile texts.
  private static let budget = 1 << 24
  /// The limit of changes from each end, before a box is split in the other way.
  private static let mostChanges = 2048

  let old: [Int32]
  let new: [Int32]
  private let kinds: Int
  private var isOldChanged: [Bool]
  private var isNewChanged: [Bool]
  private var boxes: [Box] = []
  private var stepsLeft = Self.budget
  private var forward: [Int] = []
  private var backward: [Int] = []

  init(_ numbers: LineNumbers) {
    old = numbers.old
    new = numbers.new
    kinds = Int(numbers.count)
    isOldChanged = [Bool](repeating: false, count: old.count)
    isNewChanged = [Bool](repeating: false, count: new.count)
  }

  mutating func run() {
    boxes = [Box(old: 0..<old.count, new: 0..<new.count)]
    while let box = boxes.popLast().map(trimmed) {
      if box.old.isEmpty || box.new.isEmpty {
        markChanged(box)
      } else if let (x, y) = meeting(in: box) {
        boxes.append(Box(old: x..<box.old.upperBound, new: y..<box.new.upperBound))
        boxes.append(Box(old: box.old.lowerBound..<x, new: box.new.lowerBound..<y))
      } else if !cutAtAnchors(box) {
        markChanged(box)
      }
    }
  }

  /// The differences, from top to bottom.
  var hunks: [Hunk] {
    var hunks: [Hunk] = []
    var (x, y) = (0, 0)
    while x < old.count || y < new.count {
      let (fromX, fromY) = (x, y)
      while x < old.count, isOldChanged[x] { x += 1 }
      while y < new.count, isNewChanged[y] { y += 1 }
      if x > fromX || y > fromY {
        hunks.append(Hunk(old: fromX..<x, new: fromY..<y))
      } else {
        x += 1
        y += 1
      }
    }
    return hunks
  }

  private func trimmed(_ box: Box) -> Box {
    var (low, high) = (box.old.lowerBound, box.old.upperBound)
    var (newLow, newHigh) = (box.new.lowerBound, box.new.upperBound)
    while low < high, newLow < newHigh, old[low] == new[newLow] {
      low += 1
      newLow += 1
    }
    while low < high, newLow < newHigh, old[high - 1] == new[newHigh - 1] {
      high -= 1
      newHigh -= 1
    }
    return Box(old: low..<high, new: newLow..<newHigh)
  }

  private mutating func markChanged(_ box: Box) {
    for line in box.old { isOldChanged[line] = true }
    for line in box.new { isNewChanged[line] = true }
  }

  /// Returns a point on a shortest path through the box; nil if the path is too long.
  ///
  /// Diagonals are numbered by `x - y`. The box is trimmed, so both parts are smaller than it.
  private mutating func meeting(in box: Box) -> (Int, Int)? {
    let (left, right) = (box.old.lowerBound, box.old.upperBound)
    let (top, bottom) = (box.new.lowerBound, box.new.upperBound)
    let lowest = left - bottom
    let highest = right - top
    let shift = 1 - lowest
    let needed = highest - lowest + 3
    if forward.count < needed {
      forward = [Int](repeating: 0, count: needed)
      backward = forward
    }
    let (start, end) = (left - top, right - bottom)
    let isOdd = (start - end) & 1 != 0
    var (startLow, startHigh, endLow, endHigh) = (start, start, end, end)
    forward[start + shift] = left
    backward[end + shift] = right
    for _ in 0..<Self.mostChanges {
      if stepsLeft <= 0 { return nil }
      Self.widen(&startLow, &startHigh, lowest, highest) { forward[$0 + shift] = -1 }
      for diagonal in stride(from: startHigh, through: startLow, by: -2) {
        let (below, above) = (forward[diagonal - 1 + shift], forward[diagonal + 1 + shift])
        let first = below < above ? above : below + 1
        var x = first
        while x < right, x - diagonal < bottom, old[x] == new[x - diagonal] { x += 1 }
        stepsLeft -= x - first + 1
        forward[diagonal + shift] = x
        if isOdd, endLow <= diagonal, diagonal <= endHigh, backward[diagonal + shift] <= x {
          return (x, x - diagonal)
        }
      }
      Self.widen(&endLow, &endHigh, lowest, highest) { backward[$0 + shift] = .max }
      for diagonal in stride(from: endHigh, through: endLow, by: -2) {
        let (below, above) = (backward[diagonal - 1 + shift], backward[diagonal + 1 + shift])
        let first = below < above ? below : above - 1
        var x = first
        while x > left, x - diagonal > top, old[x - 1] == new[x - 1 - diagonal] { x -= 1 }
        stepsLeft -= first - x + 1
        backward[diagonal + shift] = x
        if !isOdd, startLow <= diagonal, diagonal <= startHigh, x <= forward[diagonal + shift] {
          return (x, x - diagonal)
        }
      }
    }
    return nil
  }

  /// Adds one diagonal on each side, within the box; `close` marks those beyond.
  private static func widen(
    _ low: inout Int, _ high: inout Int, _ lowest: Int, _ highest: Int, _ close: (Int) -> Void
  ) {
    if low > lowest {
      low -= 1
      close(low - 1)
    } else {
      low += 1
    }
    if high < highest {
      high += 1
      close(high + 1)
    } else {
      high -= 1
    }
  }
}

extension LineComparison {
  /// Splits a box at lines that occur once on each side, along the longest run in the same order.
  private mutating func cutAtAnchors(_ box: Box) -> Bool {
    stepsLeft -= box.old.count + box.new.count
    guard stepsLeft > 0 else { return false }
    let anchors = Self.longestRising(pairs(in: box))
    if anchors.isEmpty { return false }
    var (x, y) = (box.old.lowerBound, box.new.lowerBound)
    for anchor in anchors {
      boxes.append(Box(old: x..<anchor.old, new: y..<anchor.new))
      (x, y) = (anchor.old + 1, anchor.new + 1)
    }
    boxes.append(Box(old: x..<box.old.upperBound, new: y..<box.new.upperBound))
    return true
  }

  /// Returns the lines that occur once on each side of a box, in the order of the old text.
  private func pairs(in box: Box) -> [(old: Int, new: Int)] {
    var times: [Int32: (old: Int, new: Int, newPlace: Int)] = [:]
    for line in box.old { times[old[line], default: (0, 0, 0)].old += 1 }
    for line in box.new {
      times[new[line], default: (0, 0, 0)].new += 1
      times[new[line]]?.newPlace = line
    }
    return box.old.compactMap { line in
      guard let time = times[old[line]], time.old == 1, time.new == 1 else { return nil }
      return (line, time.newPlace)
    }
  }

  private static func longestRising(
    _ pairs: [(old: Int, new: Int)]
  ) -> [(old: Int, new: Int)] {
    // `ends[n]` is the pair with the smallest index that can end a run of n + 1 pairs.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for index in pairs.indices {
      let length = ends.partitionPoint { pairs[$0].new >= pairs[index].new }
      if length > 0 { before[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var run: [(old: Int, new: Int)] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(pairs[index])
      index = before[index]
    }
    return run.reversed()
  }
}
