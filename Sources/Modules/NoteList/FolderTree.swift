import Entities

/// The vault's folders as a tree with open and closed branches. The first row represents all notes.
struct FolderTree {
  struct Row: Equatable {
    var path: NotePath
    var name: String
    var depth: Int
    /// The count of notes in the folder and below it.
    var notes: Int
    /// Whether its branch is open; nil without subfolders.
    var isOpen: Bool?
  }

  private struct Node {
    var path: NotePath
    var notes: Int
    /// Indices of subfolders, in alphabetical order.
    var below: [Int] = []
  }

  private(set) var rows: [Row] = []
  private var nodes: [Node] = []
  private var open: Set<NotePath> = []

  /// Replaces the folders; open branches stay open.
  mutating func take(_ folders: [(path: NotePath, notes: Int)]) {
    nodes = [Node(path: NotePath(""), notes: 0)]
    var known = [NotePath(""): 0]
    for folder in folders {
      // Add the notes to each folder above too, which may have no entry of its own.
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

  /// Opens or closes a branch. The first row is always open.
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
    // A stack, so the last subfolder goes in first.
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
