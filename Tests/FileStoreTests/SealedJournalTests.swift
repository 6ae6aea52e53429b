import Entities
import Files
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("The recovery journal of an encrypted vault")
struct SealedJournalTests {
  let folder = TemporaryFolder()
  let id = NoteID("daily/secret plan.md")
  let small = NoteID("secret.md")
  let large = NoteID("secret large.md")
  let base = TextBase(
    inode: 7, size: 5_000_000, modified: Timestamp(seconds: 3, nanoseconds: 9), digest: .max)
  private let words = Array("secret words".utf8)

  private func journal(_ seal: StateSeal = .toy) -> FolderJournal {
    FolderJournal(
      stateFolder: folder.bytes, vault: VaultID(NotePath("/vault")), clock: StillClock(),
      seal: seal)
  }

  private var place: String {
    "recovery/\(ShortName.of(Array("/vault".utf8)))-sealed"
  }

  private var files: [String] { folder.names(in: place).filter { !$0.hasPrefix("run-") } }

  /// One of each kind of file: edits, a small text, a large one with its base, a draft.
  private func keepAll(_ text: [UInt8]) throws {
    let own = journal()
    try own.keep(edits: text, since: base, of: id, draft: 0)
    #expect(try own.keepMore(edits: text, of: id, draft: 0))
    #expect(try own.keepMore(edits: text + text, of: id, draft: 0))
    try own.keep(text, of: small, draft: 0)
    let many = [UInt8](repeating: 0x61, count: 300 << 10)
    try own.keep(text + many, of: large, draft: 0)
    try own.keep(text + many + text, of: large, draft: 0)
    try own.keep(text, of: nil, draft: 3)
  }

  @Test("The journal reveals no texts or names, and all of it can be recovered")
  func tellsNothing() throws {
    try keepAll(words)
    #expect(files.count == 5)
    for name in files {
      let file = try #require(folder.read("\(place)/\(name)"))
      let text = String(decoding: file, as: UTF8.self)
      #expect(!text.contains("secret") && !text.contains("daily"))
      for note in [id, small, large] { #expect(!name.contains(ShortName.of(note.path.bytes))) }
    }
    let next = journal()
    #expect(next.recovered(id)?.edits?.edits == [words, words, words + words])
    #expect(next.recovered(id)?.edits?.base == base)
    #expect(next.recovered(small)?.bytes == words)
    #expect(next.recovered(large)?.bytes.count == (300 << 10) + 2 * words.count)
    #expect(next.recovered(nil)?.bytes == words)
    #expect(next.unsavedNotes() == [id, large, small])
    next.forget(large, draft: 0)
    #expect(files.count == 3)
  }

  @Test("Nothing can be recovered without the key")
  func otherKey() throws {
    try keepAll(words)
    let stranger = journal(.toy(key: 1))
    #expect(stranger.unsavedNotes() == [])
    #expect(stranger.recovered(small) == nil)
  }

  @Test("A file swapped under another file's name is not accepted as that file")
  func swappedFiles() throws {
    try keepAll(words)
    let named = Dictionary(
      uniqueKeysWithValues: files.map { ($0, folder.read("\(place)/\($0)") ?? []) })
    for (name, _) in named {
      for (other, bytes) in named where other != name {
        folder.write("\(place)/\(name)", bytes)
        let next = journal()
        for note in [id, small, large] {
          guard let found = next.recovered(note) else { continue }
          #expect(found.note == note && (found.edits != nil) == (note == id))
        }
      }
      for file in files { folder.remove("\(place)/\(file)") }
      for (name, bytes) in named { folder.write("\(place)/\(name)", bytes) }
    }
  }

  @Test("Records of edits cannot be reordered, omitted or taken from an earlier file")
  func swappedRecords() throws {
    try keepAll(words)
    let name = try #require(
      files.first { JournalEdits.isMarked(folder.read("\(place)/\($0)") ?? []) })
    let file = try #require(folder.read("\(place)/\(name)"))
    var records = Self.records(file)
    #expect(records.count == 4)
    func edits(_ records: [[UInt8]]) -> [[UInt8]]? {
      JournalEdits(
        file: JournalEdits.mark + records.joined(), named: Array(name.utf8), seal: .toy)?.edits
    }
    #expect(edits(records)?.count == 3)
    #expect(edits([records[0], records[2], records[1]]) == nil)
    #expect(edits([records[0], records[1], records[3]]) == [words])
    #expect(edits(Array(records.dropFirst())) == nil)
    // Edits that the same run stored earlier under the same name.
    let earlier = try JournalEdits.file(
      of: id, since: base, [1], savedAt: Timestamp(seconds: 1), named: Array(name.utf8), seal: .toy)
    records[1] = Self.records(earlier)[1]
    #expect(edits(records) == nil)
  }

  private static func records(_ file: [UInt8]) -> [[UInt8]] {
    var rest = file[JournalEdits.mark.count...]
    var records: [[UInt8]] = []
    while rest.count >= 16 {
      let size = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      records.append(Array(rest.prefix(16 + size)))
      rest = rest.dropFirst(16 + size)
    }
    return records
  }
}
