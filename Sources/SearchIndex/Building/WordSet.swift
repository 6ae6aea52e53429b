/// The different words of one note, each once, as `WordTokenizer` takes them apart for nothing.
///
/// Of a huge note they are collected part by part, each word once in a part: however hostile the
/// note, there are never more in memory than `mostAtOnce`.
struct WordSet: Sendable {
  /// So many go to the full-text index at a time: what it keeps in memory for each is many times the
  /// word.
  static let mostAtOnce = 200_000

  private var count = 0
  private var parts: [[UInt8]] = []
  /// The words end to end, a separator behind each.
  private var words: [UInt8] = []
  /// A word's place among `words`, counted from 1, and its hash above; 0 where the slot is free.
  private var slots: [UInt64]
  private static let firstSlots = 1 << 12

  init() { slots = Array(repeating: 0, count: Self.firstSlots) }

  /// What stands in for one that is in use.
  private init(slots: [UInt64]) { self.slots = slots }

  /// Lends it to `body` alone: what is reached through a reader is checked at each step otherwise.
  mutating func lend(_ body: (inout WordSet) -> Void) {
    var lent = self
    self = WordSet(slots: [])
    body(&lent)
    self = lent
  }

  mutating func insert(_ word: UnsafeBufferPointer<UInt8>) {
    guard let start = word.baseAddress else { return }
    if count * 2 >= slots.count { grow() }
    let hash = Self.hash(start, word.count)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == UInt64(hash), isWord(word, at: Int(slots[slot] & 0xffff_ffff) - 1) {
        return
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = UInt64(hash) << 32 | UInt64(words.count + 1)
    words.append(contentsOf: word)
    words.append(WordTokenizer.separator)
    count += 1
    if count == Self.mostAtOnce { endPart() }
  }

  /// What was collected; the next note begins with nothing.
  mutating func take() -> [[UInt8]] {
    endPart()
    defer { parts = [] }
    return parts
  }

  private mutating func endPart() {
    if count == 0 { return }
    parts.append([WordTokenizer.prepared] + words)
    count = 0
    words.removeAll(keepingCapacity: true)
    if slots.count > Self.firstSlots * 4 {
      // One large note is no reason to clear so much room after each small one.
      slots = Array(repeating: 0, count: Self.firstSlots)
    } else {
      slots.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }
  }

  private func isWord(_ word: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard place + word.count < words.count, words[place + word.count] == WordTokenizer.separator
    else { return false }
    return words.withUnsafeBufferPointer { words in
      for index in 0..<word.count where words[place + index] != word[index] { return false }
      return true
    }
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    let mask = slots.count - 1
    for entry in old where entry != 0 {
      var slot = Int(entry >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = entry
    }
  }

  /// FNV-1a, with the high bits brought down: the slots are told apart by the low ones.
  private static func hash(_ word: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in 0..<count { hash = (hash ^ UInt64(word[index])) &* 0x0000_0100_0000_01b3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
