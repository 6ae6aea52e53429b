import Comparing
import Entities
import Services

/// Reads what `DoneCommands.text` wrote, line by line.
struct DoneReader {
  /// What the following lines belong to.
  private enum Part { case none, moved, rewrote, copies, kept, rewriting }

  private var commands: [DoneCommand] = []
  private var part = Part.none
  private var move = MoveReceipt(moves: [], rewritten: [])
  private var rewrite = RewriteReceipt(changes: [])
  private var conflict = ConflictReceipt()
  private var isInConflict = false

  /// Returns false for an unknown line.
  mutating func read(_ line: DoneLine) -> Bool {
    var line = line
    switch line.word {
    case "command":
      endStep()
      guard let began = line.time().flatMap({ $0 }), let number = line.hexadecimal(),
        let name = line.string()
      else { return false }
      // More of the last command was added later.
      if commands.last?.number == number { return line.isAtEnd }
      commands.append(DoneCommand(name, began: began, number: number))
    case "made", "brought", "whole", "ended", "lacked", "beyond", "begun", "restored", "trashed",
      "moved", "rewrote", "merged", "trashing", "restoring", "restoring-beside", "making":
      endStep()
      return !commands.isEmpty && beginStep(&line)
    case "copy", "closed", "own", "kept", "rewriting": return isInConflict && readConflict(&line)
    case "change", "piece", "lines": return readChange(&line)
    default:
      switch part {
      case .moved, .kept: return Self.readMove(&line, &move)
      case .rewrote, .rewriting: return readLinks(&line)
      case .none, .copies: return false
      }
    }
    return line.isAtEnd
  }

  /// Whether more lines may belong to the last step.
  var isInStep: Bool { part != .none || isInConflict }

  mutating func end() -> [DoneCommand] {
    endStep()
    return commands
  }

  private mutating func add(_ step: DoneCommand.Step) {
    commands[commands.count - 1].steps.append(step)
  }

  private mutating func beginStep(_ line: inout DoneLine) -> Bool {
    switch line.word {
    case "moved": part = .moved
    case "rewrote": part = .rewrote
    case "merged": (part, isInConflict) = (.copies, true)
    case "begun": add(.begun)
    case "whole": add(.whole)
    case "ended": add(.ended)
    case "trashed":
      guard let note = Self.trashed(&line) else { return false }
      add(.trashed(note))
    case "restoring", "restoring-beside":
      let isFree = line.word == "restoring"
      guard let note = Self.trashed(&line) else { return false }
      add(.starting(.restore(note, isFree: isFree)))
    case "making":
      guard let size = line.number(), let digest = line.hexadecimal(),
        let folder = line.bytes().map({ NotePath(bytes: $0) }),
        folder.bytes.isEmpty || folder.isPlain
      else { return false }
      add(.starting(.make(in: folder, size: size, digest: digest)))
    default:
      guard let note = line.note() else { return false }
      switch line.word {
      case "beyond": add(.beyond(note))
      case "trashing": add(.starting(.trash(note)))
      case "lacked": add(.folder(note.path))
      case "restored":
        if line.isAtEnd {
          add(.restored(note, nil))
        } else {
          guard let trashed = Self.trashed(&line) else { return false }
          add(.restored(note, trashed))
        }
      case "brought":
        guard let size = line.number(), let digest = line.hexadecimal() else { return false }
        add(.brought(note, size: size, digest: digest))
      default:
        guard let size = line.number(), let digest = line.hexadecimal() else { return false }
        add(.made(note, size: size, digest: digest))
      }
    }
    return line.isAtEnd
  }

  private mutating func endStep() {
    endPart()
    if isInConflict { add(.merged(conflict)) }
    (conflict, isInConflict) = (ConflictReceipt(), false)
  }

  private mutating func endPart() {
    switch part {
    case .none, .copies: break
    case .moved: add(.moved(move))
    case .rewrote: add(.rewrote(rewrite))
    case .kept: conflict.renamed = move
    case .rewriting: conflict.rewriting = rewrite
    }
    part = .none
    move = MoveReceipt(moves: [], rewritten: [])
    rewrite = RewriteReceipt(changes: [])
  }

  private static func trashed(_ line: inout DoneLine) -> TrashedNote? {
    guard let original = line.note(), let resting = line.note(), let title = line.string(),
      let time = line.time()
    else { return nil }
    return TrashedNote(original: original, resting: resting.path, title: title, trashed: time)
  }

  private mutating func readConflict(_ line: inout DoneLine) -> Bool {
    endPart()
    switch line.word {
    case "copy":
      guard let note = Self.trashed(&line) else { return false }
      conflict.trashed.append(note)
    case "closed":
      guard var note = Self.trashed(&line), let name = line.note() else { return false }
      note.closedName = name.path
      conflict.trashed.append(note)
    case "own":
      guard let note = line.note() else { return false }
      conflict.made = note
    case "kept": part = .kept
    default: part = .rewriting
    }
    return line.isAtEnd
  }

  private static func readMove(_ line: inout DoneLine, _ move: inout MoveReceipt) -> Bool {
    switch line.word {
    case "text", "edited", "back": return readText(&line, &move.texts)
    case "move":
      guard let from = line.note(), let to = line.note() else { return false }
      move.moves.append(NoteMove(from: from, to: to))
    case "title":
      guard let note = line.note(), let old = line.string(), let new = line.string(),
        let isHeading = line.number()
      else { return false }
      move.retitled = TitleChange(
        note: note.path, old: old, new: new, isHeading: isHeading == 1)
    case "linking":
      guard let note = line.note() else { return false }
      move.rewritten.append(note)
    case "folder":
      guard let folder = line.note() else { return false }
      move.folders.append(folder.path)
    default: return false
    }
    return line.isAtEnd
  }

  private mutating func readChange(_ line: inout DoneLine) -> Bool {
    guard part == .rewrote || part == .rewriting else { return false }
    if line.word == "change" {
      guard let note = line.note(), let name = line.note() else { return false }
      rewrite.changes.append(
        NoteChange(note: note, title: "", pieces: [], newName: name == note ? nil : name))
      return line.isAtEnd
    }
    guard let last = rewrite.changes.indices.last else { return false }
    if line.word == "lines" {
      guard let marks = line.marks(), rewrite.lines.count == last else { return false }
      rewrite.lines.append(marks)
      return line.isAtEnd
    }
    guard let start = line.number(), let old = line.bytes(), let new = line.bytes() else {
      return false
    }
    rewrite.changes[last].pieces.append(
      NoteChange.Piece(
        range: start..<(start + old.count), old: old, new: new, line: 1, context: "",
        contextRange: 0..<0))
    return line.isAtEnd
  }

  private mutating func readLinks(_ line: inout DoneLine) -> Bool {
    switch line.word {
    case "text", "edited", "back": return Self.readText(&line, &rewrite.texts)
    case "linking":
      guard let note = line.note() else { return false }
      rewrite.linking.append(note)
    default: return false
    }
    return line.isAtEnd
  }

  private static func readText(_ line: inout DoneLine, _ texts: inout [RewrittenText]) -> Bool {
    switch line.word {
    case "edited":
      guard let note = line.note(), let marks = line.marks(), marks.count == 2,
        let time = line.time(), let isKept = line.number()
      else { return false }
      texts.append(
        RewrittenText(
          note: note.path, before: marks[0], after: marks[1], pieces: isKept == 1 ? [] : nil,
          modified: time))
    case "back":
      guard let last = texts.indices.last, let start = line.number(), let count = line.number(),
        case (let end, false) = start.addingReportingOverflow(count), let old = line.bytes()
      else { return false }
      texts[last].pieces?.append(RewrittenText.Piece(range: start..<end, old: old))
    default:
      // The format of earlier versions.
      guard let note = line.note(), let old = line.bytes(), let new = line.bytes(),
        let time = line.time()
      else { return false }
      texts.append(RewrittenText(note: note.path, old: old, new: new, modified: time))
    }
    return line.isAtEnd
  }
}
