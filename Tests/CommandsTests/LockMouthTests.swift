import Commands
import Entities
import OpenVault
import Secrets
import Services
import TestSupport
import Testing
import Viper

@testable import NoteLock

/// Locking and unlocking a note, on the screens and on the command line.
@MainActor
@Suite("Note locks in every interface")
struct LockMouthTests {
  private nonisolated static let open = NoteID("a.md")
  private nonisolated static let closed = NoteID("a.md.age")

  @Test(
    "A failed lock or unlock gives the same message in every interface",
    arguments: [
      (
        open, "broken", NoteStoreError.failed(open.path, action: "lock", reason: "the disk is full")
      ),
      (closed, "wrong", .wrongPassphrase(closed.path)),
      (closed, "soon", .tooSoon(closed.path, seconds: 3)),
      (closed, "broken", .failed(closed.path, action: "open", reason: "it is damaged")),
    ] as [(NoteID, String, NoteStoreError)])
  func refused(note: NoteID, word: String, error: NoteStoreError) async {
    for mouth in Mouth.allCases {
      #expect(await mouth.change(note, by: word).failure == error.message, "\(mouth)")
    }
  }

  @Test("With the right passphrase a note is locked or unlocked, and its new name is returned")
  func done() async {
    for mouth in Mouth.allCases {
      for (note, made) in [(Self.open, Self.closed), (Self.closed, Self.open)] {
        let said = await mouth.change(note, by: "sesame")
        #expect(said.failure == nil && said.made == made, "\(mouth)")
      }
    }
  }
}

private enum Mouth: CaseIterable {
  case screen, commandLine

  @MainActor
  func change(_ note: NoteID, by word: String) async -> (failure: String?, made: NoteID?) {
    switch self {
    case .screen:
      let (work, listener) = (Work(), Listener())
      let screen = NoteLockInteractor(cases: NoteLockCases(FakeLocks()), work: work)
      screen.output = listener
      let secret = Array(word.utf8).withUnsafeBytes { TypedSecret($0) }
      if note.path.isLocked {
        screen.takeLockOff(note, with: secret)
      } else {
        screen.lock(note, with: secret)
      }
      await work.whenIdle()
      return (listener.failure, listener.made)
    case .commandLine:
      let scene = CommandScene([note.path.text: "words"])
      scene.parts = { $0.locks = FakeLocks() }
      scene.streams.typed = [word, word]
      let code = await scene.run(note.path.isLocked ? "unlock" : "lock", note.path.text)
      if code == .done { return (nil, scene.lines.first.map { NoteID(NotePath($0)) }) }
      return (scene.messages.last?.replacing("notes-tui: ", with: ""), nil)
    }
  }
}

@MainActor
private final class Listener: NoteLockInteractorOutput {
  private(set) var failure: String?
  private(set) var made: NoteID?

  func passphraseIsNeeded(for note: NoteID, remark: String) { failure = remark }
  func noteWillChange(_ note: NoteID) {}
  func noteDidChange(_ note: NoteID, to made: NoteID) { self.made = made }
  func changeFailed(of note: NoteID, _ message: String) { failure = message }
  func failed(_ message: String) { failure = message }
}
