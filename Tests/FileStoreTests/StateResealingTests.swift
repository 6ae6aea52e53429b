import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Moving state from one seal to another")
struct StateResealingTests {
  let folder = TemporaryFolder()
  let clock = StillClock()
  private let vault = VaultID(NotePath("/vault"))
  private let notes = (0..<4).map { NoteID("canary \($0).md") }

  private func versions(_ seal: StateSeal) -> FolderVersions {
    FolderVersions(
      stateFolder: folder.bytes, vault: vault, clock: clock, disk: .unsynced, thinsByItself: false,
      seal: seal)
  }

  private func journal(_ seal: StateSeal) -> FolderJournal {
    FolderJournal(
      stateFolder: folder.bytes, vault: vault, clock: clock, seal: seal, disk: .unsynced)
  }

  private func resealing(
    _ old: StateSeal, _ new: StateSeal, disk: Disk = .unsynced
  ) -> StateResealing {
    StateResealing(
      stateFolder: folder.bytes, vault: vault, from: old, to: new, clock: clock, disk: disk)
  }

  private func place(_ kind: String, _ seal: StateSeal) -> String {
    "\(kind)/\(ShortName.of(vault.path.bytes))\(seal.suffix)"
  }

  /// Some of every kind of state, and what can be read of it.
  private func fill(_ seal: StateSeal) async throws {
    let versions = versions(seal)
    for number in 0..<12 {
      clock.advance(by: .seconds(60))
      let lines = (0..<20).map { "canary line \($0 == number % 5 ? number / 6 : 0)" }
      let text = Array(lines.joined(separator: "\n").utf8)
      try await versions.keep(text, of: notes[number % 3])
      try await versions.keepUndo(text, of: notes[number % 3])
    }
    // Undo data of a note without versions.
    try await versions.keepUndo([1], of: notes[3])
    _ = versions.willMove([NoteMove(from: NoteID("gone.md"), to: NoteID("canary.md"))])
    folder.write("\(place("versions", seal))/damaged-note-1", "canary damage")
    folder.write("\(place("versions", seal))/note-2", "canary damage, unseen so far")
    let journal = journal(seal)
    let base = TextBase(inode: 1, size: 2, modified: Timestamp(seconds: 3), digest: 4)
    for edits in [[1], [2, 3]] as [[UInt8]] {
      if try !journal.keepMore(edits: edits, of: notes[0], draft: 0) {
        try journal.keep(edits: edits, since: base, of: notes[0], draft: 0)
      }
    }
    let large = Array("canary".utf8) + [UInt8](repeating: 7, count: 300 << 10)
    try journal.keep(large, of: notes[1], draft: 0)
    try journal.keep(large + [8], of: notes[1], draft: 0)
    try journal.keep(Array("canary".utf8), of: notes[2], draft: 0)
    try journal.keep(Array("canary draft".utf8), of: nil, draft: 4)
    folder.write("\(place("recovery", seal))/bad-note-1-2-3", "canary damage")
  }

  private struct Known: Equatable {
    var versions: [[NoteVersion]] = []
    var texts: [[[UInt8]]] = []
    var undo: [[UInt8]?] = []
    var unsaved: [RecoveredText?] = []
    var draft: [UInt8]?
  }

  private func known(_ seal: StateSeal) async throws -> Known {
    var known = Known()
    let (versions, journal) = (versions(seal), journal(seal))
    for note in notes.prefix(3) {
      known.versions.append(try await versions.versions(of: note))
      known.texts.append(try await VersionBench.texts(of: note, in: versions))
      known.undo.append(await versions.undo(of: note))
      known.unsaved.append(journal.recovered(note))
    }
    known.draft = journal.recovered(nil)?.bytes
    return known
  }

  private func canaries(_ seal: StateSeal) -> [String] {
    ["versions", "recovery"].flatMap { kind -> [String] in
      let place = place(kind, seal)
      let inner = ["undo", "moving"].flatMap { inner in
        folder.names(in: "\(place)/\(inner)").map { "\(place)/\(inner)/\($0)" }
      }
      return (folder.names(in: place).map { "\(place)/\($0)" } + inner).filter { name in
        let text = String(decoding: folder.read(name) ?? [], as: UTF8.self)
        return text.contains("canary")
          || notes.contains { name.contains(ShortName.of($0.path.bytes)) }
      }
    }
  }

  @Test(
    "All state moves to a seal and back, leaves nothing behind, and sealed state reveals nothing")
  func thereAndBack() async throws {
    try await fill(.none)
    let before = try await known(.none)
    #expect(before.versions.allSatisfy { !$0.isEmpty } && before.unsaved.allSatisfy { $0 != nil })
    #expect(!canaries(.none).isEmpty)
    let there = resealing(.none, .toy)
    #expect(!there.isDone)
    var told: [Int] = []
    #expect(
      try there.run { done, all in
        told.append(done)
        return done <= all
      })
    #expect(there.isDone && told == told.sorted() && told.count > 5)
    #expect(try await known(.toy) == before)
    #expect(canaries(.toy) == [])
    #expect(!folder.exists(place("versions", .none)) && !folder.exists(place("recovery", .none)))
    #expect(folder.names(in: "\(place("versions", .toy))/moving").count == 1)
    #expect(folder.mode(place("versions", .toy)) == 0o700)
    #expect(try there.run(), "there is nothing left to do")
    #expect(try resealing(.toy, .none).run())
    #expect(try await known(.none) == before)
    #expect(!folder.exists(place("versions", .toy)) && !folder.exists(place("recovery", .toy)))
    let damage = folder.names(in: place("versions", .none)).filter { $0.hasPrefix("damaged-") }
    #expect(
      Set(damage.compactMap { folder.text("\(place("versions", .none))/\($0)") })
        == ["canary damage", "canary damage, unseen so far"])
  }

  @Test("A move stopped after any file resumes from there and duplicates nothing")
  func stopped() async throws {
    try await fill(.none)
    let before = try await known(.none)
    var rounds = 0
    while true {
      var steps = 0
      let isDone = try resealing(.none, .toy).run { _, _ in
        steps += 1
        return steps <= 1
      }
      if isDone { break }
      rounds += 1
      try #require(rounds < 50)
    }
    #expect(rounds > 5)
    #expect(try await known(.toy) == before)
  }

  @Test("A disk that fails at any write leaves everything readable on one of the two sides")
  func failing() async throws {
    try await fill(.none)
    let before = try await known(.none)
    for number in 0..<200 {
      let done = try? resealing(.none, .toy, disk: .breaking(atFlush: number)).run()
      let (old, new) = (try await known(.none), try await known(.toy))
      for place in before.texts.indices {
        #expect(old.texts[place] == before.texts[place] || new.texts[place] == before.texts[place])
        #expect(
          old.unsaved[place]?.bytes == before.unsaved[place]?.bytes
            || new.unsaved[place]?.bytes == before.unsaved[place]?.bytes)
      }
      if done == true { return #expect(number > 5) }
    }
    Issue.record("it never came to an end")
  }

  @Test("A kill between writing the new file and removing the old one duplicates nothing")
  func bothThere() async throws {
    try await fill(.none)
    let before = try await known(.none)
    let log = "\(place("versions", .none))/note-\(ShortName.of(notes[0].path.bytes))"
    let bytes = try #require(folder.read(log))
    #expect(try resealing(.none, .toy).run())
    folder.makeFolder(place("versions", .none))
    folder.write(log, bytes)
    #expect(try resealing(.none, .toy).run())
    #expect(try await known(.toy) == before)
    // Versions stored on one side alone are joined with the others.
    try await versions(.none).keep(Array("later".utf8), of: notes[0])
    #expect(try resealing(.none, .toy).run())
    #expect(
      try await VersionBench.texts(of: notes[0], in: versions(.toy))
        == [Array("later".utf8)] + before.texts[0])
  }

  @Test("A move is refused and changes nothing while another run stores texts there")
  func busy() async throws {
    let journal = journal(.none)
    try journal.keep([1], of: notes[0], draft: 0)
    #expect(throws: NoteStoreError.self) { try resealing(.none, .toy).run() }
    #expect(folder.names(in: place("recovery", .none)).count == 2)
    withExtendedLifetime(journal) {}
  }
}
