import Entities
import Files
import Glibc
import Services
import Synchronization
import TestSupport
import Testing

@testable import FileStore

@Suite("The recovery journal of large texts")
struct JournalEditsTests {
  let folder = TemporaryFolder()
  let clock = StillClock()
  let id = NoteID(NotePath(bytes: Array("daily/é \n%".utf8) + [0xff]))
  let base = TextBase(
    inode: 7, size: 5_000_000, modified: Timestamp(seconds: -3, nanoseconds: 9), digest: .max)

  private func journal(disk: Disk = .real, seal: StateSeal = .none) -> FolderJournal {
    FolderJournal(
      stateFolder: Array(folder.path("state").utf8), vault: VaultID(NotePath("/vault")),
      clock: clock, seal: seal, disk: disk)
  }

  private var place: String {
    "state/recovery/\(folder.names(in: "state/recovery").first ?? "none")"
  }

  private var files: [String] { folder.names(in: place).filter { !$0.hasPrefix("run-") } }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func recovered(_ edits: String..., since base: TextBase?) -> RecoveredText {
    RecoveredText(
      note: id, edits: RecoveredEdits(base: base, edits: edits.map(bytes)), savedAt: clock.now)
  }

  @Test("Edits of an ended run come back in order, with the text they apply to")
  func recover() throws {
    do {
      let own = journal()
      try own.keep(edits: bytes("1"), since: base, of: id, draft: 0)
      #expect(try own.keepMore(edits: bytes("two\n2"), of: id, draft: 0))
      clock.advance(by: .seconds(1))
      #expect(try own.keepMore(edits: [], of: id, draft: 0))
    }
    #expect(journal().recovered(id) == recovered("1", "two\n2", "", since: base))
    #expect(journal().unsavedNotes() == [id])
    #expect(files.count == 1)
    #expect(folder.mode("\(place)/\(files[0])") == 0o600)
    var halfKnown = base
    halfKnown.digest = nil
    clock.advance(by: .seconds(1))
    try journal().keep(edits: bytes("3"), since: halfKnown, of: id, draft: 0)
    #expect(journal().recovered(id) == recovered("3", since: halfKnown), "the newest")
  }

  @Test("A draft's edits have no base file, and a recovered draft gets its own number")
  func draft() throws {
    try journal().keep(edits: bytes("typed"), since: nil, of: nil, draft: 4)
    let next = journal()
    let found = try #require(next.recovered(nil))
    #expect(found.edits == RecoveredEdits(base: nil, edits: [bytes("typed")]))
    let draft = try #require(found.draft)
    try next.keep(edits: bytes("typed on"), since: nil, of: nil, draft: draft)
    #expect(next.recovered(nil) == nil, "it is open again")
    next.forget(nil, draft: draft)
    #expect(files == [])
  }

  @Test("Edits cannot be appended to an entry that was never begun or was forgotten")
  func nothingToAddTo() throws {
    let own = journal()
    #expect(try !own.keepMore(edits: bytes("x"), of: id, draft: 0))
    try own.keep(edits: bytes("1"), since: base, of: id, draft: 0)
    own.forget(id, draft: 0)
    #expect(try !own.keepMore(edits: bytes("x"), of: id, draft: 0))
    try own.keep(bytes("whole"), of: id, draft: 0)
    #expect(try !own.keepMore(edits: bytes("x"), of: id, draft: 0), "that is no file of edits")
    try own.keep(edits: bytes("1"), since: base, of: id, draft: 0)
    folder.write("\(place)/\(files[0])", "cut")
    #expect(try !own.keepMore(edits: bytes("x"), of: id, draft: 0), "someone else wrote there")
  }

  @Test("A text may shrink and grow, alternating between whole text and edits")
  func crossing() throws {
    let middling = [UInt8](repeating: 0x61, count: 300 << 10)
    do {
      let own = journal()
      try own.keep(middling, of: id, draft: 0)
      #expect(files.count == 2, "a text that differences stand on")
      try own.keep(edits: bytes("1"), since: base, of: id, draft: 0)
      #expect(files.count == 1)
    }
    #expect(journal().recovered(id) == recovered("1", since: base))
    clock.advance(by: .seconds(1))
    do {
      let own = journal()
      try own.keep(edits: bytes("1"), since: base, of: id, draft: 0)
      try own.keep(bytes("small"), of: id, draft: 0)
    }
    clock.advance(by: .seconds(1))
    #expect(journal().recovered(id)?.bytes == bytes("small"))
  }

  @Test("A file that grows to several times its initial size must be restarted")
  func growth() throws {
    let own = journal(disk: .unsynced)
    let edit = [UInt8](repeating: 0x61, count: 100_000)
    try own.keep(edits: bytes("1"), since: base, of: id, draft: 0)
    var count = 0
    while try own.keepMore(edits: edit, of: id, draft: 0) { count += 1 }
    #expect(count == 11)
    try own.keep(edits: edit, since: base, of: id, draft: 0)
    #expect(try own.keepMore(edits: edit, of: id, draft: 0))
    #expect(folder.read("\(place)/\(files[0])")?.count ?? 0 < 300_000)
  }

  @Test("A file cut or changed at any byte yields the edits before the damage")
  func damage() throws {
    do {
      let own = journal()
      try own.keep(edits: bytes("one"), since: base, of: id, draft: 0)
      _ = try own.keepMore(edits: bytes("two"), of: id, draft: 0)
      _ = try own.keepMore(edits: bytes("three"), of: id, draft: 0)
    }
    let name = "\(place)/\(files[0])"
    let whole = try #require(folder.read(name))
    let all = ["one", "two", "three"].map(bytes)
    func edits(of file: [UInt8]) -> [[UInt8]] {
      JournalEdits(file: file, named: [], seal: .none)?.edits ?? []
    }
    var last = 0
    for end in 0...whole.count {
      let found = edits(of: Array(whole[..<end]))
      #expect(found == Array(all.prefix(found.count)))
      #expect(found.count >= last)
      last = found.count
      guard end < whole.count else { continue }
      var changed = whole
      changed[end] ^= 0x10
      let left = edits(of: changed)
      #expect(left == Array(all.prefix(left.count)))
      #expect(left.count < 3)
    }
    #expect(last == 3)
    folder.write(name, Array(whole.prefix(60)))
    #expect(journal().recovered(id) == nil)
    #expect(files == ["bad-" + name.split(separator: "/").last!], "set aside for a person to see")
  }

  @Test("A full disk's partial write is rolled back, and the next edits start over")
  func failing() throws {
    let room = SharedCount(5)
    let isFull = Mutex(false)
    let disk = Disk(
      writeSome: { file, bytes in
        let allowed = isFull.withLock { $0 } ? room.take(bytes.count) : bytes.count
        return allowed == 0 ? -Int(ENOSPC) : Glibc.write(file, bytes.baseAddress, allowed)
      }, flush: { _ in 0 })
    let own = journal(disk: disk)
    try own.keep(edits: bytes("1"), since: base, of: id, draft: 0)
    #expect(try own.keepMore(edits: bytes("2"), of: id, draft: 0))
    let size = folder.read("\(place)/\(files[0])")?.count
    isFull.withLock { $0 = true }
    #expect(throws: NoteStoreError.noSpace(id.path)) {
      try own.keepMore(edits: bytes("3"), of: id, draft: 0)
    }
    #expect(folder.read("\(place)/\(files[0])")?.count == size)
    #expect(try !own.keepMore(edits: bytes("4"), of: id, draft: 0))
  }
}
