import Bytes
import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import Files

@Suite("Low-level file operations")
struct PartsTests {
  @Test("Digests depend on every byte, their order and their number", arguments: [false, true])
  func digests(isRunning: Bool) {
    func digest(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
      guard isRunning else { return Digest.of(bytes, seed: seed) }
      var running = RunningDigest(seed: seed)
      bytes.withUnsafeBytes { running.add($0) }
      return running.value
    }
    var seen: Set<UInt64> = []
    var count = 0
    for length in 0..<80 {
      let base = [UInt8](repeating: 0, count: length)
      seen.insert(digest(base))
      count += 1
      for index in 0..<length {
        for bit in 0..<8 {
          var changed = base
          changed[index] ^= 1 << UInt8(bit)
          seen.insert(digest(changed))
          count += 1
        }
      }
    }
    for first in 0..<12 {
      for second in 0..<first {
        var swapped = (0..<96).map { UInt8($0) }
        for byte in 0..<8 { swapped.swapAt(first * 8 + byte, second * 8 + byte) }
        seen.insert(digest(swapped))
        count += 1
      }
    }
    #expect(seen.count == count)
    #expect(digest([1]) != digest([1], seed: 1))
  }

  @Test("A digest stored on disk is the same in every release")
  func keptDigests() {
    #expect(Digest.of([]) == 0xbac1_7750_8237_9709)
    #expect(Digest.of((0..<20).map { UInt8($0) }) == 0x029c_a759_e5b8_a60f)
    #expect(Digest.of(Array("notes".utf8), seed: 1) == 0xf249_e8c3_43e3_7bfe)
  }

  @Test("A system error becomes a message that the user can act on")
  func errors() {
    let path = NotePath("a.md")
    #expect(SystemError(ENOENT).noteError(path, "save") == .notFound(path))
    for code in [ENOSPC, EDQUOT] {
      #expect(SystemError(code).noteError(path, "save") == .noSpace(path))
    }
    #expect(
      SystemError(EROFS).noteError(path, "save").message
        == "Could not save \(path.text): Read-only file system.")
    for code in [EACCES, EPERM] {
      #expect(
        SystemError(code).noteError(path, "save") == .notPermitted(path, action: "save"))
    }
    #expect(
      SystemError(EIO).noteError(path, "save")
        == .failed(path, action: "save", reason: String(cString: strerror(EIO))))
  }

  @Test("A new file that is never moved to its final name removes itself")
  func newFile() throws {
    let folder = TemporaryFolder()
    do {
      let open = try Posix.openFolder(folder.bytes)
      let file = try NewFile(in: open.raw, mode: 0o600, disk: .real)
      try file.write([1, 2, 3])
      let names = folder.names()
      #expect(names.count == 1)
      #expect(names.allSatisfy { TemporaryName.matches($0.utf8) && folder.mode($0) == 0o600 })
    }
    #expect(folder.names().isEmpty)
  }

  @Test("A file that replaced the one seen is put back", arguments: [true, false])
  func seen(isReplaced: Bool) throws {
    let folder = TemporaryFolder()
    folder.write("a", "seen")
    let name = Array("a".utf8)
    let old = try Posix.facts(Array(folder.path("a").utf8))
    let open = try Posix.openFolder(folder.bytes)
    var file = try NewFile(in: open.raw, mode: 0o600, disk: .real)
    try file.write([1])
    if isReplaced {
      folder.write("b", "theirs")
      folder.rename("b", to: "a")
    }
    var code: Int32 = 0
    do throws(SystemError) { try file.replace(name, seen: old) } catch { code = error.code }
    #expect(code == (isReplaced ? ESTALE : 0))
    #expect(folder.read("a") == (isReplaced ? Array("theirs".utf8) : [1]))
  }

  @Test(
    "A folder whose name was not flushed to disk is created again on next use (trials T2)")
  func privateFolder() throws {
    let folder = TemporaryFolder()
    let broken = Disk(writeSome: { _, bytes in bytes.count }, flush: { _ in -EIO })
    let path = folder.bytes + Array("/a/b".utf8)
    for _ in 0..<2 {
      var code: Int32 = 0
      do throws(SystemError) {
        try PrivateFolder.make(path, mode: 0o700, disk: broken)
      } catch {
        code = error.code
      }
      #expect(code == EIO && folder.names().isEmpty)
    }
    try PrivateFolder.make(path, mode: 0o700)
    #expect(folder.exists("a/b"))
  }

  @Test("A third writer's text is preserved when a file is put back (line D1)")
  func thirdWriter() throws {
    let folder = TemporaryFolder()
    folder.write("a.md", "second")
    try puttingBack(in: folder) {
      folder.write("b", "third")
      folder.rename("b", to: "a.md")
    }
    #expect(folder.text("a.md") == "third" && folder.text("a 2.md") == "second")
    #expect(folder.names().count == 2)
  }

  @Test("A file is put back if its name was removed or nothing else has replaced it (line D1)")
  func putBack() throws {
    for isRemoved in [true, false] {
      let folder = TemporaryFolder()
      folder.write("a.md", "second")
      try puttingBack(in: folder) { if isRemoved { folder.remove("a.md") } }
      #expect(folder.names() == ["a.md"] && folder.text("a.md") == "second")
    }
  }

  /// Exchanges our file with `a.md`, lets another program act, and puts the old file back.
  private func puttingBack(in folder: TemporaryFolder, meanwhile act: () -> Void) throws {
    let name = Array("a.md".utf8)
    let open = try Posix.openFolder(folder.bytes)
    var file = try NewFile(in: open.raw, mode: 0o600, disk: .real)
    try file.write(Array("ours".utf8))
    try file.exchange(with: name)
    act()
    file.putBack(name)
  }
}
