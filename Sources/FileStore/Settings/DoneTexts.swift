import Bytes
import Comparing
import Entities
import OpenVault
import Services

extension DoneCommands {
  /// The most that is stored: the oldest commands are dropped first.
  static let largestText = 4 << 20

  /// Results in no commands if any line is invalid, because half a command must not be undone.
  init(text: [UInt8]) {
    var reader = DoneReader()
    let lines = text.wholeLines
    for line in lines.split(separator: Byte.lineFeed) {
      guard reader.read(DoneLine(line)) else {
        self.init()
        return
      }
    }
    // The last line may be cut off if it is a file that was made; any other step must be complete.
    guard lines.count == text.count || !reader.isInStep else {
      self.init()
      return
    }
    self.init(reader.end())
  }

  var text: [UInt8] {
    var texts: [[UInt8]] = []
    var size = 0
    for command in all.reversed() {
      let text = command.text
      size += text.count
      if size > Self.largestText {
        // Stored even if it is too large, so that no earlier command seems to be the last.
        if texts.isEmpty { texts.append(command.withoutTexts.text) }
        break
      }
      texts.append(text)
    }
    return Array(texts.reversed().joined())
  }
}

extension DoneCommand {
  fileprivate var text: [UInt8] {
    steps.reduce(into: DoneLine("command", began, number, name).text) { text, step in
      for line in step.lines { text += line.text }
    }
  }

  fileprivate var withoutTexts: DoneCommand {
    var command = self
    command.steps = steps.flatMap { step -> [Step] in
      switch step {
      case .rewrote(let receipt): receipt.notes.map { .beyond($0) }
      case .merged(let receipt): (receipt.rewriting?.notes ?? []).map { .beyond($0) }
      case .moved(let receipt):
        [.moved(receipt.withoutPieces)]
      case .made, .brought, .whole, .ended, .folder, .trashed, .restored, .beyond, .begun,
        .starting:
        [step]
      }
    }
    return command
  }
}

extension DoneCommand.Step {
  fileprivate var lines: [DoneLine] {
    switch self {
    case .made(let note, let size, let digest):
      [DoneLine("made", note.path, size, digest)]
    case .brought(let note, let size, let digest):
      [DoneLine("brought", note.path, size, digest)]
    case .whole: [DoneLine("whole")]
    case .ended: [DoneLine("ended")]
    case .folder(let path): [DoneLine("lacked", path)]
    case .beyond(let note): [DoneLine("beyond", note.path)]
    case .begun: [DoneLine("begun")]
    case .starting(.trash(let note)): [DoneLine("trashing", note.path)]
    case .starting(.restore(let note, let isFree)):
      [note.line(isFree ? "restoring" : "restoring-beside")]
    case .starting(.make(let folder, let size, let digest)):
      [DoneLine("making", size, digest, folder)]
    case .restored(let note, nil): [DoneLine("restored", note.path)]
    case .restored(let note, let from?):
      [DoneLine("restored", note.path, from.original.path, from.resting, from.title, from.trashed)]
    case .trashed(let note): [note.line("trashed")]
    case .moved(let receipt): [DoneLine("moved")] + receipt.lines
    case .rewrote(let receipt): [DoneLine("rewrote")] + receipt.doneLines
    case .merged(let receipt):
      [DoneLine("merged")] + receipt.trashed.map(\.copyLine)
        + (receipt.made.map { [DoneLine("own", $0.path)] } ?? [])
        + (receipt.renamed.map { [DoneLine("kept")] + $0.lines } ?? [])
        + (receipt.rewriting.map { [DoneLine("rewriting")] + $0.doneLines } ?? [])
    }
  }
}

extension TrashedNote {
  fileprivate func line(_ word: String) -> DoneLine {
    DoneLine(word, original.path, resting, title, trashed)
  }

  fileprivate var copyLine: DoneLine {
    guard let closedName else { return line("copy") }
    return DoneLine("closed", original.path, resting, title, trashed, closedName)
  }
}

extension MoveReceipt {
  fileprivate var lines: [DoneLine] {
    moves.map { DoneLine("move", $0.from.path, $0.to.path) }
      + (retitled.map { title in
        [DoneLine("title", title.note, title.old, title.new, title.isHeading ? 1 : 0)]
      } ?? []) + rewritten.map { DoneLine("linking", $0.path) }
      + folders.map { DoneLine("folder", $0) } + texts.flatMap(\.lines)
  }
}

extension RewriteReceipt {
  fileprivate var doneLines: [DoneLine] {
    var all: [DoneLine] = []
    for (index, change) in changes.enumerated() {
      all.append(DoneLine("change", change.note.path, (change.newName ?? change.note).path))
      for piece in change.pieces {
        all.append(DoneLine("piece", piece.range.lowerBound, piece.old, piece.new))
      }
      guard index < lines.count else { continue }
      all.append(DoneLine("lines", lines[index].written))
    }
    return all + linking.map { DoneLine("linking", $0.path) } + texts.flatMap(\.lines)
  }
}

extension RewrittenText {
  fileprivate var lines: [DoneLine] {
    [DoneLine("edited", note, [before, after].written, modified, pieces == nil ? 0 : 1)]
      + (pieces ?? []).map { DoneLine("back", $0.range.lowerBound, $0.range.count, $0.old) }
  }
}

extension MoveReceipt {
  fileprivate var withoutPieces: MoveReceipt {
    var copy = self
    copy.texts = texts.withoutPieces
    return copy
  }
}

extension [LineMark] {
  fileprivate var written: String {
    map { "\(String($0.digest, radix: 16)):\($0.byteCount)" }.joined(separator: ",")
  }
}

/// A line of the stored commands: a word, and percent-encoded fields with blanks between them.
struct DoneLine {
  let word: String
  private var fields: ArraySlice<[UInt8]?>

  init(_ word: String, _ fields: any DoneField...) {
    self.word = word
    self.fields = fields.map(\.field)[...]
  }

  init(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: Byte.space, omittingEmptySubsequences: false)
    word = String(decoding: words.first ?? [], as: UTF8.self)
    fields = words.dropFirst().map { Percent.decoded($0) }[...]
  }

  var text: [UInt8] {
    fields.reduce(into: Array(word.utf8)) { text, field in
      text += [Byte.space] + Percent.encoded(field ?? [])
    } + [Byte.lineFeed]
  }

  /// Whether no field is left.
  var isAtEnd: Bool { fields.isEmpty }

  // The next field; nil if it is of another type.

  mutating func bytes() -> [UInt8]? { fields.popFirst() ?? nil }

  mutating func string() -> String? { bytes().flatMap { String(validating: $0, as: UTF8.self) } }

  mutating func note() -> NoteID? {
    guard let bytes = bytes() else { return nil }
    let path = NotePath(bytes: bytes)
    return path.isPlain ? NoteID(path) : nil
  }

  mutating func number() -> Int? {
    string().flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  mutating func hexadecimal() -> UInt64? { string().flatMap { UInt64($0, radix: 16) } }

  /// The outer nil is no time, the inner one an unknown time.
  mutating func time() -> Timestamp?? {
    guard let text = string() else { return nil }
    if text == "-" { return .some(nil) }
    let parts = text.split(separator: ".")
    guard parts.count == 2, let seconds = Int64(parts[0]), let rest = Int32(parts[1]) else {
      return nil
    }
    return Timestamp(seconds: seconds, nanoseconds: rest)
  }

  mutating func marks() -> [LineMark]? {
    guard let text = string() else { return nil }
    var marks: [LineMark] = []
    for word in text.split(separator: ",") {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let digest = UInt64(parts[0], radix: 16), let count = Int(parts[1])
      else { return nil }
      marks.append(LineMark(digest: digest, byteCount: count))
    }
    return marks
  }
}

/// A value that can be a field of such a line.
protocol DoneField {
  var field: [UInt8] { get }
}

extension NotePath: DoneField {
  var field: [UInt8] { bytes }
}

extension [UInt8]: DoneField {
  var field: [UInt8] { self }
}

extension String: DoneField {
  var field: [UInt8] { Array(utf8) }
}

extension Int: DoneField {
  var field: [UInt8] { Array("\(self)".utf8) }
}

extension UInt64: DoneField {
  var field: [UInt8] { Array(String(self, radix: 16).utf8) }
}

extension Timestamp: DoneField {
  var field: [UInt8] { Array("\(seconds).\(nanoseconds)".utf8) }
}

extension Timestamp?: DoneField {
  var field: [UInt8] { self?.field ?? [Byte.dash] }
}
