import Glibc
import TestSupport
import Testing

@testable import Files

/// Most machines have it; without it these tests have no memory folder to use.
private let memory = Array("/dev/shm".utf8)
private let hasMemory = (try? MemoryFile([], named: [1], in: [memory])) != nil

@Suite("Files only in memory", .enabled(if: hasMemory))
struct MemoryFileTests {
  @Test("A memory file is private to its user and is removed with all files added next to it")
  func comesAndGoes() throws {
    let path: [UInt8]
    let folder: [UInt8]
    do {
      let file = try MemoryFile([1, 2, 3], named: Array("note.md".utf8), in: [[], memory])
      (path, folder) = (file.path, Array(file.path.dropLast("/note.md".utf8.count)))
      #expect(try Posix.facts(folder).permissions & 0o777 == 0o700)
      #expect(try Posix.facts(path).permissions & 0o777 == 0o600)
      #expect(try file.contents() == [1, 2, 3])
      // As editors do: a new file replaces the old one, and others are added.
      let inner = try Posix.openFolder(folder)
      let new = try Posix.open(Array("new".utf8), in: inner.raw, O_WRONLY | O_CREAT, mode: 0o600)
      try Disk.real.write([4], to: new.raw)
      try Posix.rename(Array("new".utf8), in: inner.raw, to: Array("note.md".utf8), in: inner.raw)
      try Posix.makeFolder(Array("kept".utf8), in: inner.raw, mode: 0o700)
      _ = try Posix.open(Array("kept/note.md~".utf8), in: inner.raw, O_CREAT, mode: 0o600)
      #expect(try file.contents() == [4])
      MemoryFile.removeAbandoned(in: [memory])
      #expect(try file.contents() == [4], "somebody works with it")
    }
    #expect(!Posix.exists(path, in: Posix.noFolder) && !Posix.exists(folder, in: Posix.noFolder))
  }

  @Test("Leftovers of a killed run are removed by the next one")
  func abandoned() throws {
    let folder = memory + Array("/notes-tui-memory-0000000000000000".utf8)
    try? Posix.makeFolder(folder, mode: 0o700)
    _ = try Posix.open(folder + Array("/note.md".utf8), O_CREAT, mode: 0o600)
    MemoryFile.removeAbandoned(in: [memory])
    #expect(!Posix.exists(folder, in: Posix.noFolder))
  }

  @Test("A memory file is refused if no folder is in memory")
  func disk() {
    #expect(throws: SystemError(ENOTSUP)) {
      _ = try MemoryFile([1], named: [1], in: [Array("/proc".utf8), [], Array("/none".utf8)])
    }
  }
}
