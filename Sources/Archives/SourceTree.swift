package import Entities
import Files
import Glibc

/// The files to import: a file, a folder, a zip, a tar, or several of these.
///
/// Names in an archive are only names: nothing is unpacked to them, and none is ever used as a path
/// on the disk.
///
/// ```swift
/// let source = try SourceTree(["/home/me/Takeout.zip"])
/// for entry in source.entries where entry.ending == "json" { try source.read(entry, atMost: 1 << 24) }
/// ```
package final class SourceTree {
  /// One file, with its path from the top: `/` separates the parts, and none is `.` or `..`.
  package struct Entry: Equatable, Sendable {
    package let path: String
    package let size: Int
    package let modified: Timestamp?
    /// The index of the container, and of the file in it.
    let container: Int
    let index: Int

    /// The last part of the path.
    package var name: String {
      path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The parts before the name.
    package var folder: [String] { path.split(separator: "/").dropLast().map(String.init) }

    /// The extension of the name in lowercase, without the dot; empty if there is none.
    package var ending: String {
      let name = name
      guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
      return name[name.index(after: dot)...].lowercased()
    }

    /// The name without its extension.
    package var stem: String {
      let name = name
      guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
      return String(name[..<dot])
    }
  }

  /// The most files in one source.
  static let mostEntries = 1_000_000
  /// The deepest nesting of archives.
  static let deepest = 3

  /// The name of the first path, without its extension: a title for the whole source.
  package let name: String
  /// The files, sorted by path.
  package private(set) var entries: [Entry] = []
  /// The files that were left out, with the reasons.
  package private(set) var problems: [SourceFailure] = []
  /// Links in an archive, by the file that they refer to. They are never followed, but show other
  /// paths of a file.
  package private(set) var links: [String: [String]] = [:]

  private var containers: [any SourceContainer] = []
  private var byPath: [String: Entry] = [:]

  /// Opens the paths, as bytes; relative ones are relative to the working directory.
  package init(_ paths: [[UInt8]]) throws(SourceFailure) {
    name = paths.first.map { NotePath(bytes: Self.withoutSlashes($0)).stem.text } ?? ""
    var found: [Entry] = []
    for path in paths { found += try open(path) }
    index(found)
  }

  private static func withoutSlashes(_ path: [UInt8]) -> [UInt8] {
    Array(path[..<((path.lastIndex { $0 != UInt8(ascii: "/") } ?? -1) + 1)])
  }

  package subscript(path: String) -> Entry? { byPath[path] }

  private func open(_ path: [UInt8]) throws(SourceFailure) -> [Entry] {
    let shown = String(decoding: path, as: UTF8.self)
    let facts = try onBehalf(of: shown) { () throws(SystemError) in
      try Posix.facts(path, followingLink: true)
    }
    switch facts.kind {
    case .folder:
      return add(try onBehalf(of: shown) { () throws(SystemError) in try FolderSource(path) })
    case .file:
      let file = try onBehalf(of: shown) { () throws(SystemError) in
        try Posix.open(path, O_RDONLY | O_NONBLOCK)
      }
      if let archive = try archive(in: file.raw, named: shown) { return add(archive) }
      return add(FileSource(path, name: NotePath(bytes: path).name.bytes, facts), isNamed: true)
    default: throw .unreadable(shown, reason: "it is neither a file nor a folder")
    }
  }

  private func onBehalf<Value: ~Copyable>(
    of name: String, _ body: () throws(SystemError) -> Value
  ) throws(SourceFailure) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      if error.code == ENOENT { throw .notFound(name) }
      throw .unreadable(name, reason: error.reason)
    }
  }

  /// Returns nil for a file that is not an archive: a zip, a tar, or a tar compressed with gzip.
  private func archive(
    in file: Int32, named name: String
  ) throws(SourceFailure) -> (any SourceContainer)? {
    let head = try onBehalf(of: name) { () throws(SystemError) in
      try Posix.read(file, from: 0, atMost: TarSource.block)
    }
    let copy = try onBehalf(of: name) { () throws(SystemError) in
      Descriptor(owning: try Posix.retrying { fcntl(file, F_DUPFD_CLOEXEC, 0) })
    }
    if ZipSource.begins(head) { return ZipSource(copy, named: name) }
    if TarSource.begins(head) { return TarSource(copy, named: name) }
    guard let tar = try TemporaryCopy.ofTar(packedIn: file, named: name) else { return nil }
    return TarSource(tar, named: name)
  }

  /// Whether the name of a file or folder excludes everything below it: hidden ones, and those that
  /// macOS adds to a zip.
  static func isLeftOut(_ name: ArraySlice<UInt8>) -> Bool {
    name.first == UInt8(ascii: ".") || name.elementsEqual("__MACOSX".utf8)
  }

  /// Adds a container. `isNamed` is whether a person named the file, so that its name does not matter.
  private func add(
    _ container: any SourceContainer, below folder: String = "", isNamed: Bool = false
  ) -> [Entry] {
    let number = containers.count
    containers.append(container)
    var found: [Entry] = []
    var linked: [(path: String, target: String, failure: SourceFailure)] = []
    for (index, file) in container.files.enumerated() {
      let path = Self.plain(file.path)
      let parts = Array((path ?? "").utf8).split(separator: UInt8(ascii: "/"))
      if !isNamed, parts.contains(where: Self.isLeftOut) { continue }
      guard let path else {
        problems.append(.refused(file.path, reason: "its name leads out of the archive"))
        continue
      }
      let whole = folder.isEmpty ? path : "\(folder)/\(path)"
      if let failure = file.failure {
        if let link = file.link, let target = Self.target(of: link, from: whole) {
          linked.append((whole, target, failure))
        } else {
          problems.append(failure)
        }
        continue
      }
      found.append(
        Entry(
          path: whole, size: file.size, modified: file.modified, container: number, index: index))
    }
    let files = Set(linked.isEmpty ? [] : found.map(\.path))
    for link in linked {
      if files.contains(link.target) {
        links[link.target, default: []].append(link.path)
      } else {
        problems.append(link.failure)
      }
    }
    problems += container.problems
    return found
  }

  /// Returns the path that a link within an archive refers to; nil if it leads out of it.
  private static func target(of link: String, from path: String) -> String? {
    if link.utf8.first == UInt8(ascii: "/") { return nil }
    var parts = path.split(separator: "/").dropLast()
    for part in link.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns a path without `.` and doubled slashes; nil for an absolute path or one with `..`.
  private static func plain(_ path: String) -> String? {
    if path.utf8.first == UInt8(ascii: "/") || path.utf8.contains(0) { return nil }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) { return nil }
    let steps = parts.filter { !$0.elementsEqual(".".utf8) }.compactMap { String($0) }
    return steps.isEmpty ? nil : steps.joined(separator: "/")
  }

  /// Indexes the files. Of two with the same path the first one counts: the archives of one export
  /// overlap.
  private func index(_ found: [Entry]) {
    for entry in found where byPath[entry.path] == nil { byPath[entry.path] = entry }
    entries = byPath.values.sorted { $0.path < $1.path }
    if entries.count > Self.mostEntries {
      problems.append(.refused(name, reason: "it holds more than \(Self.mostEntries) files"))
      entries.removeLast(entries.count - Self.mostEntries)
    }
  }

  /// Opens archives inside the source. Each becomes a folder of its name.
  package func openArchives(where fits: (Entry) -> Bool) throws(SourceFailure) {
    var chosen = entries.filter(fits)
    for _ in 1..<Self.deepest where !chosen.isEmpty {
      var found: [Entry] = []
      for entry in chosen where entry.size > 0 {
        do throws(SourceFailure) {
          found += try open(entry)
        } catch .stopped {
          throw .stopped
        } catch {
          problems.append(error)
        }
      }
      index(found)
      chosen = found.filter(fits)
    }
    problems += chosen.map {
      .refused($0.path, reason: "archives lie in one another more than \(Self.deepest) deep")
    }
  }

  private func open(_ entry: Entry) throws(SourceFailure) -> [Entry] {
    let file = try TemporaryCopy.of(entry, in: self)
    guard let archive = try archive(in: file.raw, named: entry.path) else {
      throw .malformed(entry.path, reason: "it is not an archive")
    }
    byPath[entry.path] = nil
    return add(archive, below: entry.path)
  }

  /// Reads the whole file; throws if it is larger than `limit`.
  package func read(_ entry: Entry, atMost limit: Int) throws(SourceFailure) -> [UInt8] {
    guard entry.size <= limit else {
      throw .refused(entry.path, reason: "it is larger than \(limit >> 20) MB")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entry.size)
    try stream(entry) { part throws(SourceFailure) in
      guard bytes.count + part.count <= limit else {
        throw .refused(entry.path, reason: "it is larger than \(limit >> 20) MB")
      }
      bytes += part
    }
    return bytes
  }

  /// Passes the file's bytes to `body`, part by part.
  package func forEachPart(
    of entry: Entry, _ body: ([UInt8]) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    try stream(entry) { part throws(SourceFailure) in try body(Array(part)) }
  }

  /// The same without a copy of each part.
  func stream(
    _ entry: Entry, _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    try containers[entry.container].stream(entry.index, body)
  }
}

/// A file, a folder or an archive.
protocol SourceContainer: AnyObject {
  var files: [SourceFile] { get }
  /// The files that were left out.
  var problems: [SourceFailure] { get }
  func stream(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure)
}

/// A file as its container names it: the path is untrusted.
struct SourceFile {
  var path: String
  var size: Int
  var modified: Timestamp?
  /// The reason why it is not read.
  var failure: SourceFailure?
  /// The target of a link, as written.
  var link: String?

  static let longestLink = 4096
}

/// The number of bytes per read.
let sourcePart = 1 << 16

/// The reason why a source, or a file in it, cannot be read.
package enum SourceFailure: Error, Equatable, Sendable {
  /// The person stopped it.
  case stopped
  case notFound(String)
  case unreadable(String, reason: String)
  /// It is malformed: the file, and the reason.
  case malformed(String, reason: String)
  /// It is malicious, or larger than any real file.
  case refused(String, reason: String)
  case encrypted(String)
  /// Notes of another program, in a format that is not supported.
  case unread(String, program: String, way: String)

  package var message: String {
    switch self {
    case .stopped: "Stopped."
    case .notFound(let name): "\(name) is not there."
    case .unreadable(let name, let reason): "\(name) cannot be read: \(reason)."
    case .malformed(let name, let reason): "\(name) is damaged: \(reason)."
    case .refused(let name, let reason): "\(name) was left out: \(reason)."
    case .encrypted(let name):
      "\(name) is encrypted. Export it again without a password, then import that."
    case .unread(let name, let program, let way):
      "\(name) holds notes of \(program), which are not read here. \(way)"
    }
  }
}
