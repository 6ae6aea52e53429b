import Entities
import Files
import Glibc

/// The files in a folder and its subfolders. Links are not followed.
final class FolderSource: SourceContainer {
  private(set) var files: [SourceFile] = []
  private(set) var problems: [SourceFailure] = []
  private let root: Descriptor
  private var paths: [[UInt8]] = []

  init(_ path: [UInt8]) throws(SystemError) {
    root = try Posix.openFolder(path)
    var waiting: [[UInt8]] = [[]]
    while let folder = waiting.popLast() {
      do throws(SystemError) {
        waiting += try read(folder)
      } catch {
        if folder.isEmpty { throw error }
        problems.append(.unreadable(String(decoding: folder, as: UTF8.self), reason: error.reason))
      }
    }
  }

  /// Reads a folder, and returns its subfolders.
  private func read(_ folder: [UInt8]) throws(SystemError) -> [[UInt8]] {
    var folders: [[UInt8]] = []
    let reader = try FolderReader(
      folder.isEmpty ? [UInt8(ascii: ".")] : folder, in: root.raw, followingLink: false)
    while let entry = try reader.next() {
      // Skipped folders are not searched.
      if SourceTree.isLeftOut(Array(entry.bytes)[...]) { continue }
      let path = (folder.isEmpty ? [] : folder + [UInt8(ascii: "/")]) + Array(entry.bytes)
      let facts = try Posix.facts(entry.name, in: reader.raw, followingLink: false)
      switch facts.kind {
      case .folder: folders.append(path)
      case .file:
        if files.count > SourceTree.mostEntries { return [] }
        paths.append(path)
        files.append(
          SourceFile(
            path: String(decoding: path, as: UTF8.self), size: facts.size,
            modified: facts.modified))
      default:
        let shown = String(decoding: path, as: UTF8.self)
        paths.append(path)
        files.append(
          SourceFile(
            path: shown, size: 0,
            failure: .refused(shown, reason: "it is \(facts.kind.words)")))
      }
    }
    return folders
  }

  func stream(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    try FileSource.stream(paths[index], in: root.raw, named: files[index].path, body)
  }
}

/// One file that is not an archive.
final class FileSource: SourceContainer {
  let files: [SourceFile]
  let problems: [SourceFailure] = []
  private let path: [UInt8]

  init(_ path: [UInt8], name: [UInt8], _ facts: FileFacts) {
    self.path = path
    files = [
      SourceFile(
        path: String(decoding: name, as: UTF8.self), size: facts.size, modified: facts.modified)
    ]
  }

  func stream(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    try Self.stream(path, in: Posix.noFolder, named: files[index].path, followingLink: true, body)
  }

  static func stream(
    _ path: [UInt8], in folder: Int32, named name: String, followingLink: Bool = false,
    _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    let file = try open(path, in: folder, named: name, followingLink)
    try FilePart(file: file.raw, offset: 0, count: .max).stream(named: name, body)
  }

  private static func open(
    _ path: [UInt8], in folder: Int32, named name: String, _ followingLink: Bool
  ) throws(SourceFailure) -> Descriptor {
    do throws(SystemError) {
      let file = try Posix.open(
        path, in: folder, O_RDONLY | O_NONBLOCK | (followingLink ? 0 : O_NOFOLLOW))
      guard try Posix.facts(of: file.raw).kind == .file else { throw SystemError(EINVAL) }
      return file
    } catch {
      throw .unreadable(name, reason: error.reason)
    }
  }
}

/// A range of bytes in an open file.
struct FilePart {
  let file: Int32
  let offset: Int
  /// The number of bytes; fewer if the file ends earlier.
  let count: Int

  func stream(
    named name: String, _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: sourcePart, alignment: 16)
    defer { buffer.deallocate() }
    var done = 0
    while done < count {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(sourcePart, count - done)])
      let got = try rethrow(Posix.read(file, from: offset + done, into: part)) {
        (error: SystemError) in SourceFailure.unreadable(name, reason: error.reason)
      }
      if got == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: part[..<got]))
      done += got
    }
  }
}
