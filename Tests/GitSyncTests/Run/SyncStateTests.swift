import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import GitSync

@Suite("The state that a sync saves")
struct SyncStateTests {
  private let folder = TemporaryFolder()
  private let one = String(repeating: "1", count: 40)
  private let other = String(repeating: "a", count: 64)

  private func state(_ disk: Disk = .real) -> SyncState {
    SyncState(gitFolder: folder.path, disk: disk)
  }

  @Test("The whole state is read back as it was written")
  func roundTrips() throws {
    let state = state()
    let lock = try state.lock()
    defer { withExtendedLifetime(lock) {} }
    #expect(try state.applying() == nil && state.lastChanges() == [] && state.synced() == nil)
    let rows = [
      Applying(branch: "main", old: one, new: other),
      Applying(branch: "a branch/ü%", old: nil, new: one),
    ]
    for row in rows {
      try state.begin(row)
      #expect(try state.applying() == row)
    }
    try state.keepLast(rows)
    #expect(try state.lastChanges() == rows)
    try state.keep(SyncState.Synced(seconds: -5, remote: one))
    #expect(try state.synced() == SyncState.Synced(seconds: -5, remote: one))
    let paths = Set([NotePath("a b.md"), NotePath("x\ny%.md"), NotePath(bytes: [0xff, 0x2e])])
    try state.keepConflicts(paths)
    #expect(try state.conflicts() == paths)
    try state.keepConflicts([])
    #expect(try state.conflicts().isEmpty)
    for path in paths { try state.addApplied(path) }
    #expect(try state.applied() == paths)
    try state.end()
    #expect(try state.applied().isEmpty && state.applying() == nil)
    #expect(folder.names(in: "notes-tui") == ["last", "lock", "synced"])
  }

  @Test("A line cut short by a kill counts as not written")
  func cutShort() throws {
    let state = state()
    _ = try state.lock()
    folder.write("notes-tui/applied", "a.md\nb.md\nlong%2")
    #expect(try state.applied() == [NotePath("a.md"), NotePath("b.md")])
  }

  @Test(
    "A damaged journal stops the sync, and the error says what to do",
    arguments: ["", "x", "- -", "- xyz main\n", "\0\0\0"])
  func damaged(_ text: String) throws {
    let state = state()
    _ = try state.lock()
    folder.write("notes-tui/apply", text)
    let error = #expect(throws: SyncFailure.self) { try state.applying() }
    #expect(error?.message.contains("remove that file, then sync again") == true)
  }

  @Test("The second of two simultaneous syncs is refused with a message")
  func locks() throws {
    let lock = try state().lock()
    #expect(throws: SyncFailure.busy) { _ = try state().lock() }
    withExtendedLifetime(lock) {}
  }

  @Test("A full disk leaves the saved state intact and is reported")
  func fullDisk() throws {
    let state = state()
    _ = try state.lock()
    try state.keepLast([Applying(branch: "main", old: nil, new: one)])
    let full = self.state(Disk(writeSome: { _, _ in -Int(ENOSPC) }, flush: { _ in 0 }))
    let error = #expect(throws: SyncFailure.self) {
      try full.keepLast([Applying(branch: "main", old: one, new: other)])
    }
    #expect(error?.message.hasPrefix("The disk is full") == true)
    #expect(try state.lastChanges() == [Applying(branch: "main", old: nil, new: one)])
  }
}
