import Entities
import Files
import NoteSyntax
import Services

/// Reads notes and extracts what the index needs. Each worker has its own.
struct NoteReader: ~Copyable {
  /// Only the first bytes of a larger file are indexed.
  static let mostBytes = 16 << 20
  /// The part that is searched for links, tags and the like, and the size of pieces for words.
  static let mostScanned = 4 << 20
  /// The most parts of each kind, in case a file was made to be expensive.
  static let mostParts = 50_000
  private static let usualBuffer = 1 << 18

  private let files: any VaultFiles
  private let isLogseqVault: Bool
  private var buffer: UnsafeMutableRawBufferPointer
  private var splitter = WordSplitter()
  private var words = WordSet()

  init(_ files: any VaultFiles) {
    self.files = files
    isLogseqVault = files.hasLogseqNames
    buffer = .allocate(byteCount: Self.usualBuffer, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Returns nil if the note is gone. One that cannot be read is listed with the reason.
  mutating func read(_ path: NotePath, _ fact: FileFact) -> IndexedNote? {
    var note = IndexedNote(path: path, fact: fact, isLogseqVault: isLogseqVault)
    if note.obstacle == nil {
      do {
        defer { shrink() }
        let count = try fill(NoteID(path), size: fact.size)
        // A full buffer means a large note, or one that grew and is read again by the next check.
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
    note.addNames(inLogseq: isLogseqVault)
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
    if isLogseqVault { note.addPageProperties(scan, of: scanned) }
  }

  /// Adds the words of a large note after its first piece, without holding a gigabyte for them.
  private mutating func addWordsOfPieces(
    behind first: Int, to note: inout IndexedNote
  ) throws(NoteStoreError) {
    var (offset, end) = (first, first)
    while true {
      // No word is cut: the text after the last blank is part of the next piece too.
      let seam = offset < Self.mostBytes ? Self.seam(in: part(upTo: end)) : end
      note.words += addWords(of: part(upTo: seam))
      if offset >= Self.mostBytes { return }
      let carried = end - seam
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[seam..<end])
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<carried])
        .copyMemory(from: UnsafeRawBufferPointer(rest))
      let wanted = min(buffer.count - carried, Self.mostBytes - offset)
      let room = UnsafeMutableRawBufferPointer(rebasing: buffer[carried..<carried + wanted])
      let count = try files.read(NoteID(note.path), from: offset, into: room)
      note.digest = Digest.of(UnsafeRawBufferPointer(rebasing: room[..<count]), seed: note.digest)
      (offset, end) = (offset + count, carried + count)
      if count < wanted {
        note.words += addWords(of: part(upTo: end))
        return
      }
    }
  }

  /// Returns the offset after the last blank; without one, that of the last character.
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

/// The different words of one note, each once, prepared for `WordTokenizer`.
///
/// The words of a huge note are collected in parts, each word once per part, so that there are
/// never more than `mostAtOnce` in memory, even for a hostile note.
private struct WordSet: Sendable {
  /// The most words per call of the full-text index, whose memory for each is many times the word.
  static let mostAtOnce = 200_000

  private var count = 0
  private var parts: [[UInt8]] = []
  /// The words end to end, with a separator after each.
  private var words: [UInt8] = []
  /// A word's offset in `words`, counted from 1, and its hash in the high bits; 0 for a free slot.
  private var slots: [UInt64]
  private static let firstSlots = 1 << 12

  init() { slots = Array(repeating: 0, count: Self.firstSlots) }

  /// A placeholder for a set that is lent out.
  private init(slots: [UInt64]) { self.slots = slots }

  /// Lends the set to `body`, because each access through the reader would be checked otherwise.
  mutating func lend(_ body: (inout WordSet) -> Void) {
    var lent = self
    self = WordSet(slots: [])
    body(&lent)
    self = lent
  }

  mutating func insert(_ word: UnsafeBufferPointer<UInt8>) {
    guard let start = word.baseAddress else { return }
    if count * 2 >= slots.count { grow() }
    let hash = Self.hash(start, word.count)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == UInt64(hash), isWord(word, at: Int(slots[slot] & 0xffff_ffff) - 1) {
        return
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = UInt64(hash) << 32 | UInt64(words.count + 1)
    words.append(contentsOf: word)
    words.append(WordTokenizer.separator)
    count += 1
    if count == Self.mostAtOnce { endPart() }
  }

  /// Returns the words; the next note begins with none.
  mutating func take() -> [[UInt8]] {
    endPart()
    defer { parts = [] }
    return parts
  }

  private mutating func endPart() {
    if count == 0 { return }
    parts.append([WordTokenizer.prepared] + words)
    count = 0
    words.removeAll(keepingCapacity: true)
    if slots.count > Self.firstSlots * 4 {
      // A small table again: a large one would take long to clear after each small note.
      slots = Array(repeating: 0, count: Self.firstSlots)
    } else {
      slots.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }
  }

  private func isWord(_ word: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    guard offset + word.count < words.count, words[offset + word.count] == WordTokenizer.separator
    else { return false }
    return words.withUnsafeBufferPointer { words in
      for index in 0..<word.count where words[offset + index] != word[index] { return false }
      return true
    }
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    let mask = slots.count - 1
    for entry in old where entry != 0 {
      var slot = Int(entry >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = entry
    }
  }

  /// FNV-1a, with the high bits mixed into the low ones, which select the slot.
  private static func hash(_ word: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in 0..<count { hash = (hash ^ UInt64(word[index])) &* 0x0000_0100_0000_01b3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}
