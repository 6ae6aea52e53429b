import Entities
import FileStore
import Files
import OpenVault
import SearchIndex
import Services
import Undo
import UseCases

/// What changes the vault.
struct StoreOperations {
  var vault: [UInt8]
  var state: [UInt8]

  /// False where there is no such operation.
  func run(_ operation: String) async throws -> Bool {
    let store = FolderStore(root: vault, clock: ProbeClock())
    let moves = FolderMoves(
      root: vault, stateFolder: state, vault: VaultID(NotePath(bytes: vault)), clock: ProbeClock())
    let note = NoteID("a.md")
    switch operation {
    case "save":
      let content = try await store.read(note)
      arm()
      _ = try await store.save(Array("saved\n".utf8), to: note, replacing: content.stamp)
    case "save large", "save huge":
      // Read in blocks and written in pieces, like all texts that take long. The huge text bypasses
      // the system's cache.
      let stamp = try await passedOver(store, note)
      let text = Pieces(count: operation == "save huge" ? 28 : 2)
      arm()
      _ = try await store.save(text, to: note, replacing: stamp)
    case "base save":
      let base = NoteID("rows.base")
      let stamp = try await store.read(base).stamp
      arm()
      _ = try await store.save(Array("views: []\n".utf8), to: base, replacing: stamp)
    case "attach":
      try await attach(to: note, in: store)
    case "create":
      arm()
      _ = try await store.create(Array("made\n".utf8), titled: "New", in: NotePath("deep/er"))
    case "trash":
      arm()
      _ = try await store.trash(note)
    case "restore", "delete":
      let trashed = try await store.trashed()
      arm()
      if operation == "delete" {
        try await store.deleteForGood(trashed)
      } else {
        for note in trashed { _ = try await store.restore(note) }
      }
    case "restore many":
      let trashed = try await store.trashed()
      arm()
      for answer in await store.restoreMany(trashed) { _ = try answer.get() }
    case "move":
      arm()
      _ = try await moves.move(
        [
          NoteMove(from: note, to: NoteID("new/moved.md")),
          NoteMove(from: NoteID("b.md"), to: NoteID("c.md")),
          NoteMove(from: NoteID("c.md"), to: NoteID("b.md")),
        ], linking: nil)
    case "rename":
      arm()
      _ = try await moves.rename(note, to: "New title", linking: nil)
    case "rename folder":
      let (old, new) = (NotePath("deep"), NotePath("shallow/new"))
      arm()
      _ = try await moves.move(
        try await moves.files(in: old).map { file in
          NoteMove(
            from: NoteID(file), to: NoteID(new.appending(NotePath(bytes: file.name.bytes))))
        }, linking: nil)
      _ = await moves.clear([old])
    case "take back":
      let done = MoveReceipt(
        moves: [NoteMove(from: NoteID("was/first.md"), to: note)], rewritten: [])
      arm()
      _ = try await moves.undo(done)
    case "rewrite":
      arm()
      _ = try await moves.rewrite(Self.changes)
    case "take back all": try await undo(in: store, moves)
    case "take back the rest":
      while let command = await done.load().all.last {
        let outcome = await UndoneSteps(done, store: store, moves: moves).takeBack(command)
        if let error = outcome.failure, !outcome.isPassedOver { throw error }
      }
    default: return false
    }
    return true
  }

  private var done: StoredValue<DoneCommands> {
    StateFiles(stateFolder: state, vault: VaultID(NotePath(bytes: vault))).state().done
  }

  /// Of a command that did a step of each kind.
  private func undo(in store: FolderStore, _ moves: FolderMoves) async throws {
    let made = try await store.create(Array("made\n".utf8), titled: "Made", in: NotePath(""))
    var command = DoneCommand("all", began: Timestamp(seconds: 1))
    let steps: [DoneCommand.Step] = [
      .made(made.id, size: made.stamp.size, digest: made.stamp.digest),
      .trashed(try await store.trash(NoteID("other.md"))),
      .rewrote(try await moves.rewrite([Self.changes[1]])),
      .moved(try await moves.rename(NoteID("a.md"), to: "New title", linking: nil)),
    ]
    try await done.change { [command] in $0.add(steps, of: command) }
    command.steps = steps
    arm()
    let outcome = await UndoneSteps(done, store: store, moves: moves).takeBack(command)
    if let error = outcome.failure { throw error }
  }

  private func attach(to note: NoteID, in store: FolderStore) async throws {
    let index = VaultIndex(
      files: FolderFiles(root: vault, clock: ProbeClock()), folder: state + Array("/index".utf8),
      clock: ProbeClock())
    let outside = SystemFiles(home: "/", folder: String(decoding: state, as: UTF8.self))
    let attaching = FileAttaching(
      outside, store: store, links: index.links, foreign: ObsidianFolder(root: vault))
    arm()
    _ = try await attaching.attach(outside.path(typed: "photo.png"), to: note)
  }

  /// The second byte of these notes.
  static let changes = [
    ("a.md", " "), ("b.md", "e"), ("deep/d.md", "["),
  ].map { name, old in
    NoteChange(
      note: NoteID(name), title: name,
      pieces: [
        NoteChange.Piece(
          range: 1..<2, old: Array(old.utf8), new: Array("new".utf8), line: 1, context: old,
          contextRange: 0..<1)
      ])
  }

  private func passedOver(_ store: FolderStore, _ note: NoteID) async throws -> NoteStamp {
    let reading = try await store.open(note)
    var memory = [UInt8](repeating: 0, count: 7)
    while try memory.withUnsafeMutableBytes({ try reading.read(into: $0) }) > 0 {}
    return try reading.finish()
  }
}

/// A text of more than a megabyte, or much more, in pieces of all sizes.
struct Pieces: ByteSource {
  var count: Int
  private let large = Array(String(repeating: "large\n", count: 100_000).utf8)
  private let small = Array("small\n".utf8)

  var byteCount: Int { count * (large.count + 5 * small.count) }

  @discardableResult
  func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    for _ in 0..<count {
      for _ in 0..<5 where !small.withUnsafeBytes(body) { return false }
      if !large.withUnsafeBytes(body) { return false }
    }
    return true
  }
}
