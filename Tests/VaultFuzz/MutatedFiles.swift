import TestSupport
import Vault

/// Opens files that were bent in every way, over and over: no text may come out that was not proved to
/// be what was closed, at its place.
struct MutatedFiles {
  /// A file that is well made, and what is in it.
  private struct Original {
    var file: [UInt8]
    var text: [UInt8]
  }

  /// What was seen of all of them.
  struct Tally: Equatable {
    var opened = 0
    var refused = 0
    /// In words; there should be none.
    var wrongs: [String] = []
    var largestPiece = 0
  }

  private var random: SeededRandom
  private var originals: [Original] = []
  private let identities: [AgeIdentity]

  init(seed: UInt64) throws(AgeError) {
    random = SeededRandom(seed: seed)
    let keys = [try X25519Identity.make(), try X25519Identity.make()]
    var word = Array("open".utf8)
    let passphrase = try Secret(taking: &word)
    // A corrupted file may require more work, up to the limit.
    identities = keys.map { .key($0) } + [.passphrase(passphrase, workFactorLimit: 5)]
    for size in [0, 1, 100, 65_535, 65_536, 65_537, 131_072, 200_000] {
      let text = (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      for armored in [false, true] {
        for recipients: [AgeRecipient] in [
          [.key(keys[0].recipient)], keys.map { .key($0.recipient) },
          [.passphrase(passphrase, workFactor: 1)],
        ] {
          originals.append(
            Original(
              file: try Age.seal(bytes: text, to: recipients, armored: armored), text: text))
        }
      }
    }
  }

  mutating func run(_ count: Int) -> Tally {
    var tally = Tally()
    for _ in 0..<count {
      // Small files are more frequent: most faults concern the header.
      let isSmall = Int.random(in: 0..<4, using: &random) > 0
      let range = isSmall ? 0..<18 : 0..<originals.count
      let original = originals[Int.random(in: range, using: &random)]
      var file = original.file
      // The possible results. With the same beginning, another file's end makes that whole file.
      var texts = [original.text]
      for _ in 0..<Int.random(in: 1...4, using: &random) { bend(&file, &texts) }
      look(at: file, texts, &tally)
    }
    return tally
  }

  private mutating func look(at file: [UInt8], _ texts: [[UInt8]], _ tally: inout Tally) {
    let pieceLimit = [1, 100, 70_000, Int.max].randomElement(using: &random) ?? 1
    let step = file.count > 1_000 && pieceLimit == 1 ? 1_000 : pieceLimit
    var given = 0
    var texts = texts
    var largest = 0
    func take(_ piece: UnsafeRawBufferPointer) {
      largest = max(largest, piece.count)
      texts.removeAll { text in
        text.count < given + piece.count
          || !text[given..<given + piece.count].elementsEqual(piece)
      }
      given += piece.count
    }
    let ending: AgeError?
    do throws(AgeError) {
      var decryptor = AgeDecryptor(with: identities)
      var start = 0
      while start < file.count {
        let end = start + min(step, file.count - start)
        try file.span.extracting(start..<end).bytes.withUnsafeBytes { (piece) throws(AgeError) in
          try decryptor.push(piece, take)
        }
        start = end
      }
      try decryptor.finish(take)
      ending = nil
    } catch {
      ending = error
    }
    tally.largestPiece = max(tally.largestPiece, largest)
    if texts.isEmpty {
      tally.wrongs.append("text that was never closed came out of \(file.count) bytes")
    }
    if let ending {
      tally.refused += 1
      if !ending.message.hasSuffix(".") { tally.wrongs.append("no sentence: \(ending)") }
    } else {
      tally.opened += 1
      if !texts.contains(where: { $0.count == given }) {
        tally.wrongs.append("opened with \(given) bytes only")
      }
    }
  }

  private mutating func bend(_ file: inout [UInt8], _ texts: inout [[UInt8]]) {
    guard !file.isEmpty else { return file = Array("age-encryption.org/v1\n".utf8) }
    let place = somewhere(in: file)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: file[place] = UInt8.random(in: .min ... .max, using: &random)
    case 2: file.removeLast(file.count - place)
    case 3: file.remove(at: place)
    case 4: file.insert(UInt8.random(in: .min ... .max, using: &random), at: place)
    case 5: file.insert(contentsOf: word(), at: place)
    case 6: file += word()
    case 7:
      // A part is repeated.
      let end = min(file.count, place + Int.random(in: 1...400, using: &random))
      file.insert(contentsOf: file[place..<end], at: somewhere(in: file))
    case 8:
      // Chunks are swapped, or one is removed.
      let (size, header) = (65_552, 200)
      guard file.count > header + 2 * size else { return file.swapAt(place, 0) }
      let end = file.count - size
      let (first, second) = (Array(file[end - size..<end]), Array(file[end...]))
      let goesAway = Bool.random(using: &random)
      file.replaceSubrange((end - size)..., with: goesAway ? second : second + first)
    default:
      // The end of another file.
      guard let found = originals.randomElement(using: &random) else { return }
      let other = found.file
      texts.append(found.text)
      file = Array(file[..<place] + other[min(place, other.count)...])
    }
  }

  /// Half of the time in what may be its header.
  private mutating func somewhere(in file: [UInt8]) -> Int {
    let isNear = Bool.random(using: &random)
    return Int.random(in: 0..<(isNear ? min(300, file.count) : file.count), using: &random)
  }

  private mutating func word() -> [UInt8] {
    let words = [
      "\n", "\r\n", " ", "-> ", "-> x\n\n", "---", "--- ", "=", "==", "scrypt", "X25519", "\u{0}",
      "-----BEGIN AGE ENCRYPTED FILE-----\n", "-----END AGE ENCRYPTED FILE-----\n", "5", "22",
      "age-encryption.org/v1\n", String(repeating: "A", count: 64) + "\n",
      String(repeating: "A", count: 5_000),
    ]
    return Array((words.randomElement(using: &random) ?? "").utf8)
  }
}
