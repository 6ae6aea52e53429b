/// The palette's commands that were run last, by their names.
package struct UsedCommands: Equatable, Sendable {
  /// The latest first; some may be gone by now.
  package private(set) var names: [String]
  package static let most = 30

  package init(_ names: [String] = []) { self.names = Array(names.prefix(Self.most)) }

  package mutating func use(_ name: String) {
    names = Array(([name] + names.filter { $0 != name }).prefix(Self.most))
  }
}
