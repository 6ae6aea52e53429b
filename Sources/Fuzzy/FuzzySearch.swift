import Glibc
import Synchronization
import Threads

/// A match: its block, and its index in that block.
package struct FuzzyHit: Equatable, Sendable {
  package var block: Int
  package var index: Int
  var score: Int32

  /// Orders by score, then by recency.
  func comesBefore(_ other: FuzzyHit) -> Bool {
    if score != other.score { return score > other.score }
    return block != other.block ? block < other.block : index < other.index
  }
}

package struct FuzzyResult: Sendable {
  package let query: FuzzyQuery
  /// The best matches, as many as requested.
  package let hits: [FuzzyHit]
  package let count: Int
  /// All matches by block, for a query that narrows this one.
  fileprivate let matches: [[Int32]]

  package var blockCount: Int { matches.count }
}

/// Stops a search whose result is no longer wanted.
package final class FuzzyStop: Sendable {
  private let isSet = Atomic(false)

  package init() {}

  package func stop() { isSet.store(true, ordering: .relaxed) }
  var hasStopped: Bool { isSet.load(ordering: .relaxed) }
}

/// Searches blocks of names, several at a time.
package enum FuzzySearch {
  /// Returns the best `most` names, or nil after a stop. `earlier` is another query's result in
  /// these blocks or the first of them: if this query narrows that one, only its matches are
  /// searched again.
  package static func run(
    _ query: FuzzyQuery, in blocks: [FuzzyNames], after earlier: FuzzyResult? = nil, most: Int,
    stop: FuzzyStop = FuzzyStop()
  ) async -> FuzzyResult? {
    let usable = earlier.flatMap { query.narrows($0.query) ? $0.matches : nil } ?? []
    let threads = max(1, min(DedicatedThread.usefulCount, blocks.count))
    let queue = BlockQueue(blocks.count)
    let parts = await withTaskGroup(of: Part?.self) { group in
      for _ in 0..<threads {
        group.addTask { part(query, blocks, queue, usable, most: most, stop) }
      }
      var parts: [Part] = []
      for await part in group {
        if let part { parts.append(part) }
      }
      return parts
    }
    guard parts.count == threads else { return nil }
    var matches = [[Int32]](repeating: [], count: blocks.count)
    for part in parts {
      for (block, found) in part.matches { matches[block] = found }
    }
    let hits = parts.flatMap(\.hits.all).sorted { $0.comesBefore($1) }.prefix(most)
    return FuzzyResult(
      query: query, hits: Array(hits), count: matches.reduce(0) { $0 + $1.count },
      matches: matches)
  }

  private struct Part: Sendable {
    var hits: TopHits
    var matches: [(block: Int, found: [Int32])] = []
  }

  /// Hands the next block to any awake thread, because the threads do not wake up at the same
  /// moment.
  private final class BlockQueue: Sendable {
    private let taken = Atomic(0)
    private let count: Int

    init(_ count: Int) { self.count = count }

    func next() -> Int? {
      let block = taken.wrappingAdd(1, ordering: .relaxed).oldValue
      return block < count ? block : nil
    }
  }

  private static func part(
    _ query: FuzzyQuery, _ blocks: [FuzzyNames], _ queue: BlockQueue, _ usable: [[Int32]],
    most: Int, _ stop: FuzzyStop
  ) -> Part? {
    var part = Part(hits: TopHits(most: most))
    while let block = queue.next() {
      if stop.hasStopped { return nil }
      let chosen = block < usable.count ? usable[block] : nil
      part.matches.append(
        (block, blocks[block].search(query, among: chosen, block: block, into: &part.hits)))
    }
    return part
  }
}

extension FuzzyNames {
  /// Returns all matches in order and adds the best to the hits.
  fileprivate func search(
    _ query: FuzzyQuery, among chosen: [Int32]?, block: Int, into hits: inout TopHits
  ) -> [Int32] {
    var found: [Int32] = []
    letters.bytes.withUnsafeBufferPointer { bytes in
      letters.signs.withUnsafeBufferPointer { signs in
        var matcher = FuzzyMatcher(bytes, signs)
        func look(at index: Int) {
          guard masks[index] & query.mask == query.mask else { return }
          let (start, end) = (Int(starts[index]), Int(starts[index + 1]))
          if areSentences, !matcher.hasTogether(query, from: start, to: end) { return }
          if let score = matcher.score(query, from: start, to: end) {
            found.append(Int32(index))
            hits.add(FuzzyHit(block: block, index: index, score: score))
          }
        }
        if let chosen {
          for index in chosen { look(at: Int(index)) }
        } else {
          for index in 0..<count { look(at: index) }
        }
      }
    }
    return found
  }
}

/// The best of many hits, in order.
private struct TopHits: Sendable {
  private(set) var all: [FuzzyHit] = []
  private let most: Int

  init(most: Int) {
    self.most = most
  }

  mutating func add(_ hit: FuzzyHit) {
    if all.count >= most, let worst = all.last, worst.comesBefore(hit) { return }
    all.insert(hit, at: all.firstIndex { hit.comesBefore($0) } ?? all.count)
    if all.count > most { all.removeLast() }
  }
}
