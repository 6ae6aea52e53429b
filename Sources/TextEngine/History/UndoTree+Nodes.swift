extension UndoTree {
  /// The states by ID, in pages: after a copy of the tree, a change copies a page and not all states. The
  /// keymaps hold a copy while a key runs, to run it again.
  struct Nodes: Equatable, Sendable, Sequence {
    private static let pageBits = 6

    /// No page is empty.
    private var pages: [Int: [StateID: Node]] = [:]
    private(set) var count = 0

    subscript(id: StateID) -> Node? {
      get { pages[id.number >> Self.pageBits]?[id] }
      set {
        let page = id.number >> Self.pageBits
        let before = pages[page]?.count ?? 0
        pages[page, default: [:]][id] = newValue
        let after = pages[page]?.count ?? 0
        count += after - before
        if after == 0 { pages[page] = nil }
      }
    }

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
