import Entities
import Secrets
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import NoteLock

@MainActor
@Suite("The lock of a note")
struct NoteLockTests {
  private let work = Work()
  private let parent = Parent()

  private func make(_ locks: (any NoteLocks)?) -> Bench {
    let built = NoteLockBuilder.make(
      cases: locks.map(NoteLockCases.init), work: work, wireframe: parent, output: parent)
    return Bench(module: built.module, input: built.input, parent: parent, work: work)
  }

  @Test("A new passphrase is asked for twice, and the editor closes before the note is locked")
  func locks() async {
    let bench = make(FakeLocks())
    bench.input.changeLock(of: NoteID("Diary.md"))
    #expect(parent.questions.last?.kind == .secret(isNew: true))
    await bench.give("sesame")
    #expect(parent.questions.last?.text == "The passphrase again:")
    await bench.give("sesame")
    #expect(
      parent.heard == [
        "close Diary.md", "Locking “Diary”…", "Diary.md is Diary.md.age", "“Diary” is locked now.",
      ])
    #expect(bench.module.view == nil)
  }

  @Test("Two different passphrases are asked for again")
  func different() async {
    let bench = make(FakeLocks())
    bench.input.changeLock(of: NoteID("Diary.md"))
    await bench.give("sesame")
    await bench.give("sesami")
    #expect(parent.questions.last?.text.hasPrefix("The two passphrases differ. New") == true)
    #expect(parent.heard == [])
  }

  @Test("Taking a lock off asks first, then asks for the passphrase until it is right")
  func takesOff() async {
    let bench = make(FakeLocks())
    bench.input.changeLock(of: NoteID("Diary.md.age"))
    await bench.answer(.chosen("no"))
    #expect(parent.heard == [])
    bench.input.changeLock(of: NoteID("Diary.md.age"))
    await bench.answer(.chosen("yes"))
    #expect(parent.questions.last?.text == "Passphrase of “Diary”:")
    await bench.give("wrong")
    #expect(parent.questions.last?.text.hasSuffix("\nPassphrase of “Diary”:") == true)
    await bench.give("sesame")
    #expect(
      parent.heard == [
        "close Diary.md.age", "Taking the lock off “Diary”…", "Diary.md.age is Diary.md",
        "“Diary” has no lock any more.",
      ])
  }

  @Test("An unlocked note loses its lock without a passphrase")
  func takesOffOpen() async throws {
    let locks = FakeLocks()
    let lock = try await locks.open(NoteID("Diary.md.age"), passphrase: secret("sesame"))
    let bench = make(locks)
    bench.input.changeLock(of: NoteID("Diary.md.age"))
    await bench.answer(.chosen("yes"))
    withExtendedLifetime(lock) {}
    #expect(parent.heard.last == "“Diary” has no lock any more.")
  }

  @Test("After a failure the files are looked at again, and the reason is shown")
  func fails() async {
    let bench = make(FakeLocks())
    bench.input.changeLock(of: NoteID("Diary.md"))
    await bench.give("broken")
    await bench.give("broken")
    #expect(parent.heard.suffix(2).first == "Diary.md failed")
    #expect(parent.heard.last?.contains("the disk is full") == true)
  }

  @Test("An encrypted vault has nothing to lock, and a removed module reports nothing more")
  func refuses() async {
    make(nil).input.changeLock(of: NoteID("Diary.md"))
    #expect(parent.heard == ["Every note of an encrypted vault is locked with it."])
    let bench = make(FakeLocks())
    bench.input.changeLock(of: NoteID("Diary.md"))
    await bench.give("sesame")
    bench.module.lifeCycle.moduleWasRemoved()
    await bench.give("sesame")
    #expect(!parent.heard.contains("“Diary” is locked now."))
  }
}

private func secret(_ word: String) -> TypedSecret {
  Array(word.utf8).withUnsafeBytes { TypedSecret($0) }
}

@MainActor
private struct Bench {
  let module: Module<any Screen>
  let input: any NoteLockInput
  let parent: Parent
  let work: Work

  func answer(_ answer: Answer) async {
    parent.questions.answer(answer)
    await work.whenIdle()
  }

  func give(_ word: String) async { await answer(.gave(secret(word))) }
}

@MainActor
private final class Parent: NoteLockWireframe, NoteLockOutput {
  let questions = AskedQuestions()
  private(set) var heard: [String] = []

  func ask(_ question: Question, then answer: @escaping @MainActor (Answer) -> Void) {
    questions.take(question, then: answer)
  }

  func closeEditor(of note: NoteID) { heard.append("close \(note.path.text)") }
  func showMessage(_ text: String) { heard.append(text) }
  func noteLockDidChange(_ note: NoteID, to made: NoteID) {
    heard.append("\(note.path.text) is \(made.path.text)")
  }
  func noteLockDidFail(with note: NoteID) { heard.append("\(note.path.text) failed") }
}
