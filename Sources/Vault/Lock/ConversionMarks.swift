package import Files
import Glibc

/// The contents of `.notes-tui/converting`: the notes of a vault are being encrypted, decrypted or
/// given another key, and the phase of that. While it exists, the vault cannot be used: its notes
/// may be in both forms.
package struct ConversionMark: Equatable, Sendable {
  package enum Direction: String, Sendable {
    case encrypting, decrypting, rekeying
  }

  package enum Phase: String, Sendable {
    /// All original files still exist; the new ones can be removed again.
    case copying
    /// The new files are verified, and the old ones are being removed. For a new key: each note is
    /// encrypted with it.
    case removing
  }

  package var direction: Direction
  package var phase: Phase

  package init(_ direction: Direction, _ phase: Phase) {
    self.direction = direction
    self.phase = phase
  }

  package static let path = ".notes-tui/converting"

  /// The message for a person who wants to open such a vault.
  package var explanation: String {
    switch direction {
    case .encrypting:
      "its notes are being encrypted, and that was not finished. Continue with “notes-tui encrypt”"
        + (phase == .copying ? ", or take it back with “notes-tui decrypt”" : "")
    case .decrypting:
      "its notes are being decrypted, and that was not finished. Continue with “notes-tui decrypt”"
        + (phase == .copying ? ", or take it back with “notes-tui encrypt”" : "")
    case .rekeying:
      "its notes are being closed with a new key, and that was not finished. Continue with "
        + "“notes-tui rekey”"
        + (phase == .copying ? ", or take it back with “notes-tui rekey --take-back”" : "")
    }
  }
}

/// A mark with the number of its conversion, as one line.
private struct MarkLine: Equatable {
  var mark: ConversionMark
  /// 32 random digits.
  var number: [UInt8]

  private static let digits = 32

  init(_ mark: ConversionMark, _ number: [UInt8]) {
    self.mark = mark
    self.number = number
  }

  /// Nil if the bytes are not such a line.
  init?(_ bytes: [UInt8]) {
    guard bytes.last == UInt8(ascii: "\n") else { return nil }
    let words = bytes.dropLast().split(
      separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[2].count == Self.digits,
      words[2].allSatisfy(Hex.isLowercaseDigit),
      let direction = ConversionMark.Direction(rawValue: String(decoding: words[0], as: UTF8.self)),
      let phase = ConversionMark.Phase(rawValue: String(decoding: words[1], as: UTF8.self))
    else { return nil }
    self.init(ConversionMark(direction, phase), Array(words[2]))
  }

  /// Returns a line with a new number.
  static func new(_ mark: ConversionMark) -> MarkLine {
    var random = SystemRandomNumberGenerator()
    return MarkLine(mark, Hex.digits(random.next()) + Hex.digits(random.next()))
  }

  var bytes: [UInt8] {
    Array("\(mark.direction.rawValue) \(mark.phase.rawValue) ".utf8) + number + [UInt8(ascii: "\n")]
  }

  /// Whether both belong to the same conversion.
  func isOfSame(as other: MarkLine) -> Bool {
    mark.direction == other.mark.direction && number == other.number
  }
}

/// The marks of conversions in the folders of vaults, and this computer's record of those that it
/// began. Anyone with access to a vault's folder can put a mark there. So a mark counts only if the
/// state folder has the same number, and then the phase in the state folder counts.
package struct ConversionMarks: Sendable {
  package enum Found: Equatable, Sendable {
    case none
    /// This computer began it, and did not finish it.
    case own(ConversionMark)
    /// Another computer made it, or someone who wants its instructions followed; or it is damaged.
    case foreign(MarkedFolder)
  }

  private static let folder = Array(".notes-tui".utf8)
  private static let name = Array("converting".utf8)
  private static let limit = 1 << 12

  /// The folder of records: one file per vault, under the short name of its folder.
  private let records: [UInt8]

  package init(stateFolder: [UInt8]) {
    records = stateFolder + Array("/converting".utf8)
  }

  package func found(in root: [UInt8]) throws(SystemError) -> Found {
    guard let bytes = try Self.bytes(in: root) else { return .none }
    let known = try record(of: root)
    if let known, let here = MarkLine(bytes), known.isOfSame(as: here) { return .own(known.mark) }
    return .foreign(MarkedFolder(root, begun: known?.mark))
  }

  /// Returns the last conversion that this computer began there and did not finish, regardless of
  /// the mark in the folder.
  package func begun(in root: [UInt8]) throws(SystemError) -> ConversionMark? {
    try record(of: root)?.mark
  }

  /// Whether anything has the mark's name.
  static func isMarked(_ root: [UInt8]) throws(SystemError) -> Bool { try bytes(in: root) != nil }

  /// Returns nil if there is no mark. Anything that the program never makes counts as an empty file.
  private static func bytes(in root: [UInt8]) throws(SystemError) -> [UInt8]? {
    do {
      return try Posix.contents(
        root + [slash] + Array(ConversionMark.path.utf8), limit: limit)
    } catch  where [ENOENT, ENOTDIR].contains(error.code) {
      return nil
    } catch  where [ELOOP, EINVAL, EFBIG, ENXIO].contains(error.code) {
      // A link, a folder, a pipe, or a file that is too large.
      return []
    }
  }

  private func record(of root: [UInt8]) throws(SystemError) -> MarkLine? {
    let path = records + [slash] + Array(ShortName.of(root).utf8)
    return try ifThere(Posix.contents(path, limit: Self.limit)).flatMap { MarkLine($0) }
  }

  /// Writes the mark, durable on return.
  package func write(_ mark: ConversionMark, in root: [UInt8]) throws(SystemError) {
    var line = MarkLine.new(mark)
    if let bytes = try Self.bytes(in: root), let here = MarkLine(bytes),
      let known = try record(of: root), known.isOfSame(as: here),
      known.mark.direction == mark.direction
    {
      line.number = known.number
    }
    // The record comes first: a mark without a record counts as another computer's.
    let records = try PrivateFolder.open(records, making: true)
    try NewFile.put(line.bytes, as: Array(ShortName.of(root).utf8), in: records.raw)
    let above = try Posix.openFolder(root)
    try Posix.makeFolderIfMissing(Self.folder, in: above.raw, mode: 0o700)
    let folder = try Posix.openFolder(Self.folder, in: above.raw, followingLink: false)
    try NewFile.put(line.bytes, as: Self.name, in: folder.raw)
  }

  /// Removes the mark, and its folder if that is empty. Durable on return.
  package func remove(in root: [UInt8]) throws(SystemError) {
    try removeMark(in: root)
    // A leftover record belongs to no conversion; the next one overwrites it.
    guard let records = try? Posix.openFolder(records) else { return }
    try? Posix.remove(Array(ShortName.of(root).utf8), in: records.raw)
  }

  private func removeMark(in root: [UInt8]) throws(SystemError) {
    let above = try Posix.openFolder(root)
    guard
      let folder = try ifThere(
        Posix.openFolder(Self.folder, in: above.raw, followingLink: false))
    else { return }
    try ifThere(Posix.remove(Self.name, in: folder.raw))
    try Posix.syncFolder(folder.raw, .real)
    // This fails if the folder contains settings of the vault, or its keys.
    try? Posix.removeFolder(Self.folder, in: above.raw)
    try Posix.syncFolder(above.raw, .real)
  }
}

/// The contents of a folder whose mark this computer did not make. They decide, not the mark, which
/// command the person is advised to use; none of these decrypts a note.
package enum MarkedFolder: Equatable, Sendable {
  /// No encrypted notes.
  case plain
  case encrypted
  /// An encrypted vault with mostly plain notes: someone may have put keys into a plain one.
  case mixed
  /// The file with two keys exists: each note is encrypted with one of them. The change can
  /// continue, and can be reverted as long as no file of the next key has its final name.
  case twoKeys(mayGoBack: Bool)

  /// `begun` is the conversion that this computer began there, before its mark was changed.
  init(_ root: [UInt8], begun: ConversionMark?) {
    self =
      if VaultLock.isKey(LockFolder.File.bothKeys.path, in: root) {
        .twoKeys(
          mayGoBack: begun != ConversionMark(.rekeying, .removing)
            && [LockFolder.File.nextPassphrase, .nextRecovery].allSatisfy {
              VaultLock.isKey($0.path, in: root)
            })
      } else if !VaultLock.isLocked(root) {
        .plain
      } else {
        VaultLock.isMostlyPlain(root) ? .mixed : .encrypted
      }
  }

  package var isEncrypted: Bool { self == .encrypted || self == .mixed }

  /// The message for a person who wants to open such a vault.
  package var explanation: String {
    "\(ConversionMark.path) in it says that its notes are being converted, and this computer did not begin "
      + "that. If another computer of yours did, let it end there. If not, " + wayOut
  }

  private var wayOut: String {
    switch self {
    case .plain: "“notes-tui decrypt” takes that mark away, and changes no note"
    case .encrypted: Self.encrypting
    case .mixed: "\(Self.encrypting). \(VaultLock.otherKeys)"
    case .twoKeys(let mayGoBack):
      "“notes-tui rekey” closes all notes with the new key"
        + (mayGoBack ? ", and “notes-tui rekey --take-back” with the old one" : "")
    }
  }

  private static let encrypting =
    "“notes-tui encrypt” asks for the passphrase, encrypts what is plain, takes that mark away, and decrypts "
    + "nothing"
}
