import Entities
import Files
import Glibc
import Services
import Synchronization
import TestSupport
import Testing

@testable import FileStore

/// A disk that does everything in many small steps, each of which may be the last.
private final class Steps: Sendable {
  private let count = Mutex(0)
  private let atStep: @Sendable (Int) -> Void

  init(_ atStep: @escaping @Sendable (Int) -> Void) { self.atStep = atStep }

  private func step() {
    atStep(
      count.withLock { count in
        count += 1
        return count
      })
  }

  /// Writes go in pieces; before and after each call the program may be killed.
  func disk(piece: Int) -> Disk {
    Disk(
      writeSome: { [self] file, bytes in
        step()
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<min(piece, bytes.count)])
        return Disk.real.writeSome(file, part)
      },
      flush: { [self] file in
        step()
        defer { step() }
        return Disk.real.flush(file)
      })
  }
}

@Suite("The recovery journal when the program is killed while saving to it")
struct JournalCrashTests {
  private let id = NoteID("a.md")

  private func journal(_ folder: String, disk: Disk = .real) -> FolderJournal {
    FolderJournal(
      stateFolder: Array(folder.utf8), vault: VaultID(NotePath("/vault")), clock: StillClock(),
      disk: disk)
  }

  /// Saves one text after another and checks, at each step of the last save, what a kill would leave:
  /// a copy of all files, which no run holds a lock on.
  private func lookAtEachStep(
    keeping texts: [[UInt8]], piece: Int, _ look: @escaping @Sendable ([UInt8]?) -> Void
  ) throws -> Int {
    let folder = TemporaryFolder()
    let (state, note) = (folder.path("state"), id)
    let watching = Mutex(false)
    let seen = Mutex(0)
    let steps = Steps { _ in
      guard watching.withLock({ $0 }) else { return }
      let copy = TemporaryFolder()
      let made = Self.copy(state, to: copy.path("state"))
      #expect(made)
      let after = FolderJournal(
        stateFolder: Array(copy.path("state").utf8), vault: VaultID(NotePath("/vault")),
        clock: StillClock())
      look(after.recovered(note)?.bytes)
      after.forget(note, draft: 0)
      #expect(after.recovered(note) == nil, "what was shown and let go is not offered again")
      let left = copy.names(in: "state/recovery/\(copy.names(in: "state/recovery")[0])")
      #expect(left.filter { !$0.hasPrefix("run-") } == [], "nothing lies about")
      seen.withLock { $0 += 1 }
    }
    let own = journal(state, disk: steps.disk(piece: piece))
    for text in texts.dropLast() { try own.keep(text, of: id, draft: 0) }
    watching.withLock { $0 = true }
    if let last = texts.last { try own.keep(last, of: id, draft: 0) }
    return seen.withLock { $0 }
  }

  private static func copy(_ from: String, to: String) -> Bool {
    mkdir(to, 0o700)
    guard access(from, R_OK) == 0 else { return false }
    for name in folderNames(from) {
      var facts = stat()
      if lstat("\(from)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
        if !copy("\(from)/\(name)", to: "\(to)/\(name)") { return false }
      } else {
        guard let bytes = try? Posix.contents(Array("\(from)/\(name)".utf8)) else { return false }
        let file = open("\(to)/\(name)", O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(file) }
        let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        if written != bytes.count { return false }
      }
    }
    return true
  }

  @Test func theTextKeptBeforeIsWholeUntilTheNewOneIs() throws {
    let (old, new) = (Array("old text".utf8), Array("the new text".utf8))
    let steps = try lookAtEachStep(keeping: [old, new], piece: 7) { bytes in
      #expect(bytes == old || bytes == new)
    }
    #expect(steps > 10)
  }

  @Test func beforeTheFirstKeepIsDoneThereIsNothingOrTheText() throws {
    let new = Array("the new text".utf8)
    let steps = try lookAtEachStep(keeping: [new], piece: 7) { bytes in
      #expect(bytes == nil || bytes == new)
    }
    #expect(steps > 10)
  }

  /// Large texts: a whole one, a small change of it, and one that has to be stored whole again.
  @Test(arguments: ["small change", "all other", "shorter"])
  func largeTextsAreNoLessSafe(change: String) throws {
    let first = (0..<(300 << 10)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let second = first[..<1000] + Array("typed".utf8) + first[1000...]
    let third: [UInt8] =
      switch change {
      case "small change": second[..<2000] + Array("more".utf8) + second[2000...]
      case "all other": first.reversed()
      default: Array("short".utf8)
      }
    let steps = try lookAtEachStep(
      keeping: [first, Array(second), third], piece: 100 << 10
    ) { bytes in
      #expect((bytes == Array(second)) != (bytes == third))
    }
    #expect(steps >= 5)
  }
}

@Suite("The recovery journal with large texts")
struct JournalLargeTests {
  private let folder = TemporaryFolder()
  private let id = NoteID("a.md")

  private func journal() -> FolderJournal {
    FolderJournal(
      stateFolder: Array(folder.path("state").utf8), vault: VaultID(NotePath("/vault")),
      clock: StillClock())
  }

  private var files: [(name: String, size: Int)] {
    let place = "state/recovery/\(folder.names(in: "state/recovery")[0])"
    return folder.names(in: place).filter { !$0.hasPrefix("run-") }.map {
      ($0, folder.read("\(place)/\($0)")?.count ?? 0)
    }
  }

  @Test func whatIsTypedIntoALargeTextIsKeptAloneAndComesBackInItsPlace() throws {
    var text = [UInt8](repeating: 0x61, count: 1 << 20)
    do {
      let run = journal()
      for number in 0..<50 {
        text.insert(contentsOf: Array("word \(number) ".utf8), at: 5000 + number)
        try run.keep(text, of: id, draft: 0)
      }
      #expect(files.count == 2)
      #expect(files.reduce(0) { $0 + $1.size } < (1 << 20) + 5000)
    }
    let next = journal()
    #expect(next.recovered(id)?.bytes == text)
    next.forget(id, draft: 0)
    #expect(files.isEmpty)
  }

  @Test func aTextWhoseBaseIsGoneOrDamagedIsNotOfferedButKeptAside() throws {
    let text = [UInt8](repeating: 0x61, count: 1 << 20)
    do { try journal().keep(text, of: id, draft: 0) }
    let place = "state/recovery/\(folder.names(in: "state/recovery")[0])"
    let base = try #require(files.first { $0.name.hasPrefix("base") }).name
    folder.write("\(place)/\(base)", Array("damaged".utf8))
    #expect(journal().recovered(id) == nil)
    #expect(files.contains { $0.name.hasPrefix("bad-") })
  }

  @Test func whereOnlyTheChangeIsDamagedTheTextBeforeItIsOffered() throws {
    let text = [UInt8](repeating: 0x61, count: 1 << 20)
    do {
      let run = journal()
      try run.keep(text, of: id, draft: 0)
      try run.keep(text + [0x62], of: id, draft: 0)
    }
    let place = "state/recovery/\(folder.names(in: "state/recovery")[0])"
    let change = try #require(files.first { $0.name.hasPrefix("note-") }).name
    folder.write("\(place)/\(change)", Array("damaged".utf8))
    #expect(journal().recovered(id)?.bytes == text)
  }
}
