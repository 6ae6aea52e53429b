import Files
import Entities
import Glibc
import Services

/// The work on one vault's files, call by call; `FolderStore` puts it in order.
struct VaultFolder: Sendable {
  let root: [UInt8]
  let clock: any WallClock
  let disk: Disk

  init(root: [UInt8], clock: any WallClock, disk: Disk = .real) {
    self.root = root
    self.clock = clock
    self.disk = disk
  }

  /// An open folder and a name in it: where a note's bytes really are.
  struct Place: ~Copyable {
    let folder: Descriptor
    let name: [UInt8]
  }

  /// Why a path that is a link is not what it seems.
  enum LinkTrouble {
    case outside
    case broken
    case circular

    /// With its article, for "x.md is …".
    var words: String {
      switch self {
      case .outside: "a link to a file outside the vault"
      case .broken: "a link to a file that is not there"
      case .circular: "a link that leads back to itself"
      }
    }
  }

  /// The folder of a note, opened. With `making`, folders that are not there are made first.
  func openFolder(
    _ folder: NotePath, for path: NotePath, to action: String, making: Bool = false
  ) throws(NoteStoreError) -> Descriptor {
    let parts = folder.bytes.split(separator: slash, omittingEmptySubsequences: false)
    guard folder.bytes.isEmpty || parts.allSatisfy(isPlainName) else {
      throw .failed(path, action: action, reason: "this is not a path inside the vault")
    }
    do {
      let top = try Posix.realPath(root)
      var real = top
      for part in parts where !part.isEmpty {
        real = try step(from: real, into: Array(part), making: making)
        guard isInside(real, top) else {
          throw NoteStoreError.failed(
            path, action: action, reason: "its folder is a link to outside the vault")
        }
      }
      return try Posix.openFolder(real)
    } catch let error as SystemError {
      throw error.noteError(path, action)
    } catch let error as NoteStoreError {
      throw error
    } catch {
      throw .failed(path, action: action, reason: "\(error)")
    }
  }

  private func step(
    from real: [UInt8], into name: [UInt8], making: Bool
  ) throws(SystemError) -> [UInt8] {
    let next = real + [slash] + name
    do {
      return try Posix.realPath(next)
    } catch  where error.code == ENOENT && making {
      do {
        try Posix.makeFolder(next, mode: 0o777)
        try Posix.syncFolder(at: real, disk)
      } catch  where error.code == EEXIST {
        // Made by someone else meanwhile, or a link to nothing, which the next line refuses.
      }
      return try Posix.realPath(next)
    }
  }

  /// The place of a note's own name, which may be a link.
  func place(of id: NoteID, to action: String) throws(NoteStoreError) -> Place {
    let name = id.path.name.bytes
    guard isPlainName(name) else {
      throw .failed(id.path, action: action, reason: "this is not a path inside the vault")
    }
    return Place(folder: try openFolder(id.path.folder, for: id.path, to: action), name: name)
  }

  /// The place of a note's text: where its name is a link, the place that the link leads to.
  func target(
    of id: NoteID, to action: String, onTrouble trouble: (LinkTrouble) -> NoteStoreError
  ) throws(NoteStoreError) -> Place {
    let place = try place(of: id, to: action)
    let facts = try onBehalf(of: id.path, to: action) { () throws(SystemError) in
      try Posix.facts(place.name, in: place.folder.raw)
    }
    guard facts.kind == .link else { return place }
    switch resolveLink(id.path) {
    case .success(let real):
      let (folder, name) = (NotePath(bytes: real).folder, NotePath(bytes: real).name)
      let descriptor = try onBehalf(of: id.path, to: action) { () throws(SystemError) in
        try Posix.openFolder(folder.bytes)
      }
      return Place(folder: descriptor, name: name.bytes)
    case .failure(let error):
      throw error.trouble.map(trouble) ?? error.system.noteError(id.path, action)
    }
  }

  struct LinkError: Error {
    var trouble: LinkTrouble?
    var system: SystemError
  }

  /// The absolute path that a link in the vault leads to, if that is in the vault too.
  func resolveLink(_ path: NotePath) -> Result<[UInt8], LinkError> {
    do {
      let top = try Posix.realPath(root)
      let real = try Posix.realPath(top + [slash] + path.bytes)
      return isInside(real, top)
        ? .success(real) : .failure(LinkError(trouble: .outside, system: SystemError(EPERM)))
    } catch {
      let trouble: LinkTrouble? =
        switch error.code {
        case ENOENT: .broken
        case ELOOP: .circular
        default: nil
        }
      return .failure(LinkError(trouble: trouble, system: error))
    }
  }

  private func isInside(_ real: [UInt8], _ top: [UInt8]) -> Bool {
    top == [slash] || real == top || real.starts(with: top + [slash])
  }

  func isPlainName(_ name: some Collection<UInt8>) -> Bool {
    !name.isEmpty && !name.contains(0) && !name.elementsEqual(".".utf8)
      && !name.elementsEqual("..".utf8)
  }
}
