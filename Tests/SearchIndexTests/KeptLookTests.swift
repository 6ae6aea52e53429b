import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("What is kept of the vault's files beside the index")
struct KeptLookTests {
  private let folder = TemporaryFolder()
  private let files = MemoryVault()

  /// As many notes as are looked through by folders, the newest with the highest number.
  private func fill() throws {
    for number in 0..<2_100 {
      files.write("\(number % 30)/\(number).md", "word", seconds: Int64(number))
    }
    _ = try IndexedVault(files, in: folder)
  }

  /// Of another run than the one that made it.
  private func index(
    _ seal: BlockSeal? = nil, clock: any WallClock = UTCClock()
  ) -> VaultIndex {
    VaultIndex(files: files, folder: folder.bytes + Array("/index".utf8), clock: clock, seal: seal)
  }

  /// Asks as a command does, and lets the threads end that work for it.
  private func asked(_ word: String) async throws -> [String] {
    let index = index()
    let hasEnded = Signal(false)
    try #require(index.ahead.prepare())
    let isStarted = OwnThread.start {
      index.openForLook()
      hasEnded.change { $0 = true }
    }
    try #require(isStarted)
    index.lookAhead()
    let answer = try await index.search(.word(word), limit: 5_000, excerpts: false)
    #expect(hasEnded.wait(milliseconds: 20_000) { $0 ? true : nil } == true)
    #expect(index.connections.takeProblems().isEmpty)
    index.end()
    return answer.hits.map(\.id.path.text)
  }

  private var kept: KnownFiles? { KnownFiles.kept(beside: index().folder) }

  /// What the index says now.
  private func known() throws -> KnownFiles {
    let index = index()
    let known = try index.reading { (database) throws(DatabaseError) in
      try KnownFiles(database)
    }
    return try #require(known)
  }

  @Test("Is made by the first question, and is what the index knows")
  func isKept() async throws {
    try fill()
    #expect(kept == nil)
    #expect(try await asked("nothing").isEmpty)
    let known = try known()
    #expect(known.folderCount == 31)
    #expect(known.noteCount == 200)
    let isSame = kept?.file == known.file
    #expect(isSame)
  }

  @Test("Is believed as long as the index is in the same state")
  func isBelieved() async throws {
    try fill()
    // One that looks at nothing finds nothing.
    var blind = KnownFiles()
    let known = try known()
    (blind.state, blind.reconciled, blind.notes) = (known.state, known.reconciled, known.notes)
    blind.keep(beside: index().folder)
    files.write("3/new.md", "fresh", seconds: 9_000)
    #expect(try await asked("fresh").isEmpty)
    // Any other state will do.
    blind.state = (known.state ?? 0) ^ 1
    blind.keep(beside: index().folder)
    #expect(try await asked("fresh") == ["3/new.md"])
  }

  @Test("Each change of the index is another state, and so is each index")
  func states() async throws {
    try fill()
    var states: Set<Int64?> = [try known().state]
    for round in 0..<20 {
      files.write("3/new.md", "fresh \(round)", seconds: Int64(9_000 + round))
      _ = try await index().refresh([NoteID("3/new.md")])
      states.insert(try known().state)
    }
    try await index().discard()
    _ = try IndexedVault(files, in: folder)
    states.insert(try known().state)
    #expect(states.count == 22)
    #expect(!states.contains(nil))
  }

  @Test("A look through the vault that finds nothing leaves the state as it was")
  func nothingFound() async throws {
    try fill()
    _ = try await asked("nothing")
    let before = try known()
    let later = StillClock()
    later.advance(by: .seconds(60))
    _ = await index(clock: later).reconciled()
    let after = try known()
    #expect(after.reconciled > before.reconciled)
    #expect(after.state == before.state)
    files.write("3/new.md", "fresh", seconds: 9_000)
    #expect(try await asked("fresh") == ["3/new.md"])
    _ = await index().reconciled()
    #expect(try known().state != after.state)
  }

  @Test("Is made by a look through the vault as well, and anew where that changed the index")
  func keptByReconciling() async throws {
    try fill()
    #expect(kept == nil)
    for number in [0, 1] {
      if number == 1 { files.write("3/new.md", "fresh", seconds: 9_000) }
      _ = await index().reconciled()
      let isSame = kept?.file == (try known()).file
      #expect(isSame)
    }
  }

  @Test("What is torn or damaged is none")
  func damage() throws {
    var known = KnownFiles()
    (known.state, known.notes) = (7, 3_000)
    for number in 0..<3 { known.add(folder: Array("\(number)".utf8), changed: Int64(number)) }
    for number in 0..<5 {
      known.add(
        note: Array("\(number)/é.md".utf8), inode: 1, size: 2, modified: 3, changed: Int64(number))
    }
    let whole = known.file
    let read = whole.withUnsafeBytes { KnownFiles(file: $0) }
    let isSame = read?.file == whole
    #expect(isSame)
    #expect(read?.folders(0..<3).map(\.path.text) == ["0", "1", "2"])
    #expect(read?.newest(4..<5).first?.note == NoteID("4/é.md"))
    #expect(read?.newest(4..<5).first?.fact.changed == Timestamp(wholeNanoseconds: 4))
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 1 << UInt8(place % 8)
      let changed = bytes.withUnsafeBytes { KnownFiles(file: $0) }
      let torn = whole[..<place].withUnsafeBytes { KnownFiles(file: $0) }
      #expect(changed?.state == nil && torn?.state == nil, "byte \(place)")
    }
    #expect((whole + [0]).withUnsafeBytes { KnownFiles(file: $0)?.state } == nil)
    // Whole, and makes no sense.
    for (numbers, folders) in [([1, 2, 3], 0), ([9, 0, 0, 0, 0], 1), ([-1, 0, 0, 0, 0], 1)] {
      #expect(
        KnownFiles(numbers: numbers.map { Int64($0) }, paths: [97], folderCount: folders) == nil)
    }
    for folders in [2, -1] {
      #expect(KnownFiles(numbers: [1, 0, 0, 0, 0], paths: [97], folderCount: folders) == nil)
    }
    #expect(KnownFiles(numbers: [1, 0, 0, 0, 0], paths: [97], folderCount: 1) != nil)
  }

  @Test("A link under its name is never written through, and nothing is kept of a closed vault")
  func links() async throws {
    try fill()
    folder.write("other", "mine")
    let other = folder.bytes + Array("/other".utf8)
    let place = String(decoding: index().folder.path + Array("/look".utf8), as: UTF8.self)
    try #require(symlink(String(decoding: other, as: UTF8.self), place) == 0)
    #expect(try await asked("nothing").isEmpty)
    #expect(try Posix.contents(other) == Array("mine".utf8))
    #expect(kept == nil)
    let closed = index(ToySeal.make())
    closed.folder.keepLook([1])
    #expect(closed.folder.keptLook() == nil)
  }

  @Test("A command leaves its own changes to the next question, which finds them")
  func ownChanges() async throws {
    try fill()
    let state = try known().state
    files.write("3/new.md", "fresh", seconds: 9_000)
    let gone = NoteID("4/4.md")
    files.remove(gone.path)
    let change = try await FreshIndex(index()).refresh([NoteID("3/new.md"), gone])
    #expect(change.updated == [NoteID("3/new.md")])
    #expect(change.removed == [gone])
    #expect(try known().state == state)
    #expect(try await asked("fresh") == ["3/new.md"])
    #expect(try await !asked("word").contains("4/4.md"))
  }

  @Test("Commands one after the other find what was done to the files, however it is kept")
  func model() async throws {
    try fill()
    var random = SeededRandom(seed: 20_261_123)
    var texts: [String: String] = [:]
    for path in files.paths { texts[path.text] = "word" }
    var seconds: Int64 = 10_000
    for step in 0..<400 {
      seconds += 1
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        let path = "\(Int.random(in: 0..<32, using: &random))/new \(step).md"
        texts[path] = ["word", "fresh"].randomElement(using: &random)
        files.write(path, texts[path] ?? "", seconds: seconds)
      case 2:
        // In its place: the newest note is always looked at.
        guard let newest = texts.keys.max(by: { modified($0) < modified($1) }) else { break }
        texts[newest] = "fresh \(step)"
        files.overwrite(NotePath(newest), Array("fresh \(step)".utf8), seconds: seconds)
      case 3:
        guard texts.count > 2_020, let path = texts.keys.sorted().randomElement(using: &random)
        else { break }
        texts[path] = nil
        files.remove(NotePath(path))
      case 4:
        guard let path = texts.keys.sorted().randomElement(using: &random) else { break }
        let new = "\(Int.random(in: 0..<32, using: &random))/moved \(step).md"
        texts[new] = texts.removeValue(forKey: path)
        files.rename(NotePath(path), to: NotePath(new))
      case 5:
        let path = "3/ours \(step).md"
        texts[path] = "fresh"
        files.write(path, "fresh", seconds: seconds)
        _ = try await index().refresh([NoteID(path)])
      default: break
      }
      let expected = texts.filter { $0.value.hasPrefix("fresh") }.keys.sorted()
      #expect(try await asked("fresh").sorted() == expected, "step \(step)")
    }
  }

  private func modified(_ path: String) -> Timestamp {
    files.facts(of: NoteID(NotePath(path)))?.modified ?? Timestamp(seconds: 0)
  }
}
