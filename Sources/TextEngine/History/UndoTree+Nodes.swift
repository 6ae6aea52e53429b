extension UndoTree {
  /// The states by ID, in pages: after a copy of the tree, a change copies a page and not all states. The
  /// keymaps hold a copy while a key runs, to run it again.
  struct Nodes: Equatable, Sendable, Sequence {
    private static let pageBits = 6

    /// No page is empty.
    private var pages: [Int: [StateID: Node]] = [:]

    subscript(id: StateID) -> Node? {
      get { pages[id.number >> Self.pageBits]?[id] }
      set {
        let page = id.number >> Self.pageBits
        pages[page, default: [:]][id] = newValue
        if newValue == nil, pages[page]?.isEmpty == true { pages[page] = nil }
      }
    }

    var count: Int { pages.values.reduce(0) { $0 + $1.count } }
    var ids: [StateID] { map(\.key).sorted() }

    func makeIterator() -> FlattenSequence<[Int: [StateID: Node]].Values>.Iterator {
      pages.values.joined().makeIterator()
    }

    mutating func remove(_ id: StateID) -> Node? {
      defer { self[id] = nil }
      return self[id]
    }
  }
}
