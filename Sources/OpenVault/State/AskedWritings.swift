package import Entities

/// What other programs asked to write into a vault, until a person answers.
package struct AskedWritings: Equatable, Sendable {
  package private(set) var items: [AskedWriting] = []
  /// What a person agreed to for good.
  package private(set) var agreed: Set<AskedWriting.Kind> = []

  /// Any web page can ask, and must not fill the disk.
  package static let most = 200
  package static let mostBytes = 16 << 20

  package init(_ items: [AskedWriting] = [], agreed: Set<AskedWriting.Kind> = []) {
    (self.items, self.agreed) = (items, agreed)
  }

  /// Adds a writing under a number of its own; does nothing if there is no room.
  package mutating func add(_ writing: AskedWriting) {
    guard hasRoom(for: writing) else { return }
    var writing = writing
    writing.number = (items.map(\.number).max() ?? 0) + 1
    items.append(writing)
  }

  package func hasRoom(for writing: AskedWriting) -> Bool {
    items.count < Self.most
      && items.reduce(writing.content.count) { $0 + $1.content.count } <= Self.mostBytes
  }

  package mutating func remove(_ number: Int) { items.removeAll { $0.number == number } }

  /// To replace a text is asked about each time.
  package mutating func agree(to kind: AskedWriting.Kind) {
    if kind != .replace { agreed.insert(kind) }
  }
}

/// One note that another program asked to write.
package struct AskedWriting: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case make, append, prepend, replace
  }

  package enum Target: Hashable, Sendable {
    case note(NotePath)
    /// A new note in the folder of new notes, with this name.
    case named(String)
    case today
    /// A new note named after the moment.
    case unique
  }

  package var number = 0
  package var arrived: Timestamp
  package var kind: Kind
  package var target: Target
  package var content: [UInt8]

  package init(arrived: Timestamp, kind: Kind, target: Target, content: [UInt8]) {
    (self.arrived, self.kind, self.target, self.content) = (arrived, kind, target, content)
  }
}
