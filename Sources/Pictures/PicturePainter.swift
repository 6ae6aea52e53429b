package import Entities
import Markdown
package import Services
import Synchronization

/// Finds and reads the vault's pictures and has them drawn, off the main actor. Caches drawn
/// pictures until the file's bytes change.
package struct PicturePainter: Sendable {
  private let files: any VaultFiles
  private let drawing: any PictureDrawing
  private let cache = PictureCache()

  /// A larger file is not drawn.
  private static let mostBytes = 24 << 20

  package init(files: any VaultFiles, drawing: any PictureDrawing) {
    self.files = files
    self.drawing = drawing
  }

  /// Draws a picture. `note` contains it, or is nil for a text that is being written.
  @concurrent
  package func draw(_ wish: PictureRequest, in note: NoteID?) async -> DrawnPicture {
    var bytes: [UInt8] = []
    for path in PictureName(wish.picture).candidates(from: note) {
      if let found = read(path) {
        bytes = found
        break
      }
    }
    if bytes.isEmpty, let path = path(named: wish.picture), let found = read(path) {
      bytes = found
    }
    if bytes.isEmpty { return .problem("is not in the vault, or cannot be read") }
    if bytes.count >= Self.mostBytes { return .problem("is too large to be drawn") }
    return await draw(bytes, wish)
  }

  private func draw(_ bytes: [UInt8], _ wish: PictureRequest) async -> DrawnPicture {
    let key = PictureCache.Key(bytes, wish)
    if let known = cache[key] { return known }
    let room = PictureSize(of: bytes).cells(for: wish)
    let cells = await drawing.draw(bytes, columns: room.columns, rows: room.rows)
    let drawn: DrawnPicture = cells.map { .cells($0.runs) } ?? .problem("cannot be drawn")
    cache[key] = drawn
    return drawn
  }

  /// Returns nil for a file outside the vault, a missing one and an empty one.
  private func read(_ path: NotePath) -> [UInt8]? {
    let bytes = try? files.bytes(of: NoteID(path), atMost: Self.mostBytes)
    return bytes?.isEmpty == true ? nil : bytes
  }

  /// Finds a picture as Obsidian does: by its name or the end of its path, in any folder. The
  /// shortest path wins.
  private func path(named picture: RenderedPicture) -> NotePath? {
    let name = PictureName(picture)
    guard let end = name.end else { return nil }
    return files.attachments().filter { path in
      path.bytes == end || path.bytes.suffix(end.count + 1).elementsEqual([0x2f] + end)
    }.min { ($0.bytes.count, $0) < ($1.bytes.count, $1) }
  }
}

/// Derives the possible paths of a picture from its written name.
struct PictureName {
  /// The components of its path, from the note's folder or the vault's root; nil if it cannot be a
  /// file of the vault.
  private let parts: [Substring]?
  private let isFromTop: Bool

  init(_ picture: RenderedPicture) {
    let written =
      picture.isWiki ? picture.target : AddressText.decoded(picture.target)
    let path = written.prefix { $0 != "#" }
    isFromTop = path.hasPrefix("/")
    // An address with a scheme leads elsewhere, and hidden files do not belong to a vault.
    let isAddress = !picture.isWiki && path.contains(":")
    let parts = path.split(separator: "/").filter { $0 != "." }
    let isHidden = parts.contains { $0.hasPrefix(".") && $0 != ".." }
    self.parts = isAddress || isHidden || parts.isEmpty || path.contains("\0") ? nil : parts
  }

  /// The end of the path to search for; nil for a path that goes up.
  var end: [UInt8]? {
    guard let parts, !parts.contains("..") else { return nil }
    return Array(parts.joined(separator: "/").utf8)
  }

  /// Returns the paths to try. None of them leads out of the vault.
  func candidates(from note: NoteID?) -> [NotePath] {
    guard let parts else { return [] }
    var candidates: [NotePath] = []
    if !isFromTop, let note {
      candidates += [Self.path(parts, from: note.path.folder)].compactMap(\.self)
    }
    if let fromTop = Self.path(parts, from: NotePath("")), !candidates.contains(fromTop) {
      candidates.append(fromTop)
    }
    return candidates
  }

  private static func path(_ parts: [Substring], from folder: NotePath) -> NotePath? {
    var path = folder.bytes.split(separator: 0x2f).map(Array.init)
    for part in parts {
      if part == ".." {
        if path.popLast() == nil { return nil }
      } else {
        path.append(Array(part.utf8))
      }
    }
    return NotePath(bytes: Array(path.joined(separator: [0x2f])))
  }
}

/// Drawn pictures by the size and digest of their bytes.
private final class PictureCache: Sendable {
  struct Key: Hashable {
    private let count: Int
    private let digest: Int
    private let wish: PictureRequest

    init(_ bytes: [UInt8], _ wish: PictureRequest) {
      count = bytes.count
      var hasher = Hasher()
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
      digest = hasher.finalize()
      self.wish = wish
    }
  }

  private static let most = 48
  private let pictures = Mutex<[Key: DrawnPicture]>([:])

  subscript(key: Key) -> DrawnPicture? {
    get { pictures.withLock { $0[key] } }
    set {
      pictures.withLock {
        if $0.count >= Self.most { $0 = [:] }
        $0[key] = newValue
      }
    }
  }
}

extension CellPicture {
  fileprivate var runs: [[RenderedRow.Run]] {
    rows.map { row in
      row.map { run in
        RenderedRow.Run(
          run.text, width: run.width,
          colors: .init(foreground: run.foreground, background: run.background))
      }
    }
  }
}
