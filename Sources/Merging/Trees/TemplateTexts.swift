import Bytes
import Comparing
import Entities
import Services

/// The templates of a vault, as what two new notes of one name may both have come of.
struct TemplateTexts {
  private let folder: NotePath
  private let texts: [TextLines]
  private static let most = 100
  private static let largest = 1 << 16

  /// Those that are in any of these states of the vault.
  init(in folder: NotePath, of trees: [Tree], _ blobs: BlobCache) throws {
    self.folder = folder
    let entries = trees.flatMap { tree in
      tree.filter { $0.value.kind.isFile && $0.key.isIn(folder) }.values.map(\.blob)
    }
    texts = try Set(entries).sorted().prefix(Self.most).map(blobs.bytes)
      .filter { $0.count <= Self.largest }.map { TextLines($0) }
  }

  /// The one of which both have most; nil where none has half of its lines in each of them.
  func base(of one: [UInt8], _ other: [UInt8], at path: NotePath) -> [UInt8]? {
    if texts.isEmpty || path.isIn(folder) { return nil }
    let (lines, others) = (Self.lines(of: TextLines(one)), Self.lines(of: TextLines(other)))
    var best: (text: TextLines, common: Int)?
    for text in texts {
      let own = Self.lines(of: text)
      let least = min(own.intersection(lines).count, own.intersection(others).count)
      guard least > 0, 2 * least >= own.count, least > best?.common ?? 0 else { continue }
      best = (text, least)
    }
    return best.map { Array($0.text[0..<$0.text.count]) }
  }

  /// Those that say something, and the same in each note.
  private static func lines(of text: TextLines) -> Set<[UInt8]> {
    Set((0..<text.count).map { Array(text.text(of: $0)) }).filter { line in
      !line.allSatisfy(Byte.isBlank) && line.firstRange(of: "{{".utf8) == nil
    }
  }
}

extension NotePath {
  fileprivate func isIn(_ folder: NotePath) -> Bool {
    !folder.bytes.isEmpty && bytes.starts(with: folder.bytes + [Byte.slash])
  }
}
