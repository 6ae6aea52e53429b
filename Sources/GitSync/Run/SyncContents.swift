import Bytes
import Entities
import Merging
import Services

/// Reads the contents of the vault's files, decrypted where necessary.
struct SyncContents {
  let files: any SyncedFiles
  let opener: (any AgeOpening)?
  let objects: LfsObjects

  /// Whether a note contains conflict marks with two texts.
  func hasMarks(_ path: NotePath, _ bytes: [UInt8]) -> Bool {
    guard path.isNote else { return false }
    guard path.isSealed, let opener else { return ConflictLines.areIn(bytes) }
    return (try? opener.open(path, bytes)).flatMap { $0 }.map(ConflictLines.areIn) ?? false
  }

  /// Returns those of the notes that still have marks. In a locked vault encrypted notes may have them.
  func marked(of paths: Set<NotePath>) async -> Set<NotePath> {
    var left: Set<NotePath> = opener == nil ? paths.filter(\.isSealed) : []
    for path in paths.subtracting(left) {
      if let file = try? await files.file(at: path), hasMarks(path, file.bytes) {
        left.insert(path)
      }
    }
    return left
  }
}

/// Readable names for paths: the file names of an encrypted vault reveal nothing.
struct ReadableNames {
  let repository: GitRepository
  let files: any SyncedFiles
  let opener: (any AgeOpening)?
  /// The blobs of files that may be deleted by now.
  private var blobs: [NotePath: String] = [:]

  init(repository: GitRepository, files: any SyncedFiles, opener: (any AgeOpening)?) {
    self.repository = repository
    self.files = files
    self.opener = opener
  }

  mutating func note(_ difference: TreeDifference) {
    guard opener != nil else { return }
    for change in difference.all where change.path.isSealed {
      blobs[change.path] = (change.after ?? change.before)?.blob
    }
  }

  mutating func note(_ tree: Tree) {
    guard opener != nil else { return }
    for (path, entry) in tree where path.isSealed { blobs[path] = entry.blob }
  }

  /// Returns names for the paths that git knows; others are not in the result.
  func names(of paths: Set<NotePath>) async throws -> [NotePath: NotePath] {
    guard let opener else { return [:] }
    var names: [NotePath: NotePath] = [:]
    let reader = try repository.blobs()
    for path in paths where path.isSealed {
      var bytes = (try? await files.file(at: path))?.bytes
      if bytes == nil, let blob = blobs[path] { bytes = try? reader.bytes(of: blob) }
      if let bytes { names[path] = opener.notePath(of: path, bytes) }
    }
    return names
  }

  func shown(_ report: SyncReport) async throws -> SyncReport {
    let names = try await names(of: report.paths)
    return names.isEmpty ? report : report.with { names[$0] ?? $0 }
  }
}

/// Detects conflict marks with two texts, as a merge leaves them.
private enum ConflictLines {
  static func areIn(_ text: [UInt8]) -> Bool {
    var wanted: [ConflictMark] = [.opening, .middle, .closing]
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: Byte.lineFeed) ?? text.count
      let line = text[start..<(end > start && text[end - 1] == 0x0d ? end - 1 : end)]
      if let found = ConflictMark.read(line)?.mark, found == wanted.first {
        wanted.removeFirst()
        if wanted.isEmpty { return true }
      }
      start = end + 1
    }
    return false
  }
}
