import Files
import Entities
import Glibc
import Services
import Synchronization
import TestSupport
import Testing

@testable import FileStore

/// A vault in its own folder, and a store for it.
struct Bench {
  let folder = TemporaryFolder()
  let clock = StillClock()
  let vault: VaultFolder
  let store: FolderStore

  init(disk: Disk = .real) {
    vault = VaultFolder(root: folder.bytes, clock: clock, disk: disk)
    store = FolderStore(vault)
  }

  func listed() async -> [NoteSummary] {
    var notes: [NoteSummary] = []
    for await batch in store.list() { notes += batch.notes }
    return notes
  }

  var files: FolderFiles { FolderFiles(root: folder.bytes, clock: clock) }

  func titles() async -> [String] { await listed().map(\.title) }

  /// Our temporary files that a finished or failed call should have removed.
  var leftovers: [String] { leftovers(in: ".") }

  func leftovers(in name: String) -> [String] {
    folder.names(in: name).filter { $0.hasPrefix(".notes-tui-") }
  }
}

/// Runs synchronous work without root's power over modes. Only this thread is affected, and the
/// folder's owner is changed so that the work may use it.
func withoutPrivileges<Value>(in folder: TemporaryFolder, _ body: () throws -> Value) rethrows
  -> Value
{
  guard geteuid() == 0 else { return try body() }
  let nobody: UInt32 = 65_534
  folder.giveAway(to: nobody)
  _ = setfsgid(nobody)
  _ = setfsuid(nobody)
  defer {
    _ = setfsuid(0)
    _ = setfsgid(0)
  }
  return try body()
}

// The Glibc module leaves these two out. They change one thread, unlike `seteuid`.
@_silgen_name("setfsuid") private func setfsuid(_ user: UInt32) -> Int32
@_silgen_name("setfsgid") private func setfsgid(_ group: UInt32) -> Int32

extension Timestamp {
  /// The current time as the disk records it.
  static var systemNow: Timestamp { Timestamp(seconds: Int64(time(nil))) }
}

extension Disk {
  /// A disk that accepts `limit` bytes and is then full.
  static func full(after limit: Int) -> Disk {
    let left = SharedCount(limit)
    return Disk(
      writeSome: { file, bytes in
        let allowed = left.take(bytes.count)
        if allowed == 0 { return -Int(ENOSPC) }
        return Glibc.write(file, bytes.baseAddress, allowed)
      },
      flush: { _ in 0 })
  }

  /// A disk that takes a few bytes at a time and is interrupted before each write.
  static func hesitant(_ most: Int) -> Disk {
    let calls = SharedCount(0)
    return Disk(
      writeSome: { file, bytes in
        if calls.next() % 2 == 0 { return -Int(EINTR) }
        return Glibc.write(file, bytes.baseAddress, min(most, bytes.count))
      },
      flush: { _ in calls.next() % 2 == 0 ? -EINTR : 0 })
  }

  /// A disk whose n-th flush fails, counted from 0; those before it do nothing.
  static func breaking(atFlush number: Int) -> Disk {
    let calls = SharedCount(0)
    return Disk(
      writeSome: Disk.real.writeSome,
      flush: { _ in calls.next() == number ? -EIO : 0 })
  }
}

final class SharedCount: Sendable {
  private let value: Mutex<Int>

  init(_ start: Int) { value = Mutex(start) }

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value - 1
    }
  }

  /// Takes at most `wanted`, and no more than are left.
  func take(_ wanted: Int) -> Int {
    value.withLock { value in
      let taken = min(wanted, value)
      value -= taken
      return taken
    }
  }
}
