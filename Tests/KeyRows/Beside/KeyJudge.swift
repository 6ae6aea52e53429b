package import TestSupport

/// Another editor that is installed, and what is asked of it.
package protocol KeyJudge {
  associatedtype Row: KeyRow

  /// How many of 500 rows each category has.
  var shares: [(category: String, rows: Int)] { get }
  func question(
    _ category: String, number: Int, using random: inout SeededRandom
  ) -> Row
  /// The rows with what the editor says; nil where it says nothing that counts.
  func judge(_ rows: [Row]) throws(JudgeFailure) -> [Row?]
  /// Whether the keys came to nothing at all.
  func isIdle(_ row: Row) -> Bool
}

package struct JudgeFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

extension KeyJudge {
  /// A number of random rows, with the editor's answers; the same for the same seed.
  package func rows(_ count: Int, seed: UInt64) throws(JudgeFailure) -> [Row] {
    var all: [Row] = []
    for (index, (category, share)) in shares.enumerated() {
      var random = SeededRandom(seed: seed &+ UInt64(index) &* 0x1_0001)
      let wanted = max(1, share * count / 500)
      var (found, idle, asked) = ([Row](), 0, 0)
      while found.count < wanted, asked < 6 * wanted + 60 {
        let lot = (0..<max(8, wanted - found.count)).map { number in
          question(category, number: asked + number, using: &random)
        }
        asked += lot.count
        for case let row? in try judge(lot) where found.count < wanted {
          // A few rows whose keys do nothing are enough.
          if isIdle(row) {
            if idle * 15 > found.count { continue }
            idle += 1
          }
          found.append(row)
        }
      }
      all += found
    }
    return all
  }
}
