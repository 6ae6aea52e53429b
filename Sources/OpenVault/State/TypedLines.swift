/// The last lines that were typed on command lines, by kind, the oldest first.
package struct TypedLines: Equatable, Sendable {
  /// The most lines of a kind.
  package static let most = 50

  package private(set) var lines: [String: [String]] = [:]

  package init(_ lines: [String: [String]] = [:]) { add(lines) }

  /// Adds lines. The same lines from before move to the end.
  package mutating func add(_ new: [String: [String]]) {
    for (kind, added) in new {
      let known = Set(added)
      let all = (lines[kind] ?? []).filter { !known.contains($0) } + added
      lines[kind] = Array(all.suffix(Self.most))
    }
  }
}
