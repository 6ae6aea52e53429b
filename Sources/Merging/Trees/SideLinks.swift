import Bytes
import Entities
import NoteSyntax

/// The links of a side's notes, which follow files that have another name in the merged tree.
struct SideLinks {
  private let rewriting: LinkRewriting?
  /// Whether notes that the side did not change may have links to follow. What another side renamed it
  /// wrote again in its own notes; a name that no side gave is new to all.
  let reachesUnchanged: Bool

  init(of tree: Tree, moves: [NotePath: NotePath], reachesUnchanged: Bool) {
    self.reachesUnchanged = reachesUnchanged && !moves.isEmpty
    if moves.isEmpty {
      rewriting = nil
      return
    }
    let files = Dictionary(grouping: tree.keys) { LinkName.key(of: $0) }.mapValues { $0.sorted() }
    rewriting = LinkRewriting(moves: moves, files: { files[$0] ?? [] })
  }

  var isEmpty: Bool { rewriting == nil }

  /// The text with its links written again; nil where all lead where they led.
  func followed(_ bytes: [UInt8], at path: NotePath) -> [UInt8]? {
    guard let rewriting else { return nil }
    let edits =
      LinkRewriting.isBoard(path)
      ? rewriting.edits(inBoard: bytes, at: path) : rewriting.edits(in: bytes, at: path)
    return edits.isEmpty ? nil : ByteEdit.apply(edits, to: bytes)
  }

  /// Whether a file of this name may have links.
  static func mayLink(_ path: NotePath) -> Bool {
    path.isOfNote && !path.isLocked
      || LinkRewriting.isBoard(path)
  }
}
