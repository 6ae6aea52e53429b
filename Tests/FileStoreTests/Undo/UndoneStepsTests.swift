import Bytes
import Entities
import Files
import Glibc
import OpenVault
import Services
import TestSupport
import Testing
import Undo
import VaultLayers
import VaultSettings

@testable import FileStore

@Suite("Undoing commands in another run")
struct UndoneStepsTests {
  let bench = Bench()
  let state = TemporaryFolder()

  private var vault: VaultID { VaultID(NotePath(bytes: bench.folder.bytes)) }

  /// As another run of the program has them: only what is on the disk is remembered.
  private func services() -> VaultServices {
    var services = VaultServices.inMemory(texts: MarkdownTexts())
    services.store = FolderStore(root: bench.folder.bytes, clock: bench.clock)
    services.moves = FolderMoves(
      root: bench.folder.bytes, stateFolder: state.bytes, vault: vault, clock: bench.clock)
    services.state = StateFiles(stateFolder: state.bytes, vault: vault).state()
    return services
  }

  private func recorded(_ name: String) -> VaultServices {
    let services = services()
    return services.recorded(
      by: DoneRecorder(DoneCommand(name, began: Timestamp(seconds: 7)), in: services) {
        Issue.record("\($0)")
      })
  }

  private var tree: [String: String] {
    Dictionary(
      uniqueKeysWithValues: bench.folder.names().filter { $0.hasSuffix(".md") }.map {
        ($0, bench.folder.text($0) ?? "?")
      })
  }

  /// Undoes the last command.
  @discardableResult
  private func undo() async throws -> [UndoneSteps.File] {
    let services = services()
    let command = try #require(services.state.done.value().all.last)
    let outcome = await UndoneSteps(services).takeBack(command)
    if let error = outcome.failure ?? outcome.refusals.first { throw error }
    return outcome.files
  }

  private func save(_ text: String, to note: String, by services: VaultServices) async throws {
    let stamp = try await services.store.read(NoteID(NotePath(note))).stamp
    _ = try await services.store.save(
      Array(text.utf8), to: NoteID(NotePath(note)), replacing: stamp)
  }

  @Test("A rename is undone byte by byte in another run, and links regain their written form")
  func renames() async throws {
    bench.folder.write("a.md", "# Old\n[[a]]\n")
    bench.folder.write("b.md", "[[A]], [[a.md|x]], [a](./a.md)\n")
    let before = tree
    _ = try await recorded("rename").moves.rename(NoteID("a.md"), to: "New", linking: nil)
    #expect(tree["b.md"] != before["b.md"])
    let files = try await undo()
    #expect(tree == before)
    #expect(
      files.map { "\($0.act) \($0.path.text) \($0.from?.text ?? "")" } == [
        "moved a.md New.md", "rewritten b.md ",
      ])
    #expect(services().state.done.value().all.isEmpty)
  }

  @Test("A link that was broken before a rename is unchanged after the rename is undone")
  func newlyLed() async throws {
    bench.folder.write("a.md", "# Old\nsee [[New]]\n")
    bench.folder.write("b.md", "[[new]], [x](New.md), and [[Old]]\n")
    bench.folder.write("c.md", "[[New#Part|shown]]\n")
    bench.folder.write("d.canvas", "{\"nodes\":[{\"file\":\"New.md\"},{\"text\":\"[[New]]\"}]}")
    let canvas = bench.folder.text("d.canvas")
    let before = tree
    _ = try await recorded("rename").moves.rename(NoteID("a.md"), to: "New", linking: nil)
    #expect(tree["New.md"] != nil)
    try await undo()
    #expect(tree == before)
    #expect(bench.folder.text("d.canvas") == canvas)

    // What others wrote in the meantime stays too.
    _ = try await recorded("rename").moves.rename(NoteID("a.md"), to: "New", linking: nil)
    bench.folder.write("c.md", "[[New#Part|shown]]\nand more\n")
    try await undo()
    #expect(tree["c.md"] == "[[New#Part|shown]]\nand more\n")
  }

  @Test(
    "Texts over a megabyte with oddly written links are restored byte by byte")
  func largeTexts() async throws {
    let filler = String(repeating: "some words that no link is in\n", count: 12_000)
    bench.folder.write("a.md", "# Old\n\(filler)[[a]]\n")
    bench.folder.write("b.md", "[[A]]\n\(filler)[[a.md|x]], [a](./a.md)\n\(filler)[[Old]]")
    let before = tree
    _ = try await recorded("rename").moves.rename(NoteID("a.md"), to: "New", linking: nil)
    #expect(tree["b.md"] != before["b.md"] && tree["New.md"] != nil)
    try await undo()
    #expect(tree == before)
  }

  @Test("A text whose old parts were too large to store is restored exactly or not at all")
  func tooLargeTexts() async throws {
    let line = String(repeating: "word ", count: 110_000)
    for (link, isExact) in [("[a](./a.md)", false), ("[[a]]", true)] {
      bench.folder.write("a.md", "text\n")
      bench.folder.write("b.md", "\(line)\(link)\(line)\n")
      let before = tree
      _ = try await recorded("rename").moves.move(
        [NoteMove(from: NoteID("a.md"), to: NoteID("New.md"))], linking: nil)
      let after = tree
      #expect(after["b.md"] != before["b.md"])
      if isExact {
        try await undo()
        #expect(tree == before)
      } else {
        do {
          try await undo()
          #expect(tree == before)
        } catch let error as NoteStoreError {
          #expect(error.message.contains("too large to be kept"))
          #expect(tree == after)
          bench.folder.remove("New.md")
        }
      }
    }
  }

  @Test(
    "A note never created or now elsewhere is nothing to undo and is not counted as missing")
  func neverMade() async throws {
    _ = try await recorded("write").store.create(
      Array("made\n".utf8), at: NoteID("in/n.md"))
    bench.folder.remove("in/n.md")
    let services = services()
    let command = try #require(services.state.done.value().all.last)
    let promised = await UndoneSteps(services).promised(command)
    let outcome = await UndoneSteps(services).takeBack(command)
    for outcome in [promised, outcome] {
      #expect(outcome.wasNothing && outcome.missing == 0 && outcome.failure == nil)
      #expect(outcome.files.isEmpty)
    }
    #expect(services.state.done.value().all.isEmpty)
  }

  @Test("Undo reports what an interrupted command left and continues with the command before it")
  func cutOffBetween() async throws {
    bench.folder.write("a.md", "a\n")
    try await save("b\n", to: "a.md", by: recorded("write"))
    let services = services()
    let gone = TrashedNote(
      original: NoteID("n.md"), resting: NotePath(".trash/n.md"), title: "n",
      trashed: Timestamp(seconds: 9))
    let began = Timestamp(seconds: 8)
    let unknown = DoneCommand(
      "restore", began: began, steps: [.starting(.restore(gone, isFree: false))])
    let nothing = DoneCommand("trash", began: began, steps: [.starting(.trash(NoteID("a.md")))])
    for command in [unknown, nothing] {
      try await services.state.done.change { $0.add(command.steps, of: command.withoutSteps) }
    }
    let first = await UndoneSteps(services).takeBack(nothing)
    #expect(first.wasNothing && first.failure == nil && first.files.isEmpty)
    let second = await UndoneSteps(services).takeBack(unknown)
    #expect(second.failure?.message.contains("that name is not known") == true)
    #expect(second.isPassedOver)
    #expect(tree["a.md"] == "b\n")
    try await undo()
    #expect(tree["a.md"] == "a\n")
  }

  @Test("A text edited since is undone around the edits, and named when they conflict")
  func edits() async throws {
    bench.folder.write("a.md", "one\ntwo\nthree\n")
    try await save("one\ntwo, changed\nthree\n", to: "a.md", by: recorded("write"))
    bench.folder.write("a.md", "zero\none\ntwo, changed\nthree\n")
    try await undo()
    #expect(tree["a.md"] == "zero\none\ntwo\nthree\n")

    try await save("zero\none\n2\nthree\n", to: "a.md", by: recorded("write"))
    bench.folder.write("a.md", "zero\none\nsomething else\nthree\n")
    await #expect(throws: NoteStoreError.self) { try await undo() }
    #expect(tree["a.md"] == "zero\none\nsomething else\nthree\n")
    #expect(services().state.done.value().all.count == 1)
  }

  @Test("Undo trashes a created note, but not one that was edited")
  func makes() async throws {
    for text in ["made\n", "edited\n"] {
      _ = try await recorded("new").store.create(Array("made\n".utf8), at: NoteID("n.md"))
      bench.folder.write("n.md", text)
      if text == "made\n" {
        try await undo()
        #expect(tree["n.md"] == nil)
        #expect(try await services().store.trashed().count == 1)
      } else {
        await #expect(throws: NoteStoreError.self) { try await undo() }
        #expect(tree["n.md"] == "edited\n")
      }
    }
  }

  @Test("The right one of two trashed notes with the same name is restored")
  func twoOfOneName() async throws {
    bench.folder.write("day.md", "W1\n")
    let day = NoteID("day.md")
    let trashed = try await recorded("trash").store.trash(day)
    _ = try await recorded("write").store.create(Array("W2\n".utf8), at: day)
    _ = try await recorded("restore").store.restore(trashed)
    #expect(tree == ["day.md": "W2\n", "day 2.md": "W1\n"])
    for _ in 0..<3 { try await undo() }
    #expect(tree == ["day.md": "W1\n"])
  }

  @Test("Nothing is restored if another note has replaced the trashed note or has its name")
  func otherInTrash() async throws {
    bench.folder.write("day.md", "W1\n")
    _ = try await recorded("trash").store.trash(NoteID("day.md"))
    bench.folder.write("day.md", "theirs\n")
    await #expect(throws: NoteStoreError.self) { try await undo() }
    #expect(tree == ["day.md": "theirs\n"])
    bench.folder.remove("day.md")
    bench.folder.remove(".trash/day.md")
    bench.folder.write(".trash/day.md", "another\n")
    bench.folder.write(".trash/.origin/day.md", "day.md\n5 0\n")
    await #expect(throws: NoteStoreError.self) { try await undo() }
    #expect(tree.isEmpty)
  }

  @Test("An emptied note gets its text back, but one with new text is named instead")
  func emptied() async throws {
    for now in ["", "theirs\n"] {
      bench.folder.write("a.md", "one\ntwo")
      try await save("", to: "a.md", by: recorded("write"))
      bench.folder.write("a.md", now)
      if now.isEmpty {
        try await undo()
        #expect(tree["a.md"] == "one\ntwo")
      } else {
        await #expect(throws: NoteStoreError.self) { try await undo() }
        #expect(tree["a.md"] == "theirs\n")
      }
    }
  }

  @Test("A command of several steps is undone completely or not at all")
  func whole() async throws {
    bench.folder.write("a.md", "a\n")
    bench.folder.write("b.md", "b\n")
    let services = recorded("join")
    try await save("a\nb\n", to: "a.md", by: services)
    _ = try await services.store.trash(NoteID("b.md"))
    bench.folder.write("a.md", "all new\n")
    let command = try #require(self.services().state.done.value().all.last)
    let promised = await UndoneSteps(self.services()).promised(command)
    await #expect(throws: NoteStoreError.self) { try await undo() }
    #expect(promised.failure != nil && promised.files.isEmpty)
    #expect(tree == ["a.md": "all new\n"])
  }

  @Test("A save interrupted before it wrote anything is undone as nothing")
  func neverSaved() async throws {
    bench.folder.write("a.md", "one\n")
    try await save("two\n", to: "a.md", by: recorded("write"))
    bench.folder.write("a.md", "one\n")
    try await undo()
    #expect(tree == ["a.md": "one\n"])
  }

  @Test("Undoing an import needs no disk space and also removes its folders")
  func withoutRoom() async throws {
    let files = (1...20).map { NewVaultFile(NoteID("in/x/n\($0).md"), Array("\($0)\n".utf8)) }
    let services = recorded("import")
    _ = await services.store.createMany(files)
    bench.folder.write("in/x/.notes-tui-0123456789abcdef.tmp", "")
    let full = Disk(writeSome: { _, _ in -Int(ENOSPC) }, flush: { _ in 0 })
    let vault = VaultFolder(root: bench.folder.bytes, clock: bench.clock, disk: full)
    let made = files.map {
      MadeFile($0.id, size: $0.bytes.count, digest: RunningDigest.of($0.bytes))
    }
    #expect(vault.removeMany(made).allSatisfy { (try? $0.get()) != nil })
    try await undo()
    #expect(!bench.folder.exists("in") && !bench.folder.exists(".trash"))
  }

  @Test("A created file that is missing is counted, and the rest is undone")
  func gone() async throws {
    let files = (1...3).map { NewVaultFile(NoteID("n\($0).md"), Array("\($0)\n".utf8)) }
    for made in [files, [files[1]]] {
      _ = await recorded("import").store.createMany(made)
      bench.folder.rename("n2.md", to: "moved.md")
      let command = try #require(services().state.done.value().all.last)
      let outcome = await UndoneSteps(services()).takeBack(command)
      #expect(outcome.failure == nil && outcome.refusals == [] && outcome.missing == 1)
      #expect(tree == ["moved.md": "2\n"])
      #expect(services().state.done.value().all.isEmpty)
    }
  }

  @Test("Files are recorded before they are created, and dropped if creating them fails")
  func keptBefore() async throws {
    bench.folder.write("n2.md", "theirs\n")
    let files = (1...2).map { NewVaultFile(NoteID("n\($0).md"), Array("\($0)\n".utf8)) }
    let services = services()
    let recorder = DoneRecorder(
      DoneCommand("import", began: Timestamp(seconds: 7)), in: services
    ) { Issue.record("\($0)") }
    let stored = services.state.done
    let asking = AskingStore(store: services.store) {
      #expect(stored.value().all.last?.steps.count == 2)
    }
    let answers = await recorder.recording(asking).createMany(files)
    #expect((try? answers[0].get()) != nil && (try? answers[1].get()) == nil)
    #expect(stored.value().all.last?.steps.count == 2)
    try await undo()
    #expect(tree == ["n2.md": "theirs\n"])
  }

  @Test("A text over 1 MB is not undone, and neither is an earlier command instead")
  func large() async throws {
    bench.folder.write("a.md", "one\n")
    try await save("two\n", to: "a.md", by: recorded("write"))
    let large = String(repeating: "0123456789abcde\n", count: 70_000)
    try await save(large, to: "a.md", by: recorded("append"))
    await #expect(throws: NoteStoreError.self) { try await undo() }
    #expect(tree["a.md"] == large)
    #expect(services().state.done.value().all.map(\.name) == ["write"])
  }

  @Test(
    "A command that was already undone before an interruption is skipped, and the rest is undone")
  func cutOff() async throws {
    bench.folder.write("a.md", "one\n")
    try await save("two\n", to: "a.md", by: recorded("write"))
    _ = try await recorded("rename").moves.rename(NoteID("a.md"), to: "New", linking: nil)
    let services = services()
    let command = try #require(services.state.done.value().all.last)
    guard case .moved(let receipt)? = command.steps.last else { throw Failure("no move") }
    // As the interrupted run did.
    let begun = DoneCommand(command.name, began: command.began, number: command.number)
    try await services.state.done.change { $0.add([.begun], of: begun) }
    _ = try await services.moves.undo(receipt)
    let again = try #require(self.services().state.done.value().all.last)
    let outcome = await UndoneSteps(services).takeBack(again)
    #expect(outcome.failure != nil && outcome.isPassedOver)
    #expect(tree == ["a.md": "two\n"])
    try await undo()
    #expect(tree == ["a.md": "one\n"])
    #expect(self.services().state.done.value().all.isEmpty)
  }

  @Test("An undo that was interrupted before it began is done by the next undo")
  func cutOffBefore() async throws {
    bench.folder.write("a.md", "one\n")
    try await save("two\n", to: "a.md", by: recorded("write"))
    let command = try #require(services().state.done.value().all.last)
    let begun = DoneCommand(command.name, began: command.began, number: command.number)
    try await services().state.done.change { $0.add([.begun], of: begun) }
    try await undo()
    #expect(tree == ["a.md": "one\n"])
    #expect(services().state.done.value().all.isEmpty)
  }

  @Test("Random commands that are all undone leave the notes unchanged", arguments: 0..<24)
  func random(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    for number in 0..<6 {
      bench.folder.write("n\(number).md", "# Note \(number)\n[[n\((number + 1) % 6)]] word\n")
    }
    let before = tree
    var names: [String] = []
    for step in 0..<12 {
      let notes = tree.keys.sorted()
      guard let note = notes.randomElement(using: &random) else { break }
      let id = NoteID(NotePath(note))
      let services = recorded("step \(step)")
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        _ = try await services.store.create(Array("new\n".utf8), at: NoteID("made \(step).md"))
      case 1: _ = try await services.store.trash(id)
      case 2: _ = try await services.moves.rename(id, to: "Name \(step)", linking: nil)
      case 3:
        let to = NoteID(NotePath("folder \(step)/\(note.split(separator: "/").last ?? "x.md")"))
        _ = try await services.moves.move([NoteMove(from: id, to: to)], linking: nil)
      case 4:
        guard let trashed = try await services.store.trashed().first else { continue }
        _ = try await services.store.restore(trashed)
      default: try await save((tree[note] ?? "") + "line \(step)\n", to: note, by: services)
      }
      names.append("step \(step)")
    }
    #expect(services().state.done.value().all.map(\.name) == names)
    while !services().state.done.value().all.isEmpty { try await undo() }
    #expect(tree == before)
  }

  @Test("A file that cannot be removed is undone later, and an edited one is reported and stays")
  func fullTrash() async throws {
    let files = (1...4).map { NewVaultFile(NoteID("n\($0).md"), Array("\($0)\n".utf8)) }
    _ = await recorded("import").store.createMany(files)
    bench.folder.write("n2.md", "edited\n")
    var services = services()
    services.store = StuckFile(store: services.store)
    let command = try #require(services.state.done.value().all.last)
    let outcome = await UndoneSteps(services).takeBack(command)
    #expect(outcome.failure == .failed(NotePath("n3.md"), action: "remove", reason: "it is stuck"))
    #expect(Set(outcome.files.map(\.path.text)) == ["n1.md", "n4.md"])
    #expect(outcome.refusals.count == 1)
    #expect(Set(tree.keys) == ["n2.md", "n3.md"])
    try await undo()
    #expect(tree == ["n2.md": "edited\n"])
    #expect(self.services().state.done.value().all.isEmpty)
  }
}

/// A store that cannot remove one note.
private struct StuckFile: ForwardingStore {
  let store: any NoteStore

  func removeMany(_ files: [MadeFile]) async -> [Result<Void, NoteStoreError>] {
    var answers: [Result<Void, NoteStoreError>] = []
    for file in files {
      if file.note == NoteID("n3.md") {
        answers.append(
          .failure(.failed(file.note.path, action: "remove", reason: "it is stuck")))
      } else {
        answers += await store.removeMany([file])
      }
    }
    return answers
  }
}

/// A store that calls `ask` before it creates files.
private struct AskingStore: ForwardingStore {
  let store: any NoteStore
  let ask: @Sendable () -> Void

  func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>] {
    ask()
    return await store.createMany(files)
  }
}
