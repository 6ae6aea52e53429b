import Bytes
import Entities
import Files
import Glibc

/// Moves of notes whose versions have to follow, written down before the notes move: a file each in
/// a folder beside the logs.
struct PendingMoves: Sendable {
  private static let day: Int64 = 86_400

  /// What is closed is bound to its file's name.
  private static func place(_ name: [UInt8]) -> [UInt8] { Array("moving ".utf8) + name }

  private let folder: [UInt8]
  private let name: [UInt8]

  /// Where moves of one vault are written down.
  static func folder(in versions: [UInt8]) -> [UInt8] { versions + Array("/moving".utf8) }

  /// Nil where they cannot be written down: then only a crash leaves versions behind.
  init?(_ moves: [NoteMove], in folder: [UInt8], disk: Disk, seal: StateSeal) {
    let lines = moves.map { move in
      Percent.encoded(move.from.path.bytes) + [UInt8(ascii: " ")]
        + Percent.encoded(move.to.path.bytes)
    }
    let name = Array("move-\(UInt64.random(in: .min ... .max))".utf8)
    let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    guard let bytes = try? seal.close(text, at: Self.place(name)),
      let open = try? PrivateFolder.open(folder, making: true),
      (try? NewFile.put(bytes, as: name, in: open.raw, disk: disk)) != nil
    else { return nil }
    (self.folder, self.name) = (folder, name)
  }

  /// The versions have followed. If this fails, the next start finds nothing left to do.
  func remove() {
    guard let open = try? PrivateFolder.open(folder, making: false) else { return }
    try? Posix.remove(name, in: open.raw)
  }

  /// Where versions wait while notes change places, which would take each other's for their own.
  /// No path of a note has a zero in it.
  static func aside(of note: NoteID) -> NoteID { NoteID(NotePath(bytes: note.path.bytes + [0])) }

  // MARK: - After a crash

  /// What was written down and never crossed out. `settle` answers whether that is done with; what
  /// is not is asked again at the next start, for a day: another program may be at it just now.
  static func each(
    in folder: [UInt8], now: Timestamp, seal: StateSeal, _ settle: ([NoteMove]) -> Bool
  ) {
    guard let open = try? PrivateFolder.open(folder, making: false),
      let names = try? Posix.names(in: open.raw)
    else { return }
    for name in names {
      guard let facts = try? Posix.facts(name, in: open.raw) else { continue }
      let isOld = facts.modified.seconds + day < now.seconds
      let isSettled =
        name.starts(with: "move-".utf8)
        && (try? Posix.contents(name, in: open.raw)).flatMap { seal.open($0, at: place(name)) }
          .flatMap(moves).map(settle) ?? true
      if isSettled || isOld { try? Posix.remove(name, in: open.raw) }
    }
  }

  private static func moves(in file: [UInt8]) -> [NoteMove]? {
    var moves: [NoteMove] = []
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let paths = line.split(separator: UInt8(ascii: " ")).compactMap { Percent.decoded($0) }
      guard paths.count == 2 else { return nil }
      moves.append(
        NoteMove(
          from: NoteID(NotePath(bytes: paths[0])), to: NoteID(NotePath(bytes: paths[1]))))
    }
    return moves
  }
}
