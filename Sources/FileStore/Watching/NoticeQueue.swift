import Files
import Glibc

/// The system's notices about watched folders, as they come.
struct NoticeQueue: ~Copyable {
  struct Notice {
    let watch: Int32
    let mask: UInt32
    /// The name in the folder; empty where the notice is about the folder itself.
    let name: UnsafeRawBufferPointer

    func has(_ flags: Int32...) -> Bool { flags.contains { mask & UInt32(bitPattern: $0) != 0 } }
  }

  private let descriptor: Descriptor
  var raw: Int32 { descriptor.raw }

  init() throws(SystemError) {
    let flags = Int32(IN_CLOEXEC | IN_NONBLOCK)
    descriptor = Descriptor(owning: try Posix.retrying { inotify_init1(flags) })
  }

  /// What may happen in a folder that someone wants to hear of.
  private static let usual =
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB
    | IN_ONLYDIR | IN_EXCL_UNLINK

  func watch(_ path: [UInt8], isRoot: Bool) throws(SystemError) -> Int32 {
    // The vault's own folder may be a link; no other is followed.
    let own = isRoot ? IN_DELETE_SELF | IN_MOVE_SELF : IN_DONT_FOLLOW
    let raw = raw
    return try Posix.withPath(path) { (path) throws(SystemError) in
      try Posix.retrying { inotify_add_watch(raw, path, UInt32(bitPattern: Self.usual | own)) }
    }
  }

  func forget(_ watch: Int32) { _ = inotify_rm_watch(raw, watch) }

  /// All that has come in; never waits.
  func read(_ each: (Notice) -> Void) {
    let header = MemoryLayout<inotify_event>.size
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let got = Glibc.read(raw, buffer.baseAddress, buffer.count)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return }
      var place = 0
      while place + header <= got {
        let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
        let end = place + header + Int(event.len)
        guard end <= got else { return }
        let padded = UnsafeRawBufferPointer(rebasing: buffer[(place + header)..<end])
        let length = padded.firstIndex(of: 0) ?? padded.count
        each(
          Notice(
            watch: event.wd, mask: event.mask,
            name: UnsafeRawBufferPointer(rebasing: padded[..<length])))
        place = end
      }
    }
  }
}
