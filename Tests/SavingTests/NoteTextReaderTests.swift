import Entities
import Services
import Synchronization
import TestSupport
import Testing
import Viper
import TextEngine

@testable import Saving

/// A store over one file that others may write to between two blocks.
final class BlockStore: NoteStore {
  private struct State {
    var bytes: [UInt8]
    var version: UInt64 = 1
    var opened = 0
    /// What others do to the file, by the number of blocks read before.
    var meddling: [Int: [UInt8]] = [:]
    var blocks = 0
  }

  private let state: Mutex<State>

  init(_ bytes: [UInt8]) { state = Mutex(State(bytes: bytes)) }

  /// Makes another program write these bytes after the given number of blocks.
  func write(_ bytes: [UInt8], afterBlocks count: Int) {
    state.withLock { $0.meddling[count] = bytes }
  }

  var opened: Int { state.withLock { $0.opened } }
  var blocks: Int { state.withLock { $0.blocks } }
  var bytes: [UInt8] { state.withLock { $0.bytes } }

  func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    Reading(
      self,
      state.withLock { state in
        state.opened += 1
        return (state.version, state.bytes)
      }, id.path)
  }

  private final class Reading: NoteReading {
    private let store: BlockStore
    private let version: UInt64
    private let content: WholeReading
    private let path: NotePath

    init(_ store: BlockStore, _ found: (version: UInt64, bytes: [UInt8]), _ path: NotePath) {
      self.store = store
      version = found.version
      content = WholeReading(
        NoteContent(bytes: found.bytes, stamp: BlockStore.stamp(found.bytes, found.version)))
      self.path = path
    }

    var seen: TextBase { content.seen }

    func read(into memory: UnsafeMutableRawBufferPointer) throws(NoteStoreError) -> Int {
      let count = try content.read(into: memory)
      store.state.withLock { state in
        state.blocks += 1
        if let bytes = state.meddling.removeValue(forKey: state.blocks) {
          (state.bytes, state.version) = (bytes, state.version + 1)
        }
      }
      return count
    }

    func finish() throws(NoteStoreError) -> NoteStamp {
      guard store.state.withLock({ $0.version }) == version else { throw .changedOutside(path) }
      return try content.finish()
    }
  }

  private static func stamp(_ bytes: [UInt8], _ version: UInt64) -> NoteStamp {
    NoteStamp(
      inode: version, size: bytes.count, modified: Timestamp(seconds: Int64(version)),
      digest: Rope(bytes).digest)
  }

  func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    state.withLock { NoteContent(bytes: $0.bytes, stamp: Self.stamp($0.bytes, $0.version)) }
  }

  func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    try state.withLock { (state) throws(NoteStoreError) in
      guard Self.stamp(state.bytes, state.version) == stamp else { throw .changedOutside(id.path) }
      (state.bytes, state.version) = (text.gathered, state.version + 1)
      return Self.stamp(state.bytes, state.version)
    }
  }

  func list() -> AsyncStream<ListingBatch> { AsyncStream { $0.finish() } }

  func summary(of id: NoteID) async throws(NoteStoreError) -> NoteSummary {
    throw .notFound(id.path)
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    throw .notPermitted(folder, action: "create")
  }

  func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote { throw .notFound(id.path) }

  func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    throw .notFound(trashed.resting)
  }
}

@Suite("Loading a note")
struct NoteTextReaderTests {
  private let note = NoteID("a.md")

  private static func text(_ count: Int, from start: Int = 0) -> [UInt8] {
    // The bytes repeat after 1,024: to compute each of ten million takes seconds.
    var text = (start..<start + 1_024).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
    while text.count < count { text += text }
    return Array(text.prefix(count))
  }

  @Test("A small note is loaded at once, with what a save needs")
  func small() async throws {
    for bytes in [[], [10], Self.text(TextSize.readAtOnce)] {
      let start = try await NoteTextReader(store: BlockStore(bytes)).start(note)
      #expect(start.text.bytes == bytes)
      #expect(start.rest == nil)
      let base = try #require(start.base)
      #expect(base.text == start.text)
      #expect(start.seen == TextBase(base.stamp))
    }
  }

  @Test("A large note is loaded block by block, the first as large as a screen")
  func large() async throws {
    let bytes = Self.text(10 << 20)
    let store = BlockStore(bytes)
    let start = try await NoteTextReader(store: store).start(note)
    #expect(start.text.byteCount == RemainingBlocks.firstBlock)
    #expect(start.base == nil)
    #expect(start.seen.digest == nil)
    let rest = try #require(start.rest)
    #expect(rest.byteCount == bytes.count)
    var text = start.text
    var blocks: [Int] = []
    var stamp: NoteStamp?
    while stamp == nil {
      switch try await rest.next() {
      case .more(let block):
        blocks.append(block.byteCount)
        text.append(block)
      case .end(let found): stamp = found
      }
    }
    #expect(text.bytes == bytes)
    #expect(blocks.max() ?? 0 <= 4 << 20)
    #expect(stamp.map { start.seen.isText(of: $0) } == true)
    #expect(store.opened == 1)
    #expect(try await NoteTextReader(store: store).readAll(note).text == text)
  }

  @Test("Reading a note that is written meanwhile never yields half of its text")
  func changedMeanwhile() async throws {
    let (old, new) = (Self.text(3 << 20), Self.text(2 << 20, from: 5))
    for blocks in 1...4 {
      let store = BlockStore(old)
      store.write(new, afterBlocks: blocks)
      let start = try await NoteTextReader(store: store).start(note)
      let rest = try #require(start.rest)
      await #expect(throws: NoteStoreError.changedOutside(note.path)) {
        while case .more = try await rest.next() {}
      }
      #expect(try await NoteTextReader(store: store).readAll(note).text.bytes == new)
    }
    let small = BlockStore(Array("old".utf8))
    small.write(Array("new".utf8), afterBlocks: 1)
    #expect(try await NoteTextReader(store: small).start(note).text.bytes == Array("new".utf8))
    let all = BlockStore(old)
    all.write(new, afterBlocks: 2)
    #expect(try await NoteTextReader(store: all).readAll(note).text.bytes == new)
    #expect(all.opened == 2)
  }

  @Test("A program that never stops writing is reported")
  func endless() async throws {
    let store = BlockStore(Array("0".utf8))
    for count in 1...2 * ReadingAttempts.most {
      store.write(Array("\(count)".utf8), afterBlocks: count)
    }
    await #expect(throws: ReadingAttempts.problem(of: note)) {
      try await NoteTextReader(store: store).start(note)
    }
    await #expect(throws: ReadingAttempts.problem(of: note)) {
      try await NoteTextReader(store: store).readAll(note)
    }
    #expect(store.opened == 2 * ReadingAttempts.most)
  }

  @Test("Reading outlasts a program that writes many times in a row")
  func manyWrites() async throws {
    let store = BlockStore(Array("0".utf8))
    for count in 1...30 { store.write(Array("\(count)".utf8), afterBlocks: count) }
    #expect(try await NoteTextReader(store: store).start(note).text.bytes == Array("30".utf8))
  }

  @Test("A check reads a large file only if it seems to be a different one")
  func lookedAt() async throws {
    let store = BlockStore(Self.text(2 << 20))
    let base = try await NoteTextReader(store: store).readAll(note)
    let files = MergingStore(store: store, files: nil)
    let blocks = store.blocks
    guard
      case .unchanged(base.stamp) = try await files.change(of: note, since: base, text: base.text)
    else {
      Issue.record("nothing happened")
      return
    }
    #expect(store.blocks == blocks)
    var touched = base
    touched.stamp.modified = Timestamp(seconds: -1)
    guard
      case .unchanged(base.stamp) = try await files.change(
        of: note, since: touched, text: base.text)
    else {
      Issue.record("it was only touched")
      return
    }
    #expect(store.blocks > blocks)
  }

  @Test("A closed note is read no further")
  func closed() async throws {
    let rest = try #require(
      try await NoteTextReader(store: BlockStore(Self.text(9 << 20))).start(note).rest)
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await rest.next()
    }
    await #expect(throws: NoteStoreError.self) { _ = try await reading.value }
  }
}
