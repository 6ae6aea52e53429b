import Entities

/// The vault's folders as a tree of which branches are open. The first row is all notes.
struct FolderTree {
  struct Row: Equatable {
    var path: NotePath
    var name: String
    var depth: Int
    /// In it and below it.
    var notes: Int
    /// Nil where nothing is below it.
    var isOpen: Bool?
  }

  private struct Node {
    var path: NotePath
    var notes: Int
    /// Ascending as a person sorts them.
    var below: [Int] = []
  }

  private(set) var rows: [Row] = []
  private var nodes: [Node] = []
  private var open: Set<NotePath> = []

  /// Takes the folders as they are now; what was open stays open.
  mutating func take(_ folders: [(path: NotePath, notes: Int)]) {
    nodes = [Node(path: NotePath(""), notes: 0)]
    var known = [NotePath(""): 0]
    for folder in folders {
      // Each of the folders above it has the notes too, and is there even where it has no other.
      var path = folder.path
      var child: Int?
      while true {
        let isNew = known[path] == nil
        let node = known[path] ?? nodes.count
        if isNew {
          known[path] = node
          nodes.append(Node(path: path, notes: 0))
        }
        nodes[node].notes += folder.notes
        if let child { nodes[node].below.append(child) }
        if path.bytes.isEmpty { break }
        child = isNew ? node : nil
        path = path.folder
      }
    }
    let keys = nodes.map { (name: $0.path.name.text.lowercased(), path: $0.path) }
    for index in nodes.indices where nodes[index].below.count > 1 {
      nodes[index].below.sort { keys[$0] < keys[$1] }
    }
    layOut()
  }

  func index(of path: NotePath) -> Int? { rows.firstIndex { $0.path == path } }

  /// Opens or closes a folder with others below it; the first row is always open.
  mutating func show(belowIsOpen isOpen: Bool, _ path: NotePath) {
    if isOpen { open.insert(path) } else { open.remove(path) }
    layOut()
  }

  /// Opens all folders above this one.
  mutating func reveal(_ path: NotePath) {
    var above = path
    while !above.bytes.isEmpty {
      above = above.folder
      open.insert(above)
    }
    layOut()
  }

  private mutating func layOut() {
    rows = []
    guard let root = nodes.first else { return }
    rows.append(Row(path: root.path, name: "All notes", depth: 0, notes: root.notes, isOpen: nil))
    // From the last to the first, as a stack has it.
    var waiting = root.below.reversed().map { (node: $0, depth: 0) }
    while let (node, depth) = waiting.popLast() {
      let folder = nodes[node]
      let isOpen = open.contains(folder.path)
      rows.append(
        Row(
          path: folder.path, name: folder.path.name.text, depth: depth, notes: folder.notes,
          isOpen: folder.below.isEmpty ? nil : isOpen))
      if isOpen { waiting += folder.below.reversed().map { ($0, depth + 1) } }
    }
  }
}
