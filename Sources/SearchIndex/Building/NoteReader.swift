import Entities
import Files
import NoteSyntax
import Services

/// Reads notes and takes out of them what the index keeps. Each worker has one of its own.
struct NoteReader: ~Copyable {
  /// Of a larger file its first bytes are indexed.
  static let mostBytes = 16 << 20
  /// So far links, tags and the like are looked for; words are found everywhere, in pieces of so much.
  static let mostScanned = 4 << 20
  /// Of each kind, for a file that was made to be heavy.
  static let mostParts = 50_000
  private static let usualBuffer = 1 << 18

  private let files: any VaultFiles
  private let isLogseqs: Bool
  private var buffer: UnsafeMutableRawBufferPointer
  private var splitter = WordSplitter()
  private var words = WordSet()

  init(_ files: any VaultFiles) {
    self.files = files
    isLogseqs = files.hasLogseqNames
    buffer = .allocate(byteCount: Self.usualBuffer, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Nil where the note is gone by now. One that cannot be read is listed with the reason.
  mutating func read(_ path: NotePath, _ fact: FileFact) -> IndexedNote? {
    var note = IndexedNote(path: path, fact: fact, isLogseqs: isLogseqs)
    if note.obstacle == nil {
      do {
        defer { shrink() }
        let count = try fill(NoteID(path), size: fact.size)
        // More than was asked for room for: it grew, and is read again with the next look.
        let isWhole = count < buffer.count || count == fact.size
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), isWhole: isWhole, into: &note)
        if !isWhole, fact.size >= Self.mostScanned {
          try addWordsOfPieces(behind: count, to: &note)
        } else {
          note.words = addWords(of: part(upTo: count))
        }
      } catch {
        if case .notFound = error { return nil }
        note.obstacle = NoteObstacle(error)
      }
    }
    note.addNames(inLogseq: isLogseqs)
    addWords(of: note.title)
    addWords(of: path.stem.text)
    note.wordParts = words.take()
    return note
  }

  private mutating func fill(_ note: NoteID, size: Int) throws(NoteStoreError) -> Int {
    let wanted = min(max(size, 0) + 1, Self.mostScanned)
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
    let scan = NoteScanner.scan(scanned.span)
    note.add(scan, of: scanned)
    if isLogseqs { note.addPageProperties(scan, of: scanned) }
  }

  /// The words of a large note whose first piece fills the buffer: a gigabyte is not held for them.
  private mutating func addWordsOfPieces(
    behind first: Int, to note: inout IndexedNote
  ) throws(NoteStoreError) {
    var (place, end) = (first, first)
    while true {
      // No word is cut: what stands behind the last blank comes again with the next piece.
      let seam = place < Self.mostBytes ? Self.seam(in: part(upTo: end)) : end
      note.words += addWords(of: part(upTo: seam))
      if place >= Self.mostBytes { return }
      let kept = end - seam
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[seam..<end])
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<kept])
        .copyMemory(from: UnsafeRawBufferPointer(rest))
      let wanted = min(buffer.count - kept, Self.mostBytes - place)
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[kept..<kept + wanted])
      let count = try files.read(NoteID(note.path), from: place, into: room)
      note.digest = Digest.of(UnsafeRawBufferPointer(rebasing: room[..<count]), seed: note.digest)
      (place, end) = (place + count, kept + count)
      if count < wanted {
        note.words += addWords(of: part(upTo: end))
        return
      }
    }
  }

  /// Behind the last blank; where there is none, before the last character.
  private static func seam(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if let blank = bytes.lastIndex(where: { $0 <= 0x20 }) { return blank + 1 }
    return bytes.lastIndex { $0 & 0xc0 != 0x80 } ?? bytes.count
  }

  private func part(upTo end: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeRawBufferPointer(rebasing: buffer[..<end]).assumingMemoryBound(to: UInt8.self)
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
