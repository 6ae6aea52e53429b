import Entities
import Files
import NoteSyntax
import Services

/// Reads notes and takes out of them what the index keeps. Each worker has one of its own.
struct NoteReader: ~Copyable {
  /// Of a larger file its first bytes are indexed.
  static let mostBytes = 16 << 20
  /// So far links, tags and the like are looked for; words are found everywhere.
  static let mostScanned = 4 << 20
  /// Of each kind, for a file that was made to be heavy.
  static let mostParts = 50_000
  private static let usualBuffer = 1 << 18

  private let files: any VaultFiles
  private var buffer: UnsafeMutableRawBufferPointer
  private var splitter = WordSplitter()
  private var words = WordSet()

  init(_ files: any VaultFiles) {
    self.files = files
    buffer = .allocate(byteCount: Self.usualBuffer, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Nil where the note is gone by now. One that cannot be read is listed with the reason.
  mutating func read(_ path: NotePath, _ fact: FileFact) -> IndexedNote? {
    var note = IndexedNote(path: path, fact: fact)
    if note.obstacle == nil {
      do {
        let count = try fill(NoteID(path), size: fact.size)
        // More than was asked for room for: it grew, and is read again with the next look.
        let isWhole = count < buffer.count || count == fact.size
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), isWhole: isWhole, into: &note)
        shrink()
      } catch {
        if case .notFound = error { return nil }
        note.obstacle = NoteRow.obstacle(error)
      }
    }
    note.addNames()
    addWords(of: note.title)
    note.wordParts = words.take()
    return note
  }

  private mutating func fill(_ note: NoteID, size: Int) throws(NoteStoreError) -> Int {
    let wanted = min(max(size, 0) + 1, Self.mostBytes)
    if wanted > buffer.count {
      buffer.deallocate()
      buffer = .allocate(byteCount: wanted, alignment: 16)
    }
    return try files.read(note, into: buffer)
  }

  private mutating func shrink() {
    guard buffer.count > Self.usualBuffer * 4 else { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: Self.usualBuffer, alignment: 16)
  }

  private mutating func take(
    _ raw: UnsafeRawBufferPointer, isWhole: Bool, into note: inout IndexedNote
  ) {
    let bytes = raw.assumingMemoryBound(to: UInt8.self)
    (note.title, note.snippet) = NoteRow.row(bytes, isWhole: isWhole, stem: note.title)
    note.digest = Digest.of(raw)
    let scanned = UnsafeBufferPointer(rebasing: bytes.prefix(Self.mostScanned))
    note.add(NoteScanner.scan(scanned), of: scanned)
    note.words = addWords(of: bytes)
  }

  @discardableResult
  private mutating func addWords(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    words.lend { words in
      splitter.split(bytes) { word, _, _ in
        count += 1
        words.insert(word)
      }
    }
    return count
  }

  private mutating func addWords(of title: String) {
    var title = title
    title.withUTF8 { _ = addWords(of: $0) }
  }
}
