import Entities
import Merging
import Services
import Testing

@testable import GitSync

@Suite("Differences between two trees")
struct TreeDifferenceTests {
  @Test("A difference lists writes, removals, and the writes that must wait for removals")
  func orders() {
    let old = tree(["a": "1", "b": "1", "c": "1", "x/y": "1", "f": "1", "same": "s"])
    let new = tree(["a": "2", "d": "1", "x": "1", "f/g": "1", "same": "s"])
    let difference = TreeDifference(from: old, to: new)
    #expect(difference.writes.map(\.path.text) == ["a", "d"])
    #expect(difference.removals.map(\.path.text) == ["b", "c", "f", "x/y"])
    #expect(difference.lateWrites.map(\.path.text) == ["f/g", "x"])
    #expect(
      difference.changes.filter { $0.kind == .changed } == [SyncChange(NotePath("a"), .changed)])
    #expect(TreeDifference(from: old, to: old).all.isEmpty)
  }

  @Test("Nested repositories are left alone, and names that no vault allows are not written")
  func leavesAlone() {
    var old = tree(["a.md": "1"])
    var new = tree(["a.md": "1", ".GIT/config": "evil", "a/../b": "evil", "ok/.gitkeep": ""])
    old[NotePath("gone")] = TreeEntry(.submodule, blob: "1")
    new[NotePath("come")] = TreeEntry(.submodule, blob: "1")
    old[NotePath("moved")] = TreeEntry(.submodule, blob: "1")
    new[NotePath("moved")] = TreeEntry(.submodule, blob: "2")
    let difference = TreeDifference(from: old, to: new)
    #expect(difference.all.map(\.path.text) == ["ok/.gitkeep"])
    #expect(difference.refused.map(\.path.text) == [".GIT/config", "a/../b"])
  }

  @Test("A change of only the file type is a change")
  func kinds() {
    let old = tree(["run": "1"])
    let new = [NotePath("run"): TreeEntry(.executable, blob: "1")]
    #expect(TreeDifference(from: old, to: new).writes.count == 1)
  }

  @Test("Moved notes do not count as deleted, and other files are not counted")
  func vanished() {
    let names = (0..<40).map { "n\($0).md" }
    let old = tree(
      Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }).merging(["p.png": "p"]) { $1 })
    let rows: [(String, Tree, Int)] = [
      ("none", old, 0),
      ("all", [:], 40),
      (
        "half", old.filter { $0.key.text < "n25" },
        old.keys.filter { $0.text >= "n25" && $0.isNote }.count
      ),
      // Moved without changes, and moved with changes.
      ("moved", tree(Dictionary(uniqueKeysWithValues: names.map { ("sub/\($0)", $0) })), 0),
      (
        "rewritten", tree(Dictionary(uniqueKeysWithValues: names.map { ("sub/\($0)", "\($0)!") })),
        0
      ),
    ]
    for (name, new, expected) in rows {
      let changes = TreeDifference.changes(from: old, to: new)
      #expect(TreeDifference.vanishedNotes(in: changes) == expected, "\(name)")
    }
  }
}

extension TreeDifference {
  init(from old: Tree, to new: Tree) { self.init(Self.changes(from: old, to: new)) }

  static func changes(from old: Tree, to new: Tree) -> [Change] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
      .map { Change(path: $0, before: old[$0], after: new[$0]) }
  }
}
