import Entities
import FileStore
import Glibc
import Services

// One operation of the real store in a process of its own, so that a test can let its calls of the
// system fail or kill it in the middle: `FaultProbe OPERATION VAULT STATE`. 0 done, 1 failed, 2 no
// such operation.

struct ProbeClock: WallClock {
  let now = Timestamp(seconds: 1_800_000_000)

  func civil(_ moment: Timestamp) -> CivilTime { CivilTime(year: 2027, month: 1, day: 15) }
}

/// Faults count from here on: what the program does to start is not in question.
func arm() {
  typealias Arm = @convention(c) () -> Void
  guard let symbol = dlsym(nil, "fault_arm") else { return }
  unsafeBitCast(symbol, to: Arm.self)()
}

func run(_ operation: String, _ vault: [UInt8], _ state: [UInt8]) async throws -> Bool {
  let store = FolderStore(root: vault, clock: ProbeClock())
  let moves = FolderMoves(
    root: vault, stateFolder: state, vault: VaultID(NotePath(bytes: vault)), clock: ProbeClock())
  let note = NoteID("a.md")
  switch operation {
  case "save":
    let content = try await store.read(note)
    arm()
    _ = try await store.save(Array("saved\n".utf8), to: note, replacing: content.stamp)
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
  default: return false
  }
  return true
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else { exit(2) }
do {
  let isKnown = try await run(arguments[1], Array(arguments[2].utf8), Array(arguments[3].utf8))
  exit(isKnown ? 0 : 2)
} catch let error as NoteStoreError {
  let message = Array("\(error.message)\n".utf8)
  _ = write(2, message, message.count)
  exit(1)
}
