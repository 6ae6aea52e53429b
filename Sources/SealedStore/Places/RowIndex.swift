/// Finds rows by a number made of them, in one block of memory: a hundred thousand of them are one
/// allocation. A row that is no longer what it was may stay in it: whoever asks looks at the row.
struct RowIndex {
  /// A row and one; zero is free.
  private var slots: [Int32]
  private var used = 0

  init(rows: Int) {
    var size = 64
    while size < rows * 3 { size *= 2 }
    slots = [Int32](repeating: 0, count: size)
  }

  /// Whether it has to be made anew, with more room, before more is put into it.
  var isFull: Bool { used * 2 >= slots.count }

  mutating func insert(_ row: Int, _ hash: Int) {
    let mask = slots.count - 1
    var slot = hash & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(row + 1)
    used += 1
  }

  /// The first with this number for which `isWanted` holds.
  func first(_ hash: Int, _ isWanted: (Int) -> Bool) -> Int? {
    slots.withUnsafeBufferPointer { slots in
      let mask = slots.count - 1
      var slot = hash & mask
      while slots[slot] != 0 {
        let row = Int(slots[slot]) - 1
        if isWanted(row) { return row }
        slot = (slot + 1) & mask
      }
      return nil
    }
  }
}
