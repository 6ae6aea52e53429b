import Entities
import Files
import Glibc
import Services

extension VaultWalk {
  /// Nil where nothing is there any more, or a folder.
  func fact(
    of name: UnsafePointer<CChar>, _ bytes: UnsafeRawBufferPointer, in folder: OpenFolder
  ) -> FileFact? {
    do {
      let facts = try Posix.facts(name, in: folder.file.raw, followingLink: false)
      return fact(facts, named: bytes, at: { folder.walked.path + bytes })
    } catch {
      return Self.fact(unseen: error)
    }
  }

  /// The facts of one note; nil where nothing is there, or a folder.
  func fact(of path: NotePath) -> FileFact? {
    do {
      let folder = try top.openFolder(path.folder.bytes)
      let facts = try Posix.facts(path.name.bytes, in: folder.raw)
      return path.name.bytes.withUnsafeBytes { fact(facts, named: $0, at: { path.bytes }) }
    } catch {
      return Self.fact(unseen: error)
    }
  }

  /// A name that nothing more can be told of is listed with the reason: it must not look as if the
  /// note were gone.
  private static func fact(unseen error: SystemError) -> FileFact? {
    if [ENOENT, ENOTDIR, ELOOP, EXDEV, EINVAL, ENAMETOOLONG].contains(error.code) { return nil }
    let isShut = error.code == EACCES || error.code == EPERM
    return FileFact(
      inode: 0, size: 0, modified: Timestamp(seconds: 0), changed: Timestamp(seconds: 0),
      obstacle: isShut ? .noPermission : .unreadable(error.reason))
  }

  private func fact(
    _ facts: FileFacts, named name: UnsafeRawBufferPointer, at path: () -> [UInt8]
  ) -> FileFact? {
    switch facts.kind {
    case .file:
      FileFact(
        facts, obstacle: NoteFileName.isLocked(name) ? .locked : nil)
    case .folder: nil
    case .link: linkFact(facts, at: path())
    case .pipe, .socket, .device: FileFact(facts, obstacle: .unreadable("is \(facts.kind.words)"))
    }
  }

  /// A link is as new and as large as what it leads to, but of what is outside nothing is told.
  private func linkFact(_ link: FileFacts, at path: [UInt8]) -> FileFact? {
    do {
      switch try top.resolved(path) {
      case .inside(let real):
        let folder = try top.openFolder(NotePath(bytes: real).folder.bytes)
        let target = try Posix.facts(NotePath(bytes: real).name.bytes, in: folder.raw)
        if target.kind == .folder { return nil }
        let leadsToLocked = NotePath(bytes: real).isLocked || NotePath(bytes: path).isLocked
        let trouble =
          target.kind == .file ? (leadsToLocked ? "a locked note" : nil) : target.kind.words
        return FileFact(
          target, isLink: true, obstacle: trouble.map { .unreadable("is a link to \($0)") })
      case .outside(let real):
        if (try? Posix.facts(real))?.kind == .folder { return nil }
        return FileFact(link, isLink: true, obstacle: .outside)
      }
    } catch {
      let words = LinkTrouble(error).map { "is \($0.words)" } ?? error.reason
      return FileFact(link, isLink: true, obstacle: .unreadable(words))
    }
  }

  static func problem(_ folder: some Sequence<UInt8>, _ error: SystemError) -> String {
    let name = NotePath(bytes: Array(folder)).text
    return error.code == EACCES || error.code == EPERM
      ? "No permission to read the folder \(name)."
      : "Could not read the folder \(name): \(error.reason)."
  }
}

extension FileFact {
  init(_ facts: FileFacts, isLink: Bool = false, obstacle: NoteObstacle? = nil) {
    self.init(
      inode: facts.inode, size: facts.size, modified: facts.modified, changed: facts.changed,
      isLink: isLink, obstacle: obstacle)
  }
}

/// Why a path that is a link is not what it seems.
enum LinkTrouble {
  case outside
  case broken
  case circular

  /// Nil where the error has nothing to do with links.
  init?(_ error: SystemError) {
    switch error.code {
    case ENOENT: self = .broken
    case ELOOP: self = .circular
    default: return nil
    }
  }

  /// With its article, for "x.md is …".
  var words: String {
    switch self {
    case .outside: NoteObstacle.outsideLink
    case .broken: "a link to a file that is not there"
    case .circular: "a link that leads back to itself"
    }
  }
}
