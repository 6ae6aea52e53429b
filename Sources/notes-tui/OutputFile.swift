import Commands
import Entities
import Files
import Glibc
import Synchronization
import Vault

/// A file that is written under a temporary name and then renamed. If interrupted, it leaves
/// nothing.
@MainActor
final class OutputFile: AgeOutput {
  private let path: [UInt8]
  private let name: [UInt8]
  /// The existing file, if there is one.
  private let old: FileFacts?
  private let writing: Writing

  /// Opens an output. Pipes and devices are written directly.
  ///
  /// `isInterruptible`: signals are deferred, so that nothing is left behind.
  static func open(
    _ path: [UInt8], isPrivate: Bool, isInterruptible: Bool
  ) throws(SystemError) -> any AgeOutput {
    // Must come before anything needs cleaning up.
    if isInterruptible { Interruption.begin() }
    guard let there = try ifThere(Posix.facts(path, followingLink: true)) else {
      return try OutputFile(path, old: nil, mode: isPrivate ? 0o600 : 0o666)
    }
    switch there.kind {
    case .file: return try OutputFile(Posix.realPath(path), old: there, mode: 0o600)
    case .folder: throw SystemError(EISDIR)
    case .pipe, .socket, .device, .link: return try OpenDevice(path)
    }
  }

  private init(_ path: [UInt8], old: FileFacts?, mode: mode_t) throws(SystemError) {
    self.path = path
    self.old = old
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    name = Array(path[(slash.map { $0 + 1 } ?? 0)...])
    if name.isEmpty { throw SystemError(EISDIR) }
    let folder = try Posix.openFolder(slash.map { Array(path[...$0]) } ?? [UInt8(ascii: ".")])
    let file = try NewFile(in: folder.raw, mode: mode, disk: .real)
    if let old { try file.copyMetadata(old, attributesOf: nil) }
    writing = Writing(file)
  }

  var sink: AgeSink {
    AgeSink { [writing] (bytes) throws(SystemError) in
      try Interruption.check()
      try writing.write(bytes)
    }
  }

  func finish() throws(CommandFailure) {
    try rethrow(writing.put(name, old)) { (error: SystemError) in
      AgeFiles.cannotWrite(String(decoding: path, as: UTF8.self), error)
    }
  }
}

/// `@unchecked Sendable`: only the thread that runs the pipe writes, and the file is renamed after
/// it is done.
private final class Writing: @unchecked Sendable {
  private var file: NewFile
  private var count = 0

  init(_ file: consuming NewFile) { self.file = file }

  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try file.write(bytes, startingAt: count)
    count += bytes.count
  }

  func put(_ name: [UInt8], _ old: FileFacts?) throws(SystemError) {
    _ = try file.finish()
    guard let old else { return try file.take(name) }
    try file.replace(name, seen: old)
  }
}

/// An output that cannot be replaced, such as a device.
private final class OpenDevice: AgeOutput {
  let sink: AgeSink

  init(_ path: [UInt8]) throws(SystemError) {
    let file = OpenFile(try Posix.open(path, O_WRONLY | O_NOCTTY))
    sink = AgeSink { (bytes) throws(SystemError) in
      try Disk.real.write(bytes, to: file.raw)
    }
  }

  func finish() throws(CommandFailure) {}
}
