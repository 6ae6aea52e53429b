import Bytes
import Comparing
package import Entities
import Files
import Services

/// All changes of a move, with everything needed to undo it.
package struct MovePlan: Equatable, Sendable {
  package struct Moved: Equatable, Sendable {
    package var move: NoteMove
    /// The inode of the note's file in a plain vault.
    var inode: UInt64

    package init(move: NoteMove, inode: UInt64 = 0) {
      self.move = move
      self.inode = inode
    }
  }

  /// A note in which links are rewritten. If it moves too, it has two names.
  package struct Rewrite: Equatable, Sendable {
    package var before: NotePath
    package var after: NotePath
    package var old: [UInt8]
    package var new: [UInt8]
    /// When the old text was written, in a plain vault.
    var modified: Timestamp
    /// The time of the new text if an undo restores it. Not stored: after a kill the text gets the
    /// current time.
    var restored: Timestamp?

    package init(
      before: NotePath, after: NotePath, old: [UInt8], new: [UInt8],
      modified: Timestamp = Timestamp(seconds: 0)
    ) {
      self.before = before
      self.after = after
      self.old = old
      self.new = new
      self.modified = modified
    }

    var done: RewrittenText {
      RewrittenText(note: after, old: old, new: new, modified: modified)
    }

    /// The old state of a note; nil for a canvas or a base, which has no versions.
    var former: NoteState? {
      guard before.isOfNote else { return nil }
      return NoteState(
        note: NoteID(before), bytes: old, written: modified.seconds == 0 ? nil : modified,
        by: VersionWriter(.otherProgram))
    }
  }

  package var moved: [Moved]
  package var rewrites: [Rewrite]
  /// The folders to make, parents first.
  var folders: [NotePath]

  package init(moved: [Moved], rewrites: [Rewrite] = [], folders: [NotePath] = []) {
    self.moved = moved
    self.rewrites = rewrites
    self.folders = folders
  }

  package var isEmpty: Bool { moved.isEmpty && rewrites.isEmpty }

  /// The path for error messages.
  package var path: NotePath {
    moved.first?.move.from.path ?? rewrites.first?.before ?? NotePath("nothing")
  }

  /// The action on the texts, for messages: notes may be changed without any move.
  package var rewriteAction: String { moved.isEmpty ? "rewrite" : "rewrite the links in" }

  /// Gives restored texts their old times.
  mutating func restore(_ done: [RewrittenText]) {
    for index in rewrites.indices {
      let rewrite = rewrites[index]
      rewrites[index].restored =
        done.last { $0.note == rewrite.before && $0.isOld(rewrite.new) }?.modified
    }
  }

  var steps: [MoveStep] { MoveStep.steps(moved.map(\.move)) }
}

/// One system call on the way of several notes to their new names.
enum MoveStep: Equatable, Sendable {
  /// To a name that is free by then.
  case rename(from: NotePath, to: NotePath)
  /// Both names are in use by notes that move.
  case exchange(NotePath, NotePath)

  /// Returns an order in which each note leaves its name before another takes it; notes in a circle
  /// are swapped pair by pair.
  static func steps(_ moves: [NoteMove]) -> [MoveStep] {
    var targets: [NotePath: NotePath] = [:]
    var arriving: [NotePath: NotePath] = [:]
    for move in moves where move.from != move.to {
      targets[move.from.path] = move.to.path
      arriving[move.to.path] = move.from.path
    }
    var steps: [MoveStep] = []
    for move in moves where targets[move.to.path] == nil {
      // The end of a chain moves first, then the note that wants its path, and so on.
      var next: NotePath? = move.from.path
      while let from = next, let to = targets.removeValue(forKey: from) {
        steps.append(.rename(from: from, to: to))
        next = arriving[from]
      }
    }
    for move in moves {
      let start = move.from.path
      var next = targets.removeValue(forKey: start)
      while let path = next, path != start {
        steps.append(.exchange(start, path))
        next = targets.removeValue(forKey: path)
      }
    }
    return steps
  }

  var names: [NotePath] {
    switch self {
    case .rename(let from, let to): [from, to]
    case .exchange(let one, let other): [one, other]
    }
  }

  /// Applies the step to notes by path.
  func apply<Note>(to notes: inout [NotePath: Note]) {
    switch self {
    case .rename(let from, let to): notes[to] = notes.removeValue(forKey: from)
    case .exchange(let one, let other): (notes[one], notes[other]) = (notes[other], notes[one])
    }
  }

  /// Returns the number of steps that are done, judged by which note has which name. A name with an
  /// unknown file, because another program wrote there, is ignored.
  static func done(
    of steps: [MoveStep], starting indices: [NotePath: Int], now: (NotePath) -> Occupant
  ) -> Int {
    var expected = indices
    var actual: [NotePath: Occupant] = [:]
    for name in steps.flatMap(\.names) where actual[name] == nil { actual[name] = now(name) }
    let agrees = { (name: NotePath) -> Int in
      let occupant = expected[name].map { Occupant.note($0) } ?? .nothing
      return actual[name] == occupant ? 1 : 0
    }
    // Only names in a step can change the score.
    var score = 0
    var best = (count: 0, score: 0)
    for (index, step) in steps.enumerated() {
      score -= step.names.map(agrees).reduce(0, +)
      step.apply(to: &expected)
      score += step.names.map(agrees).reduce(0, +)
      if score > best.score { best = (index + 1, score) }
    }
    return best.count
  }

  /// The owner of a name.
  enum Occupant: Equatable {
    case nothing
    /// The index of the note among those that move.
    case note(Int)
    case stranger
  }
}

/// The plan as a file: lines of words, the texts of rewritten notes end to end, and a digest of
/// everything, so that an incomplete file is not accepted.
extension MovePlan {
  private static let magic = "notes-tui-move 1"

  var file: [UInt8] {
    var lines = [Self.magic]
    for moved in moved {
      lines.append(
        "move \(encoded(moved.move.from.path)) \(encoded(moved.move.to.path)) \(moved.inode)")
    }
    for folder in folders { lines.append("folder \(encoded(folder))") }
    for rewrite in rewrites {
      lines.append(
        "text \(encoded(rewrite.before)) \(encoded(rewrite.after)) \(rewrite.modified.seconds)"
          + " \(rewrite.modified.nanoseconds) \(rewrite.old.count) \(rewrite.new.count)")
    }
    var file = Array((lines.joined(separator: "\n") + "\n\n").utf8)
    file.reserveCapacity(
      file.count + 16 + rewrites.reduce(0) { $0 + $1.old.count + $1.new.count })
    // Appended to reserved memory: texts may be large.
    for rewrite in rewrites {
      file += rewrite.old
      file += rewrite.new
    }
    let digest = Digest.of(file)
    file += Hex.digits(digest)
    return file
  }

  private func encoded(_ path: NotePath) -> String {
    Percent.text(of: path.bytes)
  }

  /// Nil unless every byte is as it was written.
  init?(file: [UInt8]) {
    let content = Array(file.dropLast(16))
    guard file.count > 16, file.suffix(16).elementsEqual(Hex.digits(Digest.of(content))) else {
      return nil
    }
    self.init(moved: [])
    var rest = content[...]
    var isFirst = true
    var sizes: [(old: Int, new: Int)] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      if isFirst {
        guard line.elementsEqual(Self.magic.utf8) else { return nil }
        isFirst = false
      } else {
        guard read(line, &sizes) else { return nil }
      }
    }
    guard rest.count == sizes.reduce(0, { $0 + $1.old + $1.new }) else { return nil }
    for (index, size) in sizes.enumerated() {
      rewrites[index].old = Array(rest.prefix(size.old))
      rest = rest.dropFirst(size.old)
      rewrites[index].new = Array(rest.prefix(size.new))
      rest = rest.dropFirst(size.new)
    }
  }

  private mutating func read(
    _ line: ArraySlice<UInt8>, _ sizes: inout [(old: Int, new: Int)]
  ) -> Bool {
    let words = line.split(separator: UInt8(ascii: " "))
    let texts = words.map { String(decoding: $0, as: UTF8.self) }
    let paths = words.dropFirst().prefix(2).compactMap { Percent.decoded($0) }
      .map { NotePath(bytes: $0) }
    guard paths.allSatisfy(\.isPlain) else { return false }
    switch (texts.first, words.count, paths.count) {
    case ("move", 4, 2):
      guard let inode = UInt64(texts[3]) else { return false }
      moved.append(
        Moved(move: NoteMove(from: NoteID(paths[0]), to: NoteID(paths[1])), inode: inode))
    case ("folder", 2, 1):
      folders.append(paths[0])
    case ("text", 7, 2):
      guard let seconds = Int64(texts[3]), let nanoseconds = Int32(texts[4]),
        let old = Int(texts[5]), let new = Int(texts[6]), old >= 0, new >= 0
      else { return false }
      sizes.append((old, new))
      rewrites.append(
        Rewrite(
          before: paths[0], after: paths[1], old: [], new: [],
          modified: Timestamp(seconds: seconds, nanoseconds: nanoseconds)))
    default: return false
    }
    return true
  }
}
