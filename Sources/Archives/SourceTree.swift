package import Entities
import Files
import Glibc

/// The files to be read: a file, a folder, a zip or a tar, or several of these together.
///
/// Names are only names: nothing is unpacked where they say, and none of an archive is ever a path on
/// the disk.
///
/// ```swift
/// let source = try SourceTree(["/home/me/Takeout.zip"])
/// for entry in source.entries where entry.ending == "json" { try source.read(entry, atMost: 1 << 24) }
/// ```
package final class SourceTree {
  /// One file, by its path from the top, with `/` between the folders and no `.` or `..` in it.
  package struct Entry: Equatable, Sendable {
    package let path: String
    package let size: Int
    package let modified: Timestamp?
    /// Which of the containers has it, and which of its files it is.
    let container: Int
    let index: Int

    /// The last part of the path.
    package var name: String {
      path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The parts before the name.
    package var folder: [String] { path.split(separator: "/").dropLast().map(String.init) }

    /// What the name has behind its last dot, in lower case; empty without.
    package var ending: String {
      let name = name
      guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
      return name[name.index(after: dot)...].lowercased()
    }

    /// The name without its ending.
    package var stem: String {
      let name = name
      guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
      return String(name[..<dot])
    }
  }

  /// How many files one source may have.
  static let mostEntries = 1_000_000
  /// How deep archives may lie in one another.
  static let deepest = 3

  /// What was opened first, without its ending: a title for all of it.
  package let name: String
  /// In the order of their paths.
  package private(set) var entries: [Entry] = []
  /// What was left out, and why.
  package private(set) var problems: [SourceFailure] = []
  /// Links of an archive to its own files, by these: they are never followed, and say where else a file
  /// was.
  package private(set) var links: [String: [String]] = [:]

  private var containers: [any SourceContainer] = []
  private var byPath: [String: Entry] = [:]

  /// Paths as bytes, absolute or from the folder that the program runs in.
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

  /// Nil for a file that is no archive: a zip, a tar, or a tar that gzip has compressed.
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

  /// A name on the path for which nothing below is anybody's notes: hidden, or what a Mac adds to a zip.
  static func isLeftOut(_ name: ArraySlice<UInt8>) -> Bool {
    name.first == UInt8(ascii: ".") || name.elementsEqual("__MACOSX".utf8)
  }

  /// `isNamed`: a person named the file, so its name does not matter.
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

  /// The path that a link within an archive means; nil for one that leads out of it.
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

  /// Without `.` and doubled slashes; nil for an absolute path or one that goes up.
  private static func plain(_ path: String) -> String? {
    if path.utf8.first == UInt8(ascii: "/") || path.utf8.contains(0) { return nil }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) { return nil }
    let steps = parts.filter { !$0.elementsEqual(".".utf8) }.compactMap { String($0) }
    return steps.isEmpty ? nil : steps.joined(separator: "/")
  }

  /// Of two files with one path the first is taken: several archives of one export overlap.
  private func index(_ found: [Entry]) {
    for entry in found where byPath[entry.path] == nil { byPath[entry.path] = entry }
    entries = byPath.values.sorted { $0.path < $1.path }
    if entries.count > Self.mostEntries {
      problems.append(.refused(name, reason: "it holds more than \(Self.mostEntries) files"))
      entries.removeLast(entries.count - Self.mostEntries)
    }
  }

  /// Archives within become folders of their names.
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

  /// The whole file, which is refused where it is larger.
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

  /// Gives the file's bytes to `body`, part by part.
  package func forEachPart(
    of entry: Entry, _ body: ([UInt8]) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    try stream(entry) { part throws(SourceFailure) in try body(Array(part)) }
  }

  /// The same where they are read.
  func stream(
    _ entry: Entry, _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure) {
    try containers[entry.container].stream(entry.index, body)
  }
}

/// A file, a folder, or an archive.
protocol SourceContainer: AnyObject {
  var files: [SourceFile] { get }
  /// What was left out.
  var problems: [SourceFailure] { get }
  func stream(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(SourceFailure) -> Void
  ) throws(SourceFailure)
}

/// A file as a container names it: its path may say anything.
struct SourceFile {
  var path: String
  var size: Int
  var modified: Timestamp?
  /// Why it is not read.
  var failure: SourceFailure?
  /// Where a link leads, as it is written.
  var link: String?

  static let longestLink = 4096
}

/// How much is read at once.
let sourcePart = 1 << 16

/// Why a source, or a file in it, cannot be read.
package enum SourceFailure: Error, Equatable, Sendable {
  /// The person stopped it.
  case stopped
  case notFound(String)
  case unreadable(String, reason: String)
  /// It is malformed: where, and why.
  case malformed(String, reason: String)
  /// It was made to do harm, or is larger than anyone would want.
  case refused(String, reason: String)
  case encrypted(String)
  /// Another program's notes, in a form that no reader knows.
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
