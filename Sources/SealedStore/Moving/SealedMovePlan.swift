import Bytes
import Entities
import Files

/// The changes of a move to the files of an encrypted vault. Each file that moves, or gets new
/// links, is written whole to a temporary file, and then the two swap names. The old file keeps the
/// temporary name until all is done, so that the move can be reverted.
package struct SealedMovePlan: Equatable, Sendable {
  struct Step: Equatable, Sendable {
    var id: SealedID
    var old: SealedFacts
    /// The inode of the new file.
    var inode: UInt64
    var before: NotePath
    var after: NotePath
  }

  /// The prefix of the temporary files' names.
  var mark: UInt64
  /// Empty while the new files are being written: until then they are useless.
  var steps: [Step] = []

  init() { mark = .random(in: .min ... .max) }

  var path: NotePath { steps.first?.before ?? NotePath("nothing") }

  private static let start = Array(".notes-tui-move-".utf8)

  /// The name of a step's new file, and of the old one after the swap.
  func fileName(_ step: Int) -> [UInt8] { Self.start + Hex.digits(mark) + Array("-\(step)".utf8) }

  /// A temporary name for the old file, on a disk that cannot swap two names.
  func swapName(_ step: Int) -> [UInt8] { fileName(step) + Array("-old".utf8) }

  /// Whether a file belongs to this plan.
  func owns(_ name: [UInt8]) -> Bool { name.starts(with: Self.start + Hex.digits(mark)) }

  // MARK: As a file

  private static let magic = "notes-tui-sealed-move 1"

  var file: [UInt8] {
    var lines = [Self.magic, "\(mark)"]
    for step in steps {
      let (facts, id) = (step.old, String(decoding: step.id.text, as: UTF8.self))
      lines.append(
        "\(id) \(step.inode) \(facts.inode) \(facts.size) \(facts.modified.seconds)"
          + " \(facts.modified.nanoseconds) \(Percent.text(of: step.before.bytes))"
          + " \(Percent.text(of: step.after.bytes))")
    }
    let content = Array((lines.joined(separator: "\n") + "\n").utf8)
    return content + Hex.digits(Digest.of(content))
  }

  /// Nil unless every byte is intact.
  init?(file: [UInt8]) {
    let content = Array(file.dropLast(16))
    guard file.suffix(16).elementsEqual(Hex.digits(Digest.of(content))) else { return nil }
    let lines = content.split(separator: UInt8(ascii: "\n"))
    guard lines.count >= 2, lines[0].elementsEqual(Self.magic.utf8),
      let mark = UInt64(String(decoding: lines[1], as: UTF8.self))
    else { return nil }
    self.mark = mark
    for line in lines.dropFirst(2) {
      guard let step = Step(line) else { return nil }
      steps.append(step)
    }
  }
}

extension SealedMovePlan.Step {
  fileprivate init?(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count == 8, let id = SealedID(fileName: words[0] + Array(".age".utf8)),
      let before = Percent.decoded(words[6]), let after = Percent.decoded(words[7])
    else { return nil }
    let numbers = words[1..<6].map { String(decoding: $0, as: UTF8.self) }
    guard let inode = UInt64(numbers[0]), let old = UInt64(numbers[1]),
      let size = Int(numbers[2]), let seconds = Int64(numbers[3]),
      let nanoseconds = Int32(numbers[4])
    else { return nil }
    let modified = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
    self.init(
      id: id,
      // The time of change differs after a rename, so it is useless here.
      old: SealedFacts(inode: old, size: size, modified: modified, changed: modified),
      inode: inode, before: NotePath(bytes: before), after: NotePath(bytes: after))
  }
}
