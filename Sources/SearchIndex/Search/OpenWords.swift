/// Which words stand in the notes for those of a query that may go on.
///
/// FTS5 gives the notes of a whole word one by one, in their order; for a beginning it puts the lists
/// of all words together first, which for a few letters takes longer than a key. So where few words
/// begin so, they are asked for as they are.
final class OpenWords {
  private static let most = 8
  /// A query of more is none that somebody types.
  private static let mostAsked = 16

  private let database: Database
  private var known: [[UInt8]: [[UInt8]]] = [:]
  /// Whether more words begin like one of those that were asked for.
  var hasMany: Bool { !many.isEmpty }
  private var many: Set<[UInt8]> = []

  init(of database: Database) { self.database = database }

  /// What FTS5 finds the needle's words by, in any order.
  func match(_ needle: Needle) -> String {
    guard needle.endsOpen, let last = needle.words.last else { return needle.match }
    let endings = endings(of: last)
    if endings.isEmpty { return needle.match }
    let any = endings.map { Needle.match($0, isOpen: false) }.chained(by: " OR ")
    let before = needle.words.dropLast().map { Needle.match($0, isOpen: false) }
    return (before + [endings.count == 1 ? any : "(\(any))"]).chained(by: " AND ")
  }

  /// Whether more words begin like the needle's last than are asked for one by one.
  func areMany(_ needle: Needle) -> Bool {
    guard needle.endsOpen, let last = needle.words.last else { return false }
    _ = endings(of: last)
    return many.contains(last)
  }

  /// Empty where they are many, or none; a failure shows with the query itself.
  private func endings(of word: [UInt8]) -> [[UInt8]] {
    if let known = known[word] { return known }
    var found: [[UInt8]] = []
    if known.count < Self.mostAsked {
      do throws(DatabaseError) {
        found = try words(beginning: word)
      } catch {
        found = []
      }
    }
    if found.count > Self.most {
      many.insert(word)
      found = []
    }
    known[word] = found
    return found
  }

  /// One more than `most` where there are as many.
  private func words(beginning word: [UInt8]) throws(DatabaseError) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var next = word
    while found.count <= Self.most {
      let rows = try database.query(
        "SELECT term FROM term WHERE term >= ? LIMIT 1",
        .text(String(decoding: next, as: UTF8.self)))
      guard try rows.next() else { break }
      let term = rows.bytes(0)
      guard term.starts(with: word) else { break }
      found.append(term)
      // The least that comes after it.
      next = term + [0]
    }
    return found
  }
}
